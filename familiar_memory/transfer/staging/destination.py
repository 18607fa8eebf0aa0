"""Where an import writes what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.batch_signs import BatchSigns
from familiar_memory.transfer.staging.left_behind import KnownChanges, NoChanges

__all__ = ["Destination", "MakePrivate", "RecordMany"]

RecordMany: TypeAlias = Callable[[Sequence[Turn]], Sequence[RecordOutcome]]
"""Records turns in one transaction: `HistoryStore.record_many`, or a familiar's."""
MakePrivate: TypeAlias = Callable[[Iterable[tuple[Place, str]]], set[tuple[str, str]]]
"""Moves turns out of their open rooms in one transaction: `HistoryStore.make_private`."""


def _move_none(_: Iterable[tuple[Place, str]]) -> set[tuple[str, str]]:
    return set()


@dataclass(frozen=True, slots=True)
class Destination:
    """A history and a tree, and what is known there of earlier imports.

    Without `make_private` the turns of a channel that was made private move all the same,
    but slower the more there are. `known` is the journal; without it every note that
    differs is taken for a person's. `signs` are where an import that is cut off is told of.
    """

    record_many: RecordMany
    store: NoteStore
    make_private: MakePrivate = _move_none
    known: KnownChanges = field(default_factory=NoChanges)
    signs: BatchSigns | None = None
