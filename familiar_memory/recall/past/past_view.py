"""The live index as of a moment: without what stood otherwise then, with what stood instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.arrays.snapshot import Snapshot, without
from familiar_memory.index.base import Index
from familiar_memory.index.rows.lookup import FoundPassage
from familiar_memory.index.rows.passages import FactState, StoredPassage, TurnName
from familiar_memory.index.values import Attested, MayKnow
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.knowledge.validity import was_known, was_right
from familiar_memory.recall.past.then import Then

__all__ = ["FIRST_PAST_ID", "PastView"]

FIRST_PAST_ID = 1 << 40
"""Row ids from here on are of versions that stand no more."""


class PastView:
    """The live index without what stood otherwise then, and with what stood instead."""

    def __init__(self, live: Index, past: Index | None, then: Then) -> None:
        self._live = live
        self._past = past
        self._then = then
        self._today: dict[tuple[str, str], list[FoundPassage]] = {}

    @property
    def attested(self) -> Attested:
        """Says of a note whether a version of it is known to have stood then."""
        return self._then.attested.__contains__

    def standing_for(self, passage: StoredPassage) -> StoredPassage | None:
        """What stood then of a passage of today: itself, or the same words in its note."""
        if not self._is_gone(passage.source, passage.key):
            return passage
        then = self._past.passages_in(passage.source, passage.key) if self._past else []
        words = passage.text.split()
        same = (one.passage for one in then if one.passage.text.split() == words)
        found = next(same, None)
        return None if found is None else self._as_past(found)

    def snapshot(self) -> Snapshot:
        """The newest consistent view of the live index, as of then."""
        base = self._live.snapshot()
        if self._past is not None:
            return self._past.joined_to(base, self._is_gone)
        return without(base, self._is_gone) if self._then.gone else base

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id, of today's notes and of what stood instead."""
        found = self._live.passages([i for i in ids if i < FIRST_PAST_ID])
        if self._past is not None:
            old = self._past.passages([i for i in ids if i >= FIRST_PAST_ID])
            found |= {i: self._as_past(p) for i, p in old.items()}
        return found

    def _as_past(self, passage: StoredPassage) -> StoredPassage:
        """A passage of then, which may be shown as long as its note is what it is today.

        It is past where it stands there no more: that another line of its note has changed
        since is for those to know who may know that line.
        """
        origin = self._then.became[passage.key]
        here = self._passages_today(passage.source, passage.key)
        standing = next((f.passage for f in here if _stands_as(f, passage)), None)
        if standing is None or origin.key != passage.key:
            return replace(passage, is_past=True, origin=origin)
        return replace(passage, line=standing.line, origin=origin)

    def _passages_today(self, source: str, key: str) -> list[FoundPassage]:
        """Read once for all hits of a note; whether it is still so is looked at behind a search."""
        if (source, key) not in self._today:
            self._today[source, key] = self._live.passages_in(source, key)
        return self._today[source, key]

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """Turns, and the notes that cited just one of them then."""
        wanted = list(names)
        found = {
            name: [p for p in passages if self._was_there(p.source, p.key, p.learned)]
            for name, passages in self._live.citing(wanted).items()
        }
        for name, passages in (self._past.citing(wanted) if self._past else {}).items():
            found.setdefault(name, []).extend(map(self._as_past, passages))
        return found

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What had become of the facts that cite any of these turns."""
        wanted = list(names)
        found = {
            name: [s for s in states if self._was_there(s.source, s.key, s.learned)]
            for name, states in self._live.facts_of(wanted).items()
        }
        for name, states in (self._past.facts_of(wanted) if self._past else {}).items():
            found.setdefault(name, []).extend(states)
        return found

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """The names of today: people keep theirs."""
        return self._live.aliases(may_know)

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What people are called today, by slug."""
        return self._live.first_names(may_know)

    def _was_there(self, source: str, key: str, learned: str | None) -> bool:
        at = None if learned is None else instant_of(learned)
        is_known = was_known(at, self._then.moment, is_attested=True)
        return is_known and not self._is_gone(source, key)

    def _is_gone(self, source: str, key: str) -> bool:
        return source == MEMORY and key in self._then.gone


def _stands_as(today: FoundPassage, then: StoredPassage) -> bool:
    """Whether a line of today is what stood then, to all who are shown what stood then."""
    now = today.passage
    return (
        now.text.split() == then.text.split()
        and (now.valid_since, now.valid_until) == (then.valid_since, then.valid_until)
        and was_right(today.retired, now.valid_until)
        and narrowest((now.audience, then.audience)) == then.audience
    )
