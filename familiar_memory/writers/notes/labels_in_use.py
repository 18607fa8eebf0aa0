"""Which labels the notes of a tree explain already, so that none comes to mean two places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from familiar_memory.operations.place_labels import Labels, LabelsWhenNeeded, PlaceLabels

if TYPE_CHECKING:
    from familiar_memory.history.base import History
    from familiar_memory.notes.register.head import NoteHead
    from familiar_memory.notes.register.register import TreeRegister

__all__ = ["labels_in_use", "labels_when_needed"]


def labels_in_use(heads: Mapping[str, NoteHead]) -> dict[str, str]:
    """The labels of these notes, each with its place: by path, the first note with one counts."""
    found: dict[str, str] = {}
    for path in sorted(path for path, head in heads.items() if head.labels):
        for label, place in heads[path].labels:
            found.setdefault(label, place)
    return found


def labels_when_needed(history: History, register: TreeRegister) -> Labels:
    """The labels of the places that are known, found when a line needs one that its note lacks."""

    def find() -> PlaceLabels:
        register.look_at_heads()
        return PlaceLabels(history.places(), labels_in_use(register.heads()))

    return LabelsWhenNeeded(find)
