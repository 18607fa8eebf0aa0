"""What was said, as a model is shown it: people's talk first, within the room that there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from familiar_memory.domain.talk.turn import StoredTurn, Turn, TurnKind
from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.operations.proposal import NotProposed
from familiar_memory.writers.model.page.allotment import divided, excerpted, shares
from familiar_memory.writers.text.slots import Slot, slot_of

__all__ = ["TranscriptLine", "is_automated", "transcript"]

_FLOOR = 200
"""Characters that each message may have however little room there is: what a chat message has."""
_BESIDE = 30
"""Characters around a message: its name, its time, who says it."""


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A turn, and what is shown of it."""

    stored: StoredTurn
    text: str
    slot: Slot


def transcript(
    turns: Iterable[StoredTurn], zone: tzinfo, room: int
) -> tuple[list[TranscriptLine], list[NotProposed]]:
    """The turns in order of time, in at most `room` characters, and what was left out of them.

    What memory has given is left out of their texts. Automated messages have a fifth of the room,
    where people say more than there is room for.
    """
    lines = [
        TranscriptLine(stored, text, slot_of(stored.turn.timestamp, zone))
        for stored in turns
        if (text := _shown(stored.turn))
    ]
    lines.sort(key=lambda line: (line.stored.turn.timestamp, line.stored.id))
    kinds = [is_automated(line.stored.turn) for line in lines]
    talk = [line for line, is_one in zip(lines, kinds, strict=True) if not is_one]
    automated = [line for line, is_one in zip(lines, kinds, strict=True) if is_one]
    for_talk, for_automated = divided(room, _wanted(talk), _wanted(automated))
    kept = [*_fitted(talk, for_talk), *_fitted(automated, for_automated)]
    kept.sort(key=lambda line: (line.stored.turn.timestamp, line.stored.id))
    return kept, [*_left_out(lines, kept)]


def is_automated(turn: Turn) -> bool:
    """Whether a program has printed it, and nobody said it."""
    return turn.kind is not TurnKind.INTERACTIVE


def _shown(turn: Turn) -> str:
    if turn.silent or turn.deleted:
        return ""
    return strip_recalled(turn.text).strip()


def _wanted(lines: Sequence[TranscriptLine]) -> int:
    return sum(len(line.text) + _BESIDE for line in lines)


def _fitted(lines: Sequence[TranscriptLine], room: int) -> Iterator[TranscriptLine]:
    lengths = [len(line.text) + _BESIDE for line in lines]
    for line, share in zip(lines, shares(lengths, room, _FLOOR + _BESIDE), strict=True):
        if share:
            yield TranscriptLine(line.stored, excerpted(line.text, share - _BESIDE), line.slot)


def _left_out(
    lines: Sequence[TranscriptLine], kept: Sequence[TranscriptLine]
) -> Iterator[NotProposed]:
    shown = {line.stored.id: line for line in kept}
    gone = [_name(line.stored.turn) for line in lines if line.stored.id not in shown]
    if gone:
        what = "1 message" if len(gone) == 1 else f"{len(gone)} messages"
        yield NotProposed(what, f"not shown to the model, for want of room: {', '.join(gone)}")
    for line in lines:
        one = shown.get(line.stored.id)
        if one is not None and one.text != line.text:
            reason = (
                f"the model was shown the beginning and the end of {len(line.text):,} characters"
            )
            yield NotProposed(f"message {_name(line.stored.turn)}", reason)


def _name(turn: Turn) -> str:
    return f"{turn.ref} in {turn.place.label}"
