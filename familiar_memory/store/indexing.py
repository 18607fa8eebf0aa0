"""A store that tells someone which files it has changed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from familiar_memory.store.base import (
    FileState,
    GlobResult,
    GrepResult,
    MemoryEntry,
    NoteStore,
    TreeScan,
    WriteResult,
)
from familiar_memory.store.limits import Limits

__all__ = ["IndexingMemoryStore"]

_LOG = logging.getLogger(__name__)


class IndexingMemoryStore:
    """A `NoteStore` around another one; reports the path of each file that it changed.

    The report comes after success and only for real changes; a move reports both
    paths. A listener that fails is logged: the change was made all the same.
    """

    def __init__(self, store: NoteStore, on_change: Callable[[str], None]) -> None:
        self._store = store
        self._on_change = on_change

    @property
    def root(self) -> Path:
        """The folder of the inner store."""
        return self._store.root

    @property
    def limits(self) -> Limits:
        """The caps of the inner store."""
        return self._store.limits

    def list_dir(self, rel_path: str = "") -> list[MemoryEntry]:
        """As the inner store."""
        return self._store.list_dir(rel_path)

    def read_file(self, rel_path: str) -> str:
        """As the inner store."""
        return self._store.read_file(rel_path)

    def read_bytes(self, rel_path: str) -> bytes:
        """As the inner store."""
        return self._store.read_bytes(rel_path)

    def stat(self, rel_path: str) -> MemoryEntry:
        """As the inner store."""
        return self._store.stat(rel_path)

    def file_state(self, rel_path: str) -> FileState | None:
        """As the inner store."""
        return self._store.file_state(rel_path)

    def exists(self, rel_path: str) -> bool:
        """As the inner store."""
        return self._store.exists(rel_path)

    def revision(self, rel_path: str) -> str | None:
        """As the inner store."""
        return self._store.revision(rel_path)

    def check_new_files(self, rel_paths: Iterable[str]) -> None:
        """As the inner store."""
        self._store.check_new_files(rel_paths)

    def meet_moves(self) -> None:
        """As the inner store."""
        self._store.meet_moves()

    def names(self, rel_path: str = "") -> dict[str, bool]:
        """As the inner store."""
        return self._store.names(rel_path)

    def grep(
        self,
        pattern: str,
        rel_path: str = "",
        *,
        case_insensitive: bool = True,
        limit: int | None = None,
    ) -> GrepResult:
        """As the inner store."""
        return self._store.grep(pattern, rel_path, case_insensitive=case_insensitive, limit=limit)

    def glob(self, pattern: str) -> GlobResult:
        """As the inner store."""
        return self._store.glob(pattern)

    def scan_files(self, rel_path: str = "") -> TreeScan:
        """As the inner store."""
        return self._store.scan_files(rel_path)

    def write_derived(self, rel_path: str, content: str) -> WriteResult:
        """As the inner store; a derived file is nobody's news."""
        return self._store.write_derived(rel_path, content)

    def write_file(
        self,
        rel_path: str,
        content: str,
        *,
        source: str = "unknown",
        expected: str | None = None,
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> WriteResult:
        """As the inner store, and reported."""
        return self._reported(
            self._store.write_file(
                rel_path, content, source=source, expected=expected, refs=refs, batch=batch
            )
        )

    def append_file(
        self,
        rel_path: str,
        content: str,
        *,
        source: str = "unknown",
        expected: str | None = None,
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> WriteResult:
        """As the inner store, and reported."""
        return self._reported(
            self._store.append_file(
                rel_path, content, source=source, expected=expected, refs=refs, batch=batch
            )
        )

    def edit(
        self,
        rel_path: str,
        change: Callable[[str], str],
        *,
        source: str = "unknown",
        refs: Iterable[str] = (),
        batch: str | None = None,
        attempts: int = 5,
        is_capped: bool = True,
    ) -> WriteResult:
        """As the inner store, and reported."""
        return self._reported(
            self._store.edit(
                rel_path,
                change,
                source=source,
                refs=refs,
                batch=batch,
                attempts=attempts,
                is_capped=is_capped,
            )
        )

    def delete(
        self,
        rel_path: str,
        *,
        source: str = "unknown",
        expected: str | None = None,
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> WriteResult:
        """As the inner store, and reported."""
        return self._reported(
            self._store.delete(rel_path, source=source, expected=expected, refs=refs, batch=batch)
        )

    def move(
        self,
        rel_path: str,
        to: str,
        *,
        source: str = "unknown",
        expected: str | None = None,
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> WriteResult:
        """As the inner store; the old path is reported, then the new one."""
        result = self._store.move(
            rel_path, to, source=source, expected=expected, refs=refs, batch=batch
        )
        if result.changed:
            self._tell(rel_path)
        return self._reported(result)

    def restore(
        self,
        rel_path: str,
        data: bytes | None,
        *,
        source: str = "unknown",
        expected: str | None = None,
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> WriteResult:
        """As the inner store, and reported."""
        return self._reported(
            self._store.restore(
                rel_path, data, source=source, expected=expected, refs=refs, batch=batch
            )
        )

    def create_files(
        self,
        files: Mapping[str, bytes],
        *,
        source: str = "unknown",
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> Iterator[WriteResult]:
        """As the inner store, and reported."""
        made = self._store.create_files(files, source=source, refs=refs, batch=batch)
        return (self._reported(result) for result in made)

    def _reported(self, result: WriteResult) -> WriteResult:
        if result.changed:
            self._tell(result.path)
        return result

    def _tell(self, rel_path: str) -> None:
        try:
            self._on_change(rel_path)
        except Exception:  # noqa: BLE001 - the listener's failure is not the store's
            _LOG.exception("a listener failed on the change of %s", rel_path)
