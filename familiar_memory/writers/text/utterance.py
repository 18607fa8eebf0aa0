"""One turn as a writer sees it: who, when in the familiar's day, and their own words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.writers.text.material import is_material, own_words
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.slots import Slot, slot_of
from familiar_memory.writers.text.worth import telling_of

__all__ = ["Utterance", "spoken_at", "utterance_of", "utterances"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MAX_LINE_CHARS = 280
"""About two sentences: what a line of a note shows of a long message."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What a person said in one turn. `order` is the turn's id, `said_us` its time."""

    order: int
    said_us: int
    ref: str
    session: str
    author: Author
    place: Place
    slot: Slot
    words: str

    @property
    def line(self) -> str:
        """What the words tell, on one line, cut at a sentence's end where it is long.

        Greetings and questions are left out, unless there is nothing else.
        """
        words = telling_of(self.words).text or self.words
        flat = " ".join(words.split())
        if len(flat) <= _MAX_LINE_CHARS:
            return flat
        kept = ""
        for sentence in split_sentences(words):
            if kept and len(kept) + len(sentence) + 1 > _MAX_LINE_CHARS:
                break
            kept = f"{kept} {sentence}".strip()
        return kept if len(kept) <= _MAX_LINE_CHARS else f"{kept[: _MAX_LINE_CHARS - 1].rstrip()}…"

    @property
    def fields(self) -> RecordFields:
        """The tail of every record that is made of this turn."""
        return RecordFields(
            learned=self.slot.day, refs=(self.ref,), by=self.author.slug, place=self.place.slug
        )


def utterances(turns: Iterable[StoredTurn], zone: tzinfo) -> tuple[Utterance, ...]:
    """Keep what may be learned from, in the order in which it was said."""
    kept = (
        utterance_of(stored, zone, own_words(stored.turn))
        for stored in turns
        if is_material(stored.turn)
    )
    return tuple(sorted((u for u in kept if u.words), key=lambda u: (u.said_us, u.order)))


def spoken_at(stored: StoredTurn) -> tuple[int, int]:
    """When a turn was said, in microseconds, and the order in which it came."""
    return (stored.turn.timestamp - _EPOCH) // _MICROSECOND, stored.id


def utterance_of(stored: StoredTurn, zone: tzinfo, words: str) -> Utterance:
    """Who said these words of a turn, where and when."""
    turn = stored.turn
    said_us, order = spoken_at(stored)
    return Utterance(
        order=order,
        said_us=said_us,
        ref=turn.ref,
        session=stored.session,
        author=turn.author,
        place=turn.place,
        slot=slot_of(turn.timestamp, zone),
        words=words,
    )
