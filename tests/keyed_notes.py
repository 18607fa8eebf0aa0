"""Where the note of somebody stands: files are called as people are, and known by their ids."""

from __future__ import annotations

from pathlib import Path

from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader
from familiar_memory.store.disk_reader import DiskReader

__all__ = ["note_path", "note_text"]


def note_path(tree: NoteReader | Path, key: str) -> str:
    """The path of the note of a key, in a store or in a folder; the key where there is none."""
    store = DiskReader(tree) if isinstance(tree, Path) else tree
    return TreeRegister(store).path_of(key) or key


def note_text(tree: NoteReader | Path, key: str) -> str:
    """The text of the note of a key."""
    store = DiskReader(tree) if isinstance(tree, Path) else tree
    return store.read_file(note_path(store, key))
