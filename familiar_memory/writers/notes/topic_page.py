"""The lines of one topic that are kept up to date for one talk: lead, list and count.

    - [[2026-02-03-evening#^m12|Moss: Lantern Night is the yearly party]] (…)
    - [[2026-02-17-evening#^m3071|Bex: moved to the 21st, because of the storm]] (…)

    ## Mentions

    - [[2026-02-16-night#^m2990|Rowan: my lantern for Lantern Night is an old map case]] (…)
    - 34 more since 2026-02-02, in [[2026-02-12-evening]] (…)

Everything is by reach, and a line says for whom it is: what one talk has here depends on that
talk alone. There is never more of it than this, however much is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.records.machine_lines import day_of
from familiar_memory.operations.proposal import FreshLine
from familiar_memory.writers.batch import Batch, NotedTopic
from familiar_memory.writers.notes.salience import salience
from familiar_memory.writers.notes.topic_counts import Count, is_count
from familiar_memory.writers.notes.topic_lead import defines, is_origin, origin_line, tells_state
from familiar_memory.writers.notes.topics import mentions
from familiar_memory.writers.text.gists import gist_of, linked_gist, shows, stem_of
from familiar_memory.writers.text.subject_words import is_common
from familiar_memory.writers.text.utterance import Utterance, utterances
from familiar_memory.writers.text.words import Rarity, salient_words
from familiar_memory.writers.text.worth import telling_of

__all__ = ["MENTIONS", "PageChange", "TopicPage"]

MENTIONS = "Mentions"

_MIN_SALIENCE = 1.7
"""Less than a session's line needs: that it names the topic speaks for it already."""
_MOST = 6
"""Mentions of one reach in the list."""
_DAYS_A_POINT = 60
"""By so many days must a mention be newer to outweigh one that says more, by a point."""
_DAYS_A_POINT_NOW = 7
"""The same for how things stand now."""
_STATE = 1.0
"""What a decision or a date is worth there; a change is worth twice as much."""


@dataclass(frozen=True, slots=True)
class PageChange:
    """Lines that go, lines that come, and the turns (by id) that are shown then."""

    gone: tuple[Record, ...]
    fresh: tuple[FreshLine, ...]
    shown: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Standing:
    """A line that still is what a writer makes of its turn."""

    record: Record
    said: Utterance


class TopicPage:
    """A topic's file as one talk sees it."""

    def __init__(self, title: str, note: NotedTopic, batch: Batch, rarity: Rarity) -> None:
        """The note is as it stands before the batch."""
        self._title = title
        self._note = note
        self._batch = batch
        self._rarity = rarity
        self._lead = self._standing(note.lead)
        self._listed = self._standing(note.listed)

    def change(
        self,
        new: Sequence[Utterance],
        past: Sequence[Utterance],
        sessions: frozenset[str],
        *,
        is_first: bool,
    ) -> PageChange | None:
        """What `new` mentions change, and `past` ones that have a line in their session's note.

        `sessions` are the paths of session notes that the batch writes. `is_first`: these are the
        first mentions that there ever were. None: nothing changes.
        """
        linkable = [one for one in past if self._is_noted(one)]
        worth = [one for one in (*linkable, *new) if self._is_worth(one)]
        lead = self._next_lead(worth)
        listed = self._next_listed(worth, lead)
        if not lead and not listed:
            return None
        shown = frozenset(one.order for one in (*lead, *listed))
        standing = [one.said for one in (*self._lead, *self._listed)]
        fallen = [one for one in standing if one.order not in shown]
        unseen = [one for one in (*past, *new) if one.order not in shown]
        named = sessions | {one.slot.path for one in (*linkable, *fallen)}
        gone_lead, fresh_lead = _difference(self._lead, lead, on_top=False)
        gone_origin, origin = self._origin([*past, *new] if is_first else (), lead[:1], named)
        gone_listed, fresh_listed = _difference(self._listed, listed, on_top=True)
        gone_count, count = self._count(unseen, fallen, named)
        fresh = (
            *(FreshLine(None, one) for one in origin),
            *(FreshLine(None, self._line(one)) for one in fresh_lead),
            *(FreshLine(MENTIONS, self._line(one), is_on_top=True) for one in fresh_listed),
            *(FreshLine(MENTIONS, one) for one in count),
        )
        gone = (*gone_origin, *gone_lead, *gone_listed, *gone_count)
        return PageChange(gone, fresh, shown) if gone or fresh else None

    def _next_lead(self, worth: Sequence[Utterance]) -> list[Utterance]:
        """What it is, then how things stand now; either may be missing, not both."""
        old = [one.said for one in self._lead]
        ranked = [(defines(one.words, self._title), one) for one in (*old, *worth)]
        # Of equally plain ones the first that was found stays.
        _, what = max(ranked, key=lambda pair: pair[0], default=(0, None))
        if what is not None and not defines(what.words, self._title):
            what = None
        others = [one for one in _distinct((*old, *worth)) if one is not what]
        newest = max((one.slot.day for one in others), default=None)
        if newest is None:
            return [what] if what else []
        now = max(others, key=lambda one: (self._rate_now(one, newest), one.said_us, one.order))
        return [what, now] if what else [now]

    def _origin(
        self, said: Sequence[Utterance], lead: Sequence[Utterance], named: frozenset[str]
    ) -> tuple[list[Record], list[Record]]:
        """The line of where it first came up, in a new note that cannot begin with what it is.

        `said` is all that ever named it; none where that is not known.
        """
        standing = [one for one in self._note.lead if is_origin(one)]
        if any(defines(one.words, self._title) for one in lead):
            return [one for one in standing if one.state is RecordState.LIVE and not one.id], []
        if not said:
            return [], []
        first = min(said, key=lambda one: (one.said_us, one.order))
        return [], [origin_line(first, self._stem(first) if first.slot.path in named else None)]

    def _next_listed(
        self, worth: Sequence[Utterance], lead: Sequence[Utterance]
    ) -> list[Utterance]:
        """The best, newest first; what led and does so no longer may be among them."""
        leading = {one.order for one in lead}
        standing = [one.said for one in (*self._lead, *self._listed)]
        found = [one for one in _distinct((*standing, *worth)) if one.order not in leading]
        newest = max((one.slot.day for one in found), default=date.min)
        rated = [
            (self._rate(one) - (newest - one.slot.day).days / _DAYS_A_POINT, one) for one in found
        ]
        rated.sort(key=lambda pair: (-round(pair[0], 5), -pair[1].said_us, -pair[1].order))
        best = [one for _, one in rated[:_MOST]]
        return sorted(best, key=lambda one: (-one.said_us, -one.order))

    def _count(
        self, unseen: Sequence[Utterance], fallen: Sequence[Utterance], named: frozenset[str]
    ) -> tuple[list[Record], list[Record]]:
        """The line of how many more, as it stands and as it is to be; none where it was struck."""
        counts = [one for one in self._note.listed if is_count(one)]
        old = [one for one in counts if one.state is RecordState.LIVE]
        if len(old) < len(counts):
            return [], []
        unseen = self._not_counted(unseen, old)
        added = sorted((*unseen, *fallen), key=lambda one: (-one.said_us, -one.order))
        if not added:
            return [], []
        before = Count.of(old[0]) if old else Count()
        stems = [self._stem(one) for one in added if one.slot.path in named]
        count = before.with_more([one.slot.day for one in added], stems)
        last = max(unseen, key=lambda one: one.order, default=None)
        if last is not None or not old:
            last = last or added[0]
            fields = RecordFields(learned=last.slot.day, refs=(last.ref,), place=last.place.slug)
        else:
            fields = old[0].fields
        return old[:1], [Record(count.text, fields)]

    def _not_counted(self, unseen: Sequence[Utterance], old: Sequence[Record]) -> list[Utterance]:
        """Without what a run that died has counted: a count cites the last turn in it."""
        cited = {(one.fields.place, ref) for one in old for ref in one.fields.refs}
        turns = (self._batch.turn(place, ref) for place, ref in cited if place is not None)
        last = max((one.id for one in turns if one is not None), default=0)
        # Behind the batch nothing was counted: an import may bring what was said long before.
        last = last if last >= self._batch.turns[0].id else 0
        return [one for one in unseen if one.order > last]

    def _standing(self, records: Sequence[Record]) -> list[_Standing]:
        """The lines that nobody has changed since they were written."""
        found = []
        for record in records:
            said = self._said(record)
            if said is not None and shows(record, said, self._says):
                found.append(_Standing(record, said))
        return found

    def _said(self, record: Record) -> Utterance | None:
        fields = record.fields
        if record.state is not RecordState.LIVE or record.id or fields.place is None:
            return None
        if len(fields.refs) != 1:
            return None
        stored = self._batch.turn(fields.place, fields.refs[0])
        said = utterances([stored], self._batch.zone) if stored is not None else ()
        made = said[0].fields if said else None
        is_same = made is not None and (
            day_of(fields.learned) == made.learned and fields.by in (None, made.by)
        )
        return said[0] if is_same else None

    def _is_noted(self, one: Utterance) -> bool:
        return self._batch.is_noted(one.slot.path, one.place.slug, one.ref)

    def _is_worth(self, one: Utterance) -> bool:
        """Whether what it tells is about the topic, and worth a line."""
        is_about = self._is_about(telling_of(one.words).text)
        return is_about and self._rate(one) >= _MIN_SALIENCE and self._tells(one)

    def _tells(self, one: Utterance) -> bool:
        """Whether what a line would show of it says something: "i asked gladys first" does not."""
        if tells_state(one.words, self._title):
            return True
        own = set(salient_words(self._title))
        shown = salient_words(gist_of(one.words, self._says))
        return any(word not in own and not is_common(word) for word in shown)

    def _is_about(self, text: str) -> bool:
        return mentions(text, self._title)

    def _says(self, text: str) -> int:
        """How much a text says of the topic, as gists are chosen by it."""
        return 1 + defines(text, self._title) if self._is_about(text) else 0

    def _rate(self, one: Utterance) -> float:
        return salience(one, self._rarity)

    def _rate_now(self, one: Utterance, newest: date) -> float:
        state = _STATE * tells_state(one.words, self._title)
        age = (newest - one.slot.day).days / _DAYS_A_POINT_NOW
        return round(self._rate(one) + state - age, 5)

    def _line(self, one: Utterance) -> Record:
        is_shared = self._batch.is_shared(one.slot.path, one.place.slug, one.ref)
        return linked_gist(one, self._batch.links, self._says, to_line=not is_shared)

    def _stem(self, one: Utterance) -> str:
        return stem_of(one.slot.path, self._batch.links)


def _difference(
    standing: Sequence[_Standing], wanted: Sequence[Utterance], *, on_top: bool
) -> tuple[list[Record], list[Utterance]]:
    """What must go and what must come; what comes stands above what stays, or below it."""
    orders = [one.order for one in wanted]
    staying = [one.said.order for one in standing if one.said.order in orders]
    length = len(staying)
    kept = orders[len(orders) - length :] if on_top else orders[:length]
    if kept == staying:
        gone = [one.record for one in standing if one.said.order not in orders]
        return gone, [one for one in wanted if one.order not in staying]
    return [one.record for one in standing], list(wanted)


def _distinct(said: Sequence[Utterance]) -> list[Utterance]:
    return list({one.order: one for one in said}.values())
