"""Who still has to read a message before its words may go, and how far each of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from familiar_memory.errors import NotFoundError
from familiar_memory.history.base import History
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.history.ledger.ledger import TRIED_AGAIN, BatchStatus
from familiar_memory.history.turn_rows import AgedTurn
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.store.base import NoteReader
from familiar_memory.store.names import REVIEW_PATH

__all__ = [
    "IsWaiting",
    "TalkReader",
    "batch_reader",
    "place_reader",
    "review_reader",
    "writer_reader",
]

_UNDECIDED = (Mark.OPEN, Mark.TICKED, Mark.UNCLEAR)

_OPEN = (*TRIED_AGAIN, BatchStatus.STAGED, BatchStatus.QUARANTINED, BatchStatus.RETURNED)
"""Batches that are not written up, or that somebody may have tried again."""

IsWaiting: TypeAlias = Callable[[AgedTurn], bool]
"""Whether a message waits."""


@dataclass(frozen=True, slots=True)
class TalkReader:
    """One for whom messages wait.

    `waits_for` ends a sentence that begins "2 old messages wait for". `look` says which wait, as
    it is when it is called.
    """

    waits_for: str
    look: Callable[[], IsWaiting]


def place_reader(waits_for: str, done: Callable[[], Callable[[str], int]]) -> TalkReader:
    """Who reads turns in order, in each place (its slug) by itself: `done` says how far."""

    def look() -> IsWaiting:
        done_to = done()
        return lambda one: one.id > done_to(one.name[0])

    return TalkReader(waits_for, look)


def writer_reader(history: Watermarks) -> TalkReader:
    """The writer, which reads all places together."""

    def done() -> Callable[[str], int]:
        upto = history.watermark()
        return lambda _place: upto

    return place_reader("the writer", done)


def batch_reader(history: History) -> TalkReader:
    """Whoever has a batch tried again that the writer could not write up."""

    def look() -> IsWaiting:
        batches = history.ledger.after(0, _OPEN)
        return lambda one: any(batch.holds(one.id) for batch in batches)

    return TalkReader("a batch that is not written up yet (`familiar write`)", look)


def review_reader(store: NoteReader, vocabulary: Vocabulary) -> TalkReader:
    """People, who decide on proposals: the list quotes the messages that they were made of."""

    def look() -> IsWaiting:
        refs = frozenset(_undecided(store, vocabulary))
        # By its ref alone: that a line names no place does not say where its message was.
        return lambda one: one.name[1] in refs

    return TalkReader(f"you to decide on a proposal in {REVIEW_PATH}", look)


def _undecided(store: NoteReader, vocabulary: Vocabulary) -> Iterator[str]:
    with suppress(NotFoundError):
        for line in review_lines(store.read_file(REVIEW_PATH), vocabulary):
            if line.mark in _UNDECIDED:
                yield from line.refs
