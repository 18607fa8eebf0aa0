"""The turns whose words go: they are emptied and keep their names, and nothing else is forgotten.

What was learned of them stays, and goes on naming them. A turn that somebody still has to read
stays until that is done (`talk_readers`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from familiar_memory.history.base import History
from familiar_memory.history.turn_rows import AgedTurn
from familiar_memory.maintenance.retention.dated_notes import TalkKind, talk_of_place
from familiar_memory.maintenance.retention.retention_days import CutOffs
from familiar_memory.maintenance.retention.talk_readers import TalkReader

__all__ = ["OldTalk", "SortedTalk"]

_BEGUN, _ENDED = "retained talk begun", "retained talk ended"
"""How many times words were taken, and how many times the file was rewritten without them."""


@dataclass(frozen=True, slots=True)
class SortedTalk:
    """The turns whose words go, and how many as old ones stay, by what they wait for.

    One that waits for several is counted at each.
    """

    going: tuple[AgedTurn, ...] = ()
    waiting: Mapping[str, int] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)

    def by_place(self) -> dict[str, int]:
        """How many go in each place, by what people call it."""
        slugs = Counter(one.name[0] for one in self.going)
        return {self.called.get(slug, slug): count for slug, count in sorted(slugs.items())}


class OldTalk:
    """Finds old turns and empties them.

    `readers` are all for whom messages wait. `refresh` brings what is derived from the history up
    to date, and rewrites it without what is gone.
    """

    def __init__(
        self, history: History, readers: Sequence[TalkReader], refresh: Callable[[], object]
    ) -> None:
        self._history = history
        self._readers = readers
        self._refresh = refresh

    def select(self, cut_offs: CutOffs, sweep: TalkKind) -> SortedTalk:
        """The turns of a sweep that are older than they are kept, if everybody has read them."""
        old = self._old(cut_offs.of(frozenset({sweep})), sweep)
        if not old:
            return SortedTalk()
        waits = {reader.waits_for: reader.look() for reader in self._readers}
        by_reason = {name: {one.id for one in old if is_so(one)} for name, is_so in waits.items()}
        staying = frozenset().union(*by_reason.values())
        going = tuple(one for one in old if one.id not in staying)
        waiting = {name: len(some) for name, some in by_reason.items() if some}
        return SortedTalk(going, waiting, self._called())

    def take(self, talk: SortedTalk, at: datetime) -> None:
        """Empty them, and leave no byte of them; a run that was cut off before is ended too.

        Raises:
            HistoryError: the disk refused, or somebody else uses the file just now.
        """
        begun = self._history.watermark(_BEGUN)
        if not talk.going and begun == self._history.watermark(_ENDED):
            return
        if talk.going:
            begun += 1
            self._history.set_watermark(begun, _BEGUN)
        names = frozenset(one.name for one in talk.going)
        self._history.empty_turns(names, at)
        self._refresh()
        self._history.set_watermark(begun, _ENDED)

    def _called(self) -> dict[str, str]:
        """What people call places, by slug; where two are called alike, each has its slug too."""
        places = {place.slug: place.label for place in self._history.places()}
        times = Counter(places.values())
        return {s: label if times[label] == 1 else f"{label} ({s})" for s, label in places.items()}

    def _old(self, moment: datetime | None, sweep: TalkKind) -> list[AgedTurn]:
        if moment is None:
            return []
        said = self._history.said_before(moment, self._history.latest_id())
        return [one for one in said if talk_of_place(one.name[0]) is sweep]
