"""Which labels the notes of a tree explain already, so that none comes to mean two places."""

from __future__ import annotations

from collections.abc import Mapping

from familiar_memory.notes.register.head import NoteHead

__all__ = ["labels_in_use"]


def labels_in_use(heads: Mapping[str, NoteHead]) -> dict[str, str]:
    """The labels of these notes, each with its place: by path, the first note with one counts."""
    found: dict[str, str] = {}
    for path in sorted(path for path, head in heads.items() if head.labels):
        for label, place in heads[path].labels:
            found.setdefault(label, place)
    return found
