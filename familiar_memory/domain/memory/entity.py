"""What facts and links are about: people and subjects, by the notes that are theirs."""

from __future__ import annotations

from pathlib import PurePosixPath

__all__ = ["entity_of", "is_entity_note"]

_FOLDERS = frozenset({"people", "topics"})


def is_entity_note(path: str) -> bool:
    """Whether a note is somebody's or something's own."""
    return path.rpartition("/")[0] in _FOLDERS


def entity_of(path: str) -> str:
    """The entity whose note this is: the stem in `people/` and `topics/`, else the path."""
    return PurePosixPath(path).stem if is_entity_note(path) else path
