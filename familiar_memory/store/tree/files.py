"""The files of one tree as those need them who change it: reached, locked, read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from familiar_memory.errors import NotAFileError, NotFoundError, PathError
from familiar_memory.store.disk.confine import Confinement
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.folders import opened
from familiar_memory.store.disk.locks import FileLocks
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.reading import read_regular

__all__ = ["Tree"]


@dataclass(frozen=True, slots=True)
class Tree:
    """One folder of notes: its disk, its border and its locks."""

    fs: FileSystem
    confinement: Confinement
    locks: FileLocks

    @contextmanager
    def reached(self, rel_path: str, *, make_folders: bool = False) -> Iterator[Spot]:
        """The spot of a file, no link on the way; errors of the disk inside are translated."""
        root = self.confinement.absolute("")
        with (
            translated(rel_path),
            opened(self.fs, root, rel_path, make_folders=make_folders) as spot,
        ):
            yield spot

    def read(self, rel_path: str) -> bytes:
        """The bytes of a file that may be written; `NotFoundError` when there is none."""
        self.confinement.for_writing(rel_path)
        return self.read_unchecked(rel_path)

    def read_or_none(self, rel_path: str) -> bytes | None:
        """The bytes of a file that may be written; None when there is none."""
        try:
            return self.read(rel_path)
        except NotFoundError:
            return None

    def standing(self, rel_path: str) -> bytes | None:
        """The bytes of a regular file, reached by no link; None for all else that may stand there.

        The path may be a hidden or derived one.
        """
        try:
            return self.read_unchecked(rel_path)
        except (NotFoundError, NotAFileError, PathError):
            return None

    def read_unchecked(self, rel_path: str) -> bytes:
        """The bytes of a file at a path that has been checked, a link never followed."""
        with self.reached(rel_path) as spot:
            return read_regular(self.fs, spot, rel_path, follow=False)
