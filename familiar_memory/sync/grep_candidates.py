"""Which files a search of the tree has to read, as far as the index knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from familiar_memory.domain.memory.racy import is_racy
from familiar_memory.domain.memory.source import KnownDocument
from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import FamiliarError
from familiar_memory.index.base import Index
from familiar_memory.index.rows.trigrams import ByteMatrix, may_hold_any
from familiar_memory.notes.source import stamp_of
from familiar_memory.store.base import FileState, TreeScan
from familiar_memory.store.limits import Limits
from familiar_memory.store.search.pattern import compile_pattern
from familiar_memory.store.search.prefilter import folded_needles

__all__ = ["GrepCandidates"]

_SHORTEST = 3
"""The prints of the index are of three bytes; a shorter text says nothing."""


class _Prints(NamedTuple):
    """What the index knows of every note: its signs, and its row among the prints."""

    sequence: int
    known: dict[str, KnownDocument]
    rows: dict[str, int]
    matrix: ByteMatrix


class GrepCandidates:
    """Names every file that can hold a match: a `Candidates` for `MemoryStore`.

    A file is left out only when the index knows it as it is now and its print rules the
    pattern out. What is new, changed, too young to be sure of, or no note, is named.
    """

    def __init__(
        self,
        index: Index,
        scan: Callable[[], TreeScan],
        keys: Callable[[], Mapping[str, str]],
        max_pattern_chars: int = Limits().max_pattern_chars,
    ) -> None:
        """Take what reads the files as they were, and as they are.

        `keys` says by what the index knows notes that are not known by their own paths.
        """
        self._index = index
        self._scan = scan
        self._keys = keys
        self._max_pattern_chars = max_pattern_chars
        self._prints: _Prints | None = None

    def __call__(self, pattern: str, case_insensitive: bool) -> list[str] | None:
        """The paths to read; None when all must be, or when something is not known.

        Raises:
            PatternError: the pattern is not accepted.
        """
        needles = folded_needles(
            compile_pattern(
                pattern, case_insensitive=case_insensitive, max_chars=self._max_pattern_chars
            )
        )
        if not needles or min(map(len, needles)) < _SHORTEST:
            return None
        try:
            tree = self._scan()
            prints = self._newest_prints()
        except FamiliarError:
            return None
        if tree.unreadable:
            # The walk says what it could not look into.
            return None
        return self._left(tree, prints, needles)

    def _left(self, tree: TreeScan, prints: _Prints, needles: tuple[bytes, ...]) -> list[str]:
        may_hold = may_hold_any(prints.matrix, needles).tolist()

        keys = self._keys()

        def is_ruled_out(state: FileState) -> bool:
            key = keys.get(state.path, state.path)
            row = prints.rows.get(key)
            if row is None or may_hold[row]:
                return False
            known, stamp = prints.known.get(key), stamp_of(state)
            # Without the name: what the file says of itself may be older than its stamp.
            return known is not None and known.stamp[1:] == stamp[1:] and not is_racy(known)

        return [state.path for state in tree.files if not is_ruled_out(state)]

    def _newest_prints(self) -> _Prints:
        held = self._prints
        # Read before the rows: what is written meanwhile is read again, not missed.
        sequence = self._index.sequence()
        if held is not None and held.sequence == sequence:
            return held
        keys, matrix = self._index.prints(MEMORY)
        rows = {key: row for row, key in enumerate(keys)}
        self._prints = _Prints(sequence, self._index.known(MEMORY), rows, matrix)
        return self._prints
