"""Have the index narrow a search of the notes, where opening it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.errors import FamiliarError
from familiar_memory.threads.built_once import BuildsOnce, built_once

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from familiar_memory.index.base import Index
    from familiar_memory.store.disk_reader import DiskReader
    from familiar_memory.sync.grep_candidates import GrepCandidates

__all__ = ["Narrowing"]

_FEW = 1_000
"""Notes that are read sooner than the index is loaded and opened, some 0.1 s."""


class Narrowing(BuildsOnce):
    """Which files can hold a match: a `Candidates` for `MemoryStore`, as the index knows."""

    def __init__(
        self,
        reader: DiskReader,
        index: Callable[[], Index],
        is_open: Callable[[], bool],
        keys: Callable[[], Mapping[str, str]],
    ) -> None:
        """Ask nothing yet; `index` opens it, where it is not open already.

        `keys` says by what the index knows notes that are not known by their own paths.
        """
        super().__init__()
        self._reader = reader
        self._index = index
        self._is_open = is_open
        self._keys = keys

    def __call__(self, pattern: str, case_insensitive: bool) -> list[str] | None:
        """The paths to read; None when all must be, or are few, or not known.

        Raises:
            PatternError: the pattern is not accepted.
        """
        try:
            if not self._is_open() and self._has_few():
                return None
            index_knows = self._index_knows
        except FamiliarError:
            return None
        return index_knows(pattern, case_insensitive)

    def _has_few(self) -> bool:
        return len(self._reader.scan_files().files) <= _FEW

    @built_once
    def _index_knows(self) -> GrepCandidates:
        from familiar_memory.sync.grep_candidates import GrepCandidates

        return GrepCandidates(self._index(), self._reader.scan_files, self._keys)
