"""What was said since the last time, as much of it as there is room for: a pure function.

Conversations are kept together, what people said comes before what programs printed, and of what
is too long the beginning and, more of it, the end stay, since conclusions stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.writers.model.page.allotment import divided, excerpted, shares
from familiar_memory.writers.model.page.transcript import is_automated

__all__ = ["ROOM", "DayConversation", "Gathered", "SaidLine", "gather", "size_of"]

ROOM = 50_000
"""Characters of talk that are looked at together."""
_OF_A_CONVERSATION = 400
"""Characters that each conversation may have however little room there is: some messages."""
_OF_A_MESSAGE = 200
_BESIDE = 30
"""Characters around a message: its name, its time, who says it."""
_HEAD = 0.4
"""The share of the room that the beginning of a long conversation has; its end has the rest."""


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A turn, and what is shown of it."""

    stored: StoredTurn
    text: str

    @property
    def size(self) -> int:
        """The characters that it takes."""
        return len(self.text) + _BESIDE

    @property
    def when(self) -> tuple[object, int]:
        """By which lines are sorted: when it was said, then when it arrived."""
        return self.stored.turn.timestamp, self.stored.id


@dataclass(frozen=True, slots=True)
class DayConversation:
    """The turns of one session of a place, in order of time, of people or of programs."""

    place: Place
    lines: tuple[SaidLine, ...]
    is_automated: bool = False

    @property
    def size(self) -> int:
        """The characters that it takes."""
        return sum(line.size for line in self.lines)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Conversations in order of time, and what is missing of them, by number.

    `left_out` are the messages that had no room, `cut` those of which beginning and end are there.
    """

    conversations: tuple[DayConversation, ...] = ()
    left_out: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()

    @property
    def turns(self) -> tuple[StoredTurn, ...]:
        """Those that are shown."""
        return tuple(line.stored for one in self.conversations for line in one.lines)


def gather(turns: Iterable[StoredTurn], room: int = ROOM) -> Gathered:
    """The turns in at most `room` characters.

    Automated ones have a fifth of it where both kinds want more than there is; what one kind does
    not need is the other's. Each conversation has its share by its length, and a little at least.
    Deleted and silent turns stay out, and what memory has given is left out of their texts.
    """
    said = _conversations(turns)
    talk = [one for one in said if not one.is_automated]
    printed = [one for one in said if one.is_automated]
    for_talk, for_printed = divided(room, _wanted(talk), _wanted(printed))
    fitted = [*_fitted(talk, for_talk), *_fitted(printed, for_printed)]
    fitted.sort(key=lambda one: (one.lines[0].when, one.is_automated))
    return _compared(said, fitted)


def size_of(turn: Turn) -> int:
    """The characters that a turn would take; 0 where nothing of it is shown."""
    shown = _shown(turn)
    return len(shown) + _BESIDE if shown else 0


def _shown(turn: Turn) -> str:
    if turn.silent or turn.deleted:
        return ""
    return strip_recalled(turn.text).strip()


def _conversations(turns: Iterable[StoredTurn]) -> list[DayConversation]:
    """By session; of one session what programs printed is a conversation by itself."""
    found: dict[tuple[str, bool], list[SaidLine]] = {}
    for stored in turns:
        if text := _shown(stored.turn):
            key = stored.session, is_automated(stored.turn)
            found.setdefault(key, []).append(SaidLine(stored, text))
    made = (
        DayConversation(lines[0].stored.turn.place, tuple(sorted(lines, key=_when)), automated)
        for (_, automated), lines in found.items()
    )
    return sorted(made, key=lambda one: _when(one.lines[0]))


def _when(line: SaidLine) -> tuple[object, int]:
    return line.when


def _wanted(conversations: Iterable[DayConversation]) -> int:
    return sum(one.size for one in conversations)


def _fitted(conversations: Sequence[DayConversation], room: int) -> Iterator[DayConversation]:
    sizes = [one.size for one in conversations]
    for one, share in zip(conversations, shares(sizes, room, _OF_A_CONVERSATION), strict=True):
        if share and (lines := _within(one.lines, share)):
            yield replace(one, lines=lines)


def _within(lines: Sequence[SaidLine], room: int) -> tuple[SaidLine, ...]:
    """The messages of a conversation in so many characters."""
    if sum(line.size for line in lines) <= room:
        return tuple(lines)
    kept = _ends(lines, room)
    given = shares([line.size for line in kept], room, _OF_A_MESSAGE + _BESIDE)
    return tuple(
        SaidLine(line.stored, excerpted(line.text, share - _BESIDE))
        for line, share in zip(kept, given, strict=True)
        if share > _BESIDE
    )


def _ends(lines: Sequence[SaidLine], room: int) -> Sequence[SaidLine]:
    """All messages, or the first and, for more of the room, the last of them.

    So many as have room for a part of each.
    """
    least = [min(line.size, _OF_A_MESSAGE + _BESIDE) for line in lines]
    if sum(least) <= room:
        return lines
    for_head = int(room * _HEAD)
    head = _counted(least, for_head)
    tail = _counted(list(reversed(least[head:])), room - sum(least[:head]))
    return [*lines[:head], *lines[len(lines) - tail :]]


def _counted(sizes: Sequence[int], room: int) -> int:
    """How many of these, from the first on, have room."""
    used = 0
    for count, size in enumerate(sizes):
        used += size
        if used > room:
            return count
    return len(sizes)


def _compared(said: Iterable[DayConversation], fitted: Sequence[DayConversation]) -> Gathered:
    shown = {line.stored.id: line.text for one in fitted for line in one.lines}
    whole = {line.stored.id: line.text for one in said for line in one.lines}
    return Gathered(
        tuple(fitted),
        tuple(sorted(whole.keys() - shown.keys())),
        tuple(sorted(number for number, text in shown.items() if text != whole[number])),
    )
