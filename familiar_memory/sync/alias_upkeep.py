"""Keep the alias file, a convenience for people, in step with the names that the notes state."""

from __future__ import annotations

import logging
from collections.abc import Callable

from familiar_memory.domain.memory.racy import RACY_WINDOW_NS
from familiar_memory.domain.tree import ALIAS_FILE
from familiar_memory.errors import StoreError
from familiar_memory.index.base import Index
from familiar_memory.index.rows.aliases import bearers
from familiar_memory.index.rows.marks import NAMES_VERSION
from familiar_memory.notes.alias_file import is_listed, write_alias_file
from familiar_memory.store.base import FileState, NoteStore

__all__ = ["AliasUpkeep"]

_log = logging.getLogger(__name__)
_MARK = "alias_file"
"""Notes of which names, and into which file, the alias file was written."""


class AliasUpkeep:
    """Writes the alias file anew where it is not what the notes say."""

    def __init__(self, index: Index, store: NoteStore, now_ns: Callable[[], int]) -> None:
        self._index = index
        self._store = store
        self._now_ns = now_ns

    def write(self) -> bool:
        """Whether it was written, and so has to be indexed anew: it may have lost entries.

        Raises:
            IndexUnavailableError: the names cannot be read.
        """
        try:
            state = self._store.file_state(ALIAS_FILE)
            derived_from = f"{self._index.mark(NAMES_VERSION)} {state and state[1:]}"
            if self._index.mark(_MARK) == derived_from:
                return False
            rows = self._index.alias_rows()
            stated = bearers(row for row in rows if is_listed(row))
            if write_alias_file(self._store, stated):
                return True
            if state is None or self._is_settled(state):
                self._index.set_mark(_MARK, derived_from)
        except StoreError as problem:
            # A convenience for people: its failure must not fail the sync.
            _log.warning("the alias file was not written: %s", problem.problem)
        return False

    def _is_settled(self, state: FileState) -> bool:
        """Whether a file was touched so long ago that another save would show in its times."""
        return max(state.mtime_ns, state.changed_ns) < self._now_ns() - RACY_WINDOW_NS
