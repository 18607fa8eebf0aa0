"""Searching the tree for a pattern."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from familiar_memory.domain.tree import is_review_list
from familiar_memory.errors import NotAFileError, NotTextError, StoreError
from familiar_memory.store.base import GrepHit, GrepResult, Skipped
from familiar_memory.store.disk.confine import Confinement
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.folders import FolderCursor
from familiar_memory.store.disk.os_errors import store_error, translated
from familiar_memory.store.disk.reading import decode_note, read_regular
from familiar_memory.store.limits import Limits
from familiar_memory.store.names import is_derived
from familiar_memory.store.search.matching import MatchingBudget, find_in_text
from familiar_memory.store.search.pattern import SearchPattern, compile_pattern
from familiar_memory.store.search.prefilter import ByteFilter, byte_filter
from familiar_memory.store.tree.walk import walk

__all__ = ["Candidates", "grep_tree"]

Candidates = Callable[[str, bool], Iterable[str] | None]
"""From (pattern, case_insensitive) to every path that may match; None: cannot say."""


def grep_tree(
    fs: FileSystem,
    confinement: Confinement,
    pattern: str,
    rel_path: str,
    *,
    limits: Limits,
    case_insensitive: bool,
    limit: int | None,
    candidates: Candidates | None,
) -> GrepResult:
    """Every match at or below a path, by (path, line, start), cut last.

    The path is one that `Confinement.for_reading` has passed, or "" for the tree.
    """
    began = time.thread_time()
    compiled = compile_pattern(
        pattern, case_insensitive=case_insensitive, max_chars=limits.max_pattern_chars
    )
    # What is spent on a pattern before it matches anything is part of what it may waste.
    waste_s = limits.grep_timeout_s - (time.thread_time() - began)
    if not pattern:
        return GrepResult()
    search = _Search(fs, confinement, compiled, limits, MatchingBudget(waste_s))
    named = candidates(pattern, case_insensitive) if candidates is not None else None
    paths = search.walked(rel_path) if named is None else _below(named, rel_path)
    most = limits.max_results if limit is None else min(max(limit, 0), limits.max_results)
    try:
        return search.first(most, sorted(paths))
    finally:
        search.folders.close()


def _below(paths: Iterable[str], rel_path: str) -> set[str]:
    prefix = f"{rel_path}/" if rel_path else ""
    return {path for path in paths if path == rel_path or path.startswith(prefix)}


@dataclass(slots=True)
class _Search:
    """One search under way: what it looks for, what it may spend, what it could not read."""

    fs: FileSystem
    confinement: Confinement
    pattern: SearchPattern
    limits: Limits
    budget: MatchingBudget
    is_walked: bool = False
    skipped: list[Skipped] = field(default_factory=list)
    may_match: ByteFilter | None = field(init=False)
    folders: FolderCursor = field(init=False)

    def __post_init__(self) -> None:
        self.may_match = byte_filter(self.pattern)
        self.folders = FolderCursor(self.fs, self.confinement.absolute(""))

    def walked(self, rel_path: str) -> Iterator[str]:
        """The paths to look into, found on the disk."""
        root = self.confinement.absolute("")
        if rel_path and self._is_file(rel_path):
            yield rel_path
            return
        # The walk follows no link, so no path of it needs to be looked at again, unless it
        # began at one.
        self.is_walked = not rel_path or not self.confinement.passes_link(rel_path)
        for prefix, entries in walk(self.fs, root, rel_path, self.skipped):
            for entry in entries:
                yield prefix + entry.name

    def first(self, most: int, paths: list[str]) -> GrepResult:
        """The first hits of these paths, in their order."""
        hits: list[GrepHit] = []
        for path in paths:
            for hit in self._hits_in(path):
                if len(hits) == most:
                    return GrepResult(hits, truncated=True, skipped=self.skipped)
                hits.append(hit)
        return GrepResult(hits, skipped=self.skipped)

    def _hits_in(self, path: str) -> Iterable[GrepHit]:
        if is_review_list(path) or is_derived(path):
            return ()
        data = self._read(path)
        if data is None or not self._is_text(path, data):
            return ()
        if self.may_match is not None and not self.may_match(data):
            return ()
        text = data.decode("utf-8")
        return find_in_text(path, text, self.pattern, self.budget, self.limits.max_line_chars)

    def _is_file(self, rel_path: str) -> bool:
        try:
            with translated(rel_path):
                self.fs.scandir(self.confinement.absolute(rel_path))
        except NotAFileError:
            return True
        except StoreError:
            return False
        return False

    def _read(self, path: str) -> bytes | None:
        """The bytes; None, and noted, when they cannot be had. A vanished file is no news."""
        try:
            inside = path if self.is_walked else self.confinement.without_links(path)
            return read_regular(self.fs, self.folders.spot(inside), path, follow=False)
        except FileNotFoundError:
            return None
        except OSError as error:
            self.skipped.append(Skipped(path, store_error(error, path).problem))
        except StoreError as error:
            self.skipped.append(Skipped(path, error.problem))
        return None

    def _is_text(self, path: str, data: bytes) -> bool:
        # Asked of every file, so that what is reported does not depend on the pattern.
        if b"\0" in data:
            self.skipped.append(Skipped(path, "binary: it holds a NUL byte"))
            return False
        if data.isascii():
            return True
        try:
            decode_note(data, path)
        except NotTextError as error:
            self.skipped.append(Skipped(path, error.problem))
            return False
        return True
