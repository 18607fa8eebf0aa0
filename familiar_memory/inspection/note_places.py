"""Notes and folders as people name them: with `./`, a last slash, or without `.md`."""

from __future__ import annotations

from collections.abc import Callable

from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader

__all__ = ["place_of", "was_ever"]

_NOTE = ".md"


def place_of(given: str, exists: Callable[[str], bool]) -> str:
    """The path below the memory that is meant; empty for the whole of it.

    A note may be named without `.md`, unless something of that very name exists.
    """
    path = given.strip().removeprefix("./").rstrip("/")
    if path in ("", "."):
        return ""
    if not exists(path) and not path.endswith(_NOTE) and exists(path + _NOTE):
        return path + _NOTE
    return path


def was_ever(store: NoteStore, journal: JournalReader) -> Callable[[str], bool]:
    """Ask whether a path is there now, or the journal knows of it or of something below it."""

    def known(path: str) -> bool:
        return store.exists(path) or any(True for _ in journal.entries(path))

    return known
