"""Which of what was settled is over by what was said later: done, dropped, or decided otherwise.

A line is ended only where it alone can be meant. What was settled and ended within the same talk
is no line at all: the note of the room says what stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from familiar_memory.maintenance.channels.settled.numbered import numbers_in
from familiar_memory.maintenance.channels.settled.room_note import section_kind
from familiar_memory.maintenance.channels.settled.shared_item import (
    SharedItem,
    SharedKind,
    words_settled,
)
from familiar_memory.maintenance.channels.settled.shared_words import (
    FinishedWords,
    dropped_in,
    finished_in,
    matter_of,
)
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.writers.arcs.wording import OF_OBJECT, is_done_by, overlap, reports_in
from familiar_memory.writers.statements.changed import is_changed, speak_of_one
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["Ended", "Open", "ended_by", "open_lines"]

_MOST_OF = 0.6
"""Of the words of what is dropped: so many stand in the line that is meant."""


@dataclass(frozen=True, slots=True)
class Open:
    """Something that stands: a line of the note, or an item that was said just now."""

    kind: SharedKind
    words: str
    matter: str
    by: str
    line: StandingLine | None = None
    item: SharedItem | None = None

    def may_have_stood(self, said: Utterance) -> bool:
        """Whether it may be older than what was said: talk may be gone through a second time."""
        fields = None if self.line is None else self.line.record.fields
        if fields is None or fields.learned is None:
            return True
        day = fields.learned.isoformat()[:10]
        return said.ref not in fields.refs and day <= said.slot.day.isoformat()


@dataclass(frozen=True, slots=True)
class Ended:
    """What is over, and since which day."""

    what: Open
    until: date


def open_lines(lines: Iterable[StandingLine]) -> tuple[Open, ...]:
    """The lines of a note as what stands."""
    return tuple(_open_line(one) for one in lines)


def ended_by(
    said: Iterable[Utterance], items: Sequence[SharedItem], standing: Iterable[Open]
) -> tuple[Ended, ...]:
    """What these messages end, of what stood before them and of what they say themselves.

    Of the familiar's own, in whose words nothing is settled, a decision with a number ends what it
    replaces: a room may have it keep the minutes.
    """
    by_message: dict[int, list[SharedItem]] = {}
    for item in items:
        by_message.setdefault(item.said.order, []).append(item)
    stands = list(standing)
    ended: list[Ended] = []
    for one in said:
        own = by_message.get(one.order, [])
        before = [was for was in stands if was.may_have_stood(one)]
        for over in dict.fromkeys(_over(one, own, before)):
            stands.remove(over)
            ended.append(Ended(over, one.slot.day))
        stands += map(_open_item, own)
    return tuple(ended)


def _over(one: Utterance, own: Sequence[SharedItem], stands: Sequence[Open]) -> Iterator[Open]:
    yield from _done(one, stands)
    for matter in dropped_in(one.words):
        yield from _only(_dropped(matter, stands))
    labels = numbers_in(one.words)
    yield from (was for was in stands if labels and labels & numbers_in(was.words))
    for item in own:
        if item.kind is not SharedKind.ACTION and is_changed(one.words):
            settled = [was for was in stands if was.kind is not SharedKind.ACTION]
            yield from _only([was for was in settled if speak_of_one(was.matter, item.matter)])


def _done(one: Utterance, stands: Sequence[Open]) -> Iterator[Open]:
    actions = [was for was in stands if was.kind is SharedKind.ACTION]
    for over in finished_in(one.words):
        yield from _only([was for was in actions if _is_finished(was, over)])
    for report in reports_in(one.words):
        # Whoever took it on says so in any words; of others only what says plainly that it is done.
        theirs = [was for was in actions if was.by == one.author.slug or report.is_plain]
        yield from _only([was for was in theirs if is_done_by(was.matter, report)])


def _is_finished(was: Open, over: FinishedWords) -> bool:
    """Whether it is that very thing: all that is named is in it, and its verb where one is said."""
    verb, _, rest = was.matter.partition(" ")
    if over.verbs and verb.casefold() not in over.verbs:
        return False
    named, named_share = overlap(over.what, rest)
    return named >= 1 and named_share == 1.0 and overlap(rest, over.what)[1] >= OF_OBJECT


def _dropped(matter: str, stands: Sequence[Open]) -> list[Open]:
    shares: Mapping[Open, tuple[int, float]] = {was: overlap(matter, was.words) for was in stands}
    return [was for was, (shared, share) in shares.items() if shared and share >= _MOST_OF]


def _only(found: Sequence[Open]) -> Iterator[Open]:
    """The one that can be meant; none where there are several."""
    if len(found) == 1:
        yield found[0]


def _open_line(line: StandingLine) -> Open:
    words = words_settled(line.record)
    kind = section_kind(line) or SharedKind.DECISION
    return Open(kind, words, matter_of(words), line.record.fields.by or "", line=line)


def _open_item(item: SharedItem) -> Open:
    return Open(item.kind, item.text, item.matter, item.said.author.slug, item=item)
