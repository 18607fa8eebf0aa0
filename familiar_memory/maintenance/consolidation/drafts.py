"""A tree that is changed on paper: what a night would write, without writing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from familiar_memory.errors import NotFoundError
from familiar_memory.maintenance.sleep.step import Preview
from familiar_memory.store.base import UNKNOWN, Cause, FileState, WriteResult
from familiar_memory.store.revision import revision_of

if TYPE_CHECKING:
    from pathlib import Path

    from familiar_memory.store.base import GrepResult, NoteStore, TreeScan
    from familiar_memory.store.limits import Limits

__all__ = ["DraftStore"]


class DraftStore:
    """As much of a store as merging needs; later changes see those before them."""

    def __init__(self, store: NoteStore) -> None:
        self._store = store
        self._before: dict[str, str] = {}
        self._after: dict[str, str] = {}

    @property
    def root(self) -> Path:
        """The folder of the tree."""
        return self._store.root

    @property
    def limits(self) -> Limits:
        """The caps in force."""
        return self._store.limits

    def read_file(self, rel_path: str) -> str:
        """The text as it would be by now."""
        drafted = self._after.get(rel_path)
        return self._store.read_file(rel_path) if drafted is None else drafted

    def file_state(self, rel_path: str) -> FileState | None:
        """The file as it stands."""
        return self._store.file_state(rel_path)

    def scan_files(self, rel_path: str = "") -> TreeScan:
        """The files as they stand."""
        return self._store.scan_files(rel_path)

    def grep(self, pattern: str, *, case_insensitive: bool = True) -> GrepResult:
        """The lines as they stand."""
        return self._store.grep(pattern, case_insensitive=case_insensitive)

    def edit_all(
        self,
        changes: Mapping[str, Callable[[str], str | None]],
        *,
        cause: Cause = UNKNOWN,
        attempts: int = 5,
        is_capped: bool = True,
    ) -> tuple[WriteResult, ...]:
        """Apply the changes to the texts; what one raises leaves all as they were."""
        texts = {path: self._text(path) for path in changes}
        after = {path: change(texts[path]) or "" for path, change in changes.items()}
        for path, text in after.items():
            self._before.setdefault(path, texts[path])
            self._after[path] = text
        return tuple(_result(path, texts[path], text) for path, text in after.items())

    def previews(self) -> Iterator[Preview]:
        """What each note is, and would be."""
        for path, before in self._before.items():
            if before != self._after[path]:
                yield Preview(path, before, self._after[path])

    def _text(self, path: str) -> str:
        try:
            return self.read_file(path)
        except NotFoundError:
            return ""


def _result(path: str, before: str, after: str) -> WriteResult:
    revision = revision_of(after.encode("utf-8", "surrogatepass"))
    return WriteResult(path, revision, None, before != after, len(after))
