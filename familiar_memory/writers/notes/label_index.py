"""Which labels the notes of a tree explain already, so that none comes to mean two places."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below
from familiar_memory.errors import StoreError
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.store.base import FileState, NoteReader

__all__ = ["LabelIndex"]

_log = logging.getLogger(__name__)
_FOLDERS = (PEOPLE, TOPICS)


class LabelIndex:
    """The labels of people's notes and of topics, each file read once as long as it stays."""

    def __init__(self, store: NoteReader) -> None:
        """Nothing is read before `refresh`."""
        self._store = store
        self._states: dict[str, FileState] = {}
        self._used: dict[str, Mapping[str, str]] = {}

    def refresh(self) -> None:
        """Look at every note that may explain labels; one that cannot be read is left out."""
        states = {
            state.path: state
            for folder in _FOLDERS
            for state in self._store.scan_files(folder).files
        }
        for path in self._used.keys() - states.keys():
            self._forget(path)
        for path, state in states.items():
            if self._states.get(path) != state:
                self._read(path)
                self._states[path] = state

    def read_changed(self, paths: Iterable[str]) -> None:
        """Read the notes among these anew."""
        for path in paths:
            if any(is_below(path, folder) for folder in _FOLDERS):
                self._read(path)

    def used(self) -> dict[str, str]:
        """The labels in use, each with its place: by path, the first note that has one counts."""
        found: dict[str, str] = {}
        for path in sorted(self._used):
            for label, place in self._used[path].items():
                found.setdefault(label, place)
        return found

    def _read(self, path: str) -> None:
        self._forget(path)
        try:
            text = self._store.read_file(path)
        except StoreError as error:
            _log.warning("%s is left out: %s", path, error.problem)
            return
        if places := legend_of(read_frontmatter(text).data).places:
            self._used[path] = places

    def _forget(self, path: str) -> None:
        self._used.pop(path, None)
        self._states.pop(path, None)
