"""What a later message takes back as a joke, when the notes have what was said in jest already.

The item of the joke was never so, and what it ended goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.maintenance.channels.settled.endings import When, ended_by, open_lines
from familiar_memory.maintenance.channels.settled.found import items_said
from familiar_memory.maintenance.channels.settled.room_note import RoomNote
from familiar_memory.maintenance.channels.settled.shared_item import words_settled
from familiar_memory.maintenance.channels.settled.taken_back import taken_back_in
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["Jest", "jests_in", "joked_since"]


@dataclass(frozen=True, slots=True)
class Jest:
    """A message that was a joke, and of its room's lines those `wrong` and those that go on.

    What is wrong is `gone` where it says no more than the message, in its words.
    """

    said: Utterance
    wrong: tuple[StandingLine, ...]
    resumed: tuple[StandingLine, ...]

    @property
    def gone(self) -> tuple[StandingLine, ...]:
        """Struck, it could never be said in earnest."""
        said = {item.text for item in items_said((self.said,))}
        return tuple(line for line in self.wrong if words_settled(line.record) in said)


def jests_in(
    earlier: Sequence[Utterance], said: Sequence[Utterance], note: RoomNote, when: When
) -> tuple[Jest, ...]:
    """What of the messages from `earlier` those that were `said` since take back.

    By the rule for messages of one page: whoever wrote it says so first thing in their next one,
    within a quarter of an hour.
    """
    joked, talk = joked_since(earlier, said), (*earlier, *said)
    earnest = [one for one in talk if one.order not in joked]
    return tuple(
        Jest(one, tuple(_made_of(one, note)), tuple(_ended_by(one, earnest, note, when)))
        for one in earlier
        if one.order in joked
    )


def joked_since(earlier: Sequence[Utterance], said: Sequence[Utterance]) -> frozenset[int]:
    """The messages (by their order) that those which were `said` since take back.

    What was taken back before is dealt with.
    """
    return taken_back_in((*earlier, *said)) - taken_back_in(earlier) if earlier else frozenset()


def _made_of(one: Utterance, note: RoomNote) -> Iterator[StandingLine]:
    for line in note.live:
        fields = line.record.fields
        if fields.refs[:1] == (one.ref,) and fields.by == one.author.slug:
            yield line


def _ended_by(
    one: Utterance, earnest: Sequence[Utterance], note: RoomNote, when: When
) -> Iterator[StandingLine]:
    """The lines that are struck since its day, and that it alone would strike if they stood."""
    day = one.slot.day.isoformat()
    struck = [
        line
        for line in note.lines
        if line.record.state is RecordState.ENDED and line.record.fields.until == day
    ]
    over = set(
        _struck_by([past for past in earnest if past.slot.day == one.slot.day], struck, when)
    )
    yield from (line for line in _struck_by((one,), struck, when) if line not in over)


def _struck_by(
    said: Sequence[Utterance], struck: Iterable[StandingLine], when: When
) -> Iterator[StandingLine]:
    for ended in ended_by(said, items_said(said), open_lines(struck), when):
        if ended.what.line is not None:
            yield ended.what.line
