"""Taking away copies and leavings in a folder in which everything may be deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.sought import Sought
from familiar_memory.store.disk.below import files_below
from familiar_memory.store.disk.derived_file import remove_derived
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.scratch import SCRATCH
from familiar_memory.store.sqlite.files import files_of
from familiar_memory.store.sqlite.scrubbing import file_holds

__all__ = ["DISPOSABLE", "DisposableFolder"]

DISPOSABLE: Final = ".index"
"""The folder of the tree for what is derived from it."""


class DisposableFolder:
    """Files beside a database that is used, as programs that copy and synchronise leave them.

    The database has an eraser of its own, and what running processes keep goes with them.
    Where the folder is a link, others may have things beyond it: then only what is called as
    the database is counts as left by such a program. Files of what notes said (`derived`) go
    whatever is erased: they hold digests too, in which nobody would find it.
    """

    name = DISPOSABLE

    def __init__(self, folder: Path, used: Path, derived: Iterable[Path] = ()) -> None:
        """Of this folder; the database that is `used` stays."""
        self._derived = tuple(derived)
        # Either may have been reached by a link, and the database must not be met as a copy.
        self._is_linked = folder.is_symlink()
        self._folder = folder.resolve()
        self._used = frozenset(files_of(used.resolve()))
        self._stem = used.stem

    def erase(self, what: Erasure) -> int:
        """Remove each file that holds some of it; how many. What is `derived` is not counted.

        Raises:
            StorageError: one cannot be read or removed.
        """
        with translated(DISPOSABLE):
            for file in self._derived:
                remove_derived(file)
            held = list(self._holding(what))
            for file in held:
                file.unlink(missing_ok=True)
        return len(held)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Those files, by their paths in the folder. `StorageError` as for `erase`."""
        with translated(DISPOSABLE):
            held = [file.relative_to(self._folder) for file in self._holding(what)]
        return tuple(f"{file.as_posix()} holds it" for file in held)

    def _holding(self, what: Erasure) -> Iterator[Path]:
        sought = Sought.of(what)
        for file in files_below(self._folder):
            is_kept = file in self._used or file.relative_to(self._folder).parts[0] == SCRATCH
            if not is_kept and self._may_be_ours(file) and file_holds(file, sought):
                yield file

    def _may_be_ours(self, file: Path) -> bool:
        if not self._is_linked:
            return True
        return file.parent == self._folder and file.name.startswith(self._stem)
