"""Which of what was settled is over by what was said later: done, dropped, or decided otherwise.

A line is ended only where it alone can be meant. What was settled and ended within the same talk
is no line at all: the note of the room says what stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from familiar_memory.maintenance.channels.settled.numbered import numbered_in, numbers_in
from familiar_memory.maintenance.channels.settled.replaced import (
    SettledMatter,
    is_replaced,
    named_beside,
)
from familiar_memory.maintenance.channels.settled.room_note import section_kind
from familiar_memory.maintenance.channels.settled.shared_item import (
    SharedItem,
    SharedKind,
    words_settled,
)
from familiar_memory.maintenance.channels.settled.shared_words import (
    dropped_in,
    matter_of,
    numbers_over_in,
)
from familiar_memory.maintenance.channels.settled.taken_back import as_meant, taken_back_in
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.writers.arcs.wording import overlap
from familiar_memory.writers.promised.promise import Promise, done_by
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["Ended", "SpokenAt", "Open", "When", "ended_by", "open_lines"]

_MOST_OF = 0.6
"""Of the words of what is dropped: so many stand in the line that is meant."""


SpokenAt: TypeAlias = tuple[int, int]
"""When something was said, and the order in which it came."""
When: TypeAlias = Callable[[StandingLine], SpokenAt | None]
"""When the message of a line was said; None where nobody knows."""


@dataclass(frozen=True, slots=True)
class Open:
    """Something that stands: a line of the note, or an item that was said just now."""

    kind: SharedKind
    words: str
    matter: str
    by: str
    line: StandingLine | None = None
    item: SharedItem | None = None

    @property
    def settled(self) -> SettledMatter:
        """Its words, and what they are about."""
        return SettledMatter(self.words, self.matter)


@dataclass(frozen=True, slots=True)
class Ended:
    """What is over, and since which day."""

    what: Open
    until: date


def open_lines(lines: Iterable[StandingLine]) -> tuple[Open, ...]:
    """The lines of a note as what stands."""
    return tuple(_open_line(one) for one in lines)


def ended_by(
    said: Iterable[Utterance],
    items: Sequence[SharedItem],
    standing: Iterable[Open],
    when: When,
    minutes: Iterable[Utterance] = (),
) -> tuple[Ended, ...]:
    """What these messages end, of what stood before them and of what they say themselves.

    Talk may be gone through for a second time, or come late: nothing ends what was said after it,
    and what is replaced already by a line that stands is over as it comes. The `minutes` are of the
    familiar itself, in whose words nothing is settled.
    """
    by_message: dict[int, list[SharedItem]] = {}
    for item in items:
        by_message.setdefault(item.said.order, []).append(item)
    kept = {one.order for one in minutes}
    told = tuple(said)
    jokes = taken_back_in(told)
    stands = list(standing)
    ended: list[Ended] = []
    meant = (one for one in told if one.order not in jokes)
    for one in sorted((*meant, *minutes), key=_moment):
        own = by_message.get(one.order, [])
        found = _amended(one, stands) if one.order in kept else _over(one, own, stands)
        for over in [was for was in dict.fromkeys(found) if _is_before(was, one, when)]:
            stands.remove(over)
            ended.append(Ended(over, one.slot.day))
        for new in map(_open_item, own):
            if any(_replaces(was, new) and not _is_before(was, one, when) for was in stands):
                ended.append(Ended(new, one.slot.day))
            else:
                stands.append(new)
    return tuple(ended)


def _moment(one: Utterance) -> SpokenAt:
    return one.said_us, one.order


def _is_before(was: Open, one: Utterance, when: When) -> bool:
    """Whether it was said before; where nobody knows when, whether it was on an earlier day."""
    if was.line is None:
        return True
    moment, learned = when(was.line), was.line.record.fields.learned
    if moment is not None or learned is None:
        return moment is None or moment < _moment(one)
    return learned.isoformat()[:10] < one.slot.day.isoformat()


def _replaces(later: Open, item: Open) -> bool:
    """Whether a line decides otherwise what was decided, by its number or in so many words."""
    if later.line is None or SharedKind.ACTION in (later.kind, item.kind):
        return False
    if numbers := numbers_in(item.words):
        return bool(numbers & numbers_in(later.words))
    return is_replaced(item.settled, later.settled, later.words)


def _amended(one: Utterance, stands: Sequence[Open]) -> Iterator[Open]:
    """What it says of a decision by its number, where it names it, and says something else."""
    for told in numbered_in(one.words):
        for was in stands:
            shared, share = overlap(told.matter, was.matter)
            if told.number in numbers_in(was.words) and shared and share < 1.0:
                yield was


def _over(one: Utterance, own: Sequence[SharedItem], stands: Sequence[Open]) -> Iterator[Open]:
    words = as_meant(one.words)
    yield from _done(one.author.slug, words, stands)
    for matter in dropped_in(words):
        yield from _only(_dropped(matter, stands))
    revoked = numbers_over_in(words)
    yield from (was for was in stands if revoked & numbers_in(was.words))
    for item in own:
        numbers = numbers_in(item.text)
        yield from (was for was in stands if numbers and numbers & numbers_in(was.words))
        if item.kind is not SharedKind.ACTION:
            settled = [was for was in stands if was.kind is not SharedKind.ACTION]
            new = SettledMatter(item.text, item.matter)
            yield from _only(_replaced(settled, new, words))


def _replaced(settled: Iterable[Open], new: SettledMatter, words: str) -> Sequence[Open]:
    """What may be meant; of several those that the message names."""
    found = [was for was in settled if is_replaced(was.settled, new, words)]
    if len(found) < 2:
        return found
    return [found[at] for at in named_beside([was.settled for was in found], new, words)]


def _done(by: str, words: str, stands: Sequence[Open]) -> Iterator[Open]:
    actions = [was for was in stands if was.kind is SharedKind.ACTION]
    promises = (Promise(was.by, was.matter) for was in actions)
    yield from (actions[at] for at in done_by(words, by, promises))


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
