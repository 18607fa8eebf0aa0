"""The notes of a tree, as whoever writes some of them anew reads them."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.tree import is_indexed
from familiar_memory.errors import InputError, NotFoundError
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader

__all__ = ["NotesOfTree"]


@dataclass(frozen=True, slots=True)
class NotesOfTree:
    """The notes by path, as of one look; texts are read when they are asked for."""

    store: NoteReader
    register: TreeRegister
    paths: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        files = self.store.scan_files().files
        paths = tuple(one.path for one in files if is_indexed(one.path))
        object.__setattr__(self, "paths", paths)

    def read(self, key: str) -> tuple[str, str]:
        """Where the note of a key stands, and its text.

        Raises:
            InputError: there is none.
            StoreError: it cannot be read.
        """
        path = self.register.path_of(key)
        try:
            if path is not None:
                return path, self.store.read_file(path)
        except NotFoundError:
            pass
        raise InputError(f"there is no {key} any more", "a note that is there")
