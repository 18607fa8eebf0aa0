"""The notes of a tree, as whoever writes some of them anew reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from familiar_memory.domain.tree import is_indexed
from familiar_memory.errors import InputError, NotFoundError
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader

__all__ = ["NotesOfTree"]


@dataclass(frozen=True, slots=True)
class NotesOfTree:
    """The notes by path, as of one look; texts are read when they are asked for.

    `texts` are those of a look that somebody has just had: then nothing is read.
    """

    store: NoteReader
    register: TreeRegister
    texts: Mapping[str, str] | None = None
    paths: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "paths", tuple(self._listed()))

    def text(self, path: str) -> str:
        """The text of the note at a path.

        Raises:
            StoreError: it cannot be read.
        """
        if self.texts is None:
            return self.store.read_file(path)
        if path not in self.texts:
            raise NotFoundError(f"there is no note at {path}", "a note that is there")
        return self.texts[path]

    def _listed(self) -> Iterable[str]:
        if self.texts is not None:
            return self.texts
        files = self.store.scan_files().files
        return (one.path for one in files if is_indexed(one.path))

    def read(self, key: str) -> tuple[str, str]:
        """Where the note of a key stands, and its text.

        Raises:
            InputError: there is none.
            StoreError: it cannot be read.
        """
        path = self.register.path_of(key)
        try:
            if path is not None:
                return path, self.text(path)
        except NotFoundError:
            pass
        raise InputError(f"there is no {key} any more", "a note that is there")
