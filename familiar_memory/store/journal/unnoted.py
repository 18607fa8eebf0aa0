"""A sign on the disk that a process has seen edits which the journal does not have yet.

Edits are noted when their author seems to have finished saving. A process that dies
before that leaves its sign, and the next one knows that it has to compare.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.ownership import make_file, make_folders

__all__ = ["UnnotedSign"]

_PREFIX: Final = "unnoted-"


class UnnotedSign:
    """One process's sign in the folder of the journal. Failures are `StorageError`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._mine = directory / f"{_PREFIX}{secrets.token_hex(8)}"

    def put_up(self) -> None:
        """Say so, before anybody could take the edits for noted; again does no harm."""
        with translated(self._mine.name):
            make_folders(self._directory)
            make_file(self._mine)
            self._mine.touch()

    def take_down(self) -> None:
        """Say that all is noted."""
        with translated(self._mine.name):
            self._mine.unlink(missing_ok=True)

    def take_over(self) -> bool:
        """Put up our own sign in the place of those of others; False when there are none.

        A process that is alive puts up its own again with the next edit that it sees.
        """
        with translated(self._directory.name):
            others = [path for path in self._signs() if path != self._mine]
            if others:
                self.put_up()
            for path in others:
                path.unlink(missing_ok=True)
        return bool(others)

    def _signs(self) -> Iterator[Path]:
        with contextlib.suppress(FileNotFoundError):
            yield from sorted(self._directory.glob(f"{_PREFIX}*"))
