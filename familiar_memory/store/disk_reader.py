"""The Markdown tree as it is read: every file at its path, and searches over all of them."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from familiar_memory.errors import NotAFileError, NotFoundError
from familiar_memory.store.base import FileState, GlobResult, GrepResult, MemoryEntry, TreeScan
from familiar_memory.store.disk.confine import Confinement
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.folders import opened
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.reading import decode_note, read_regular
from familiar_memory.store.limits import Limits
from familiar_memory.store.revision import revision_of
from familiar_memory.store.search.grep import Candidates, grep_tree
from familiar_memory.store.tree.glob import glob_tree
from familiar_memory.store.tree.listing import list_folder, listing_entry
from familiar_memory.store.tree.walk import scan_tree

__all__ = ["DiskReader"]


class DiskReader:
    """A `NoteReader` over one folder, which need not exist; it changes nothing.

    `candidates` may narrow a search: it is given the pattern and whether case is
    ignored, and names every file that can hold a match, or None when it cannot say.
    """

    def __init__(
        self,
        root: Path | str,
        *,
        limits: Limits | None = None,
        candidates: Candidates | None = None,
        fs: FileSystem | None = None,
    ) -> None:
        self._root = Path(root)
        self._limits = limits or Limits()
        self._fs = fs or FileSystem()
        self._real_root = self._fs.realpath(str(self._root))
        self._candidates = candidates
        self._confinement = Confinement(self._fs, self._real_root)

    @property
    def root(self) -> Path:
        """The folder that holds the tree; it may not exist yet."""
        return self._root

    @property
    def limits(self) -> Limits:
        """The caps in force."""
        return self._limits

    def list_dir(self, rel_path: str = "") -> list[MemoryEntry]:
        """Visible entries of a folder, by name; a tree that does not exist yet has none.

        Links that lead out of the tree are not listed. `LimitError` when the folder
        holds more than the cap.
        """
        path = self._place(rel_path)
        try:
            with translated(rel_path):
                return list_folder(
                    self._fs, self._confinement, rel_path, path, self._limits.max_dir_entries
                )
        except NotFoundError:
            if not rel_path:
                return []
            raise
        except NotAFileError as error:
            raise NotAFileError(
                f"{rel_path or self._root}: this is not a folder", "Name a folder."
            ) from error

    def read_file(self, rel_path: str) -> str:
        """The text, newlines and a byte-order mark (U+FEFF) as they stand, of any size."""
        return decode_note(self.read_bytes(rel_path), rel_path)

    def read_bytes(self, rel_path: str) -> bytes:
        """The bytes of a file, of any size."""
        inside = self._confinement.without_links(rel_path)
        with translated(rel_path), opened(self._fs, self._real_root, inside) as spot:
            return read_regular(self._fs, spot, rel_path, follow=False)

    def stat(self, rel_path: str) -> MemoryEntry:
        """One entry, links followed; "" is the tree itself."""
        path = self._place(rel_path)
        with translated(rel_path):
            entry = listing_entry(rel_path, self._fs.stat(path))
        if entry is None:
            raise NotAFileError(f"{rel_path}: this is not a regular file or a folder")
        return entry

    def file_state(self, rel_path: str) -> FileState | None:
        """Size and times of one file, in nanoseconds, as `scan_files` would give it.

        None when there is no such file, or only through a link.
        """
        if self._confinement.without_links(rel_path) != rel_path:
            return None
        try:
            with translated(rel_path):
                state = self._fs.lstat(self._confinement.absolute(rel_path))
        except (NotFoundError, NotAFileError):
            return None
        if not S_ISREG(state.st_mode):
            return None
        return FileState(rel_path, state.st_size, state.st_mtime_ns, state.st_ctime_ns)

    def exists(self, rel_path: str) -> bool:
        """Whether a visible file or folder stands there."""
        try:
            self.stat(rel_path)
        except (NotFoundError, NotAFileError):
            return False
        return True

    def revision(self, rel_path: str) -> str | None:
        """The hash of the file's bytes now; None when there is no file."""
        try:
            return revision_of(self.read_bytes(rel_path))
        except NotFoundError:
            return None

    def names(self, rel_path: str = "") -> dict[str, bool]:
        """Every name in a folder, hidden or not, and whether it is that of a folder."""
        return self._confinement.names(rel_path)

    def grep(
        self,
        pattern: str,
        rel_path: str = "",
        *,
        case_insensitive: bool = True,
        limit: int | None = None,
    ) -> GrepResult:
        """Every match of every line, ordered by (path, line, start), cut at the cap last.

        Searched are the visible text files at or below `rel_path`, of any size, but
        not `review.md` and what is derived. The pattern has the meaning that Python's
        `re` gives it, line by line. An empty pattern, or a place that is not there,
        has no matches.

        Raises:
            PatternError: the pattern is malformed, too long, or runs too long.
        """
        self._place(rel_path)
        return grep_tree(
            self._fs,
            self._confinement,
            pattern,
            rel_path,
            limits=self._limits,
            case_insensitive=case_insensitive,
            limit=limit,
            candidates=self._candidates,
        )

    def glob(self, pattern: str) -> GlobResult:
        """Visible regular files whose path fits the pattern, sorted, cut at the cap.

        `*`, `?` and `[...]` stay within one part of the path; `**` as a part is any
        number of folders, and at the end all files below. `review.md` is left out.

        Raises:
            PathError: the pattern could leave the tree, or begins with a hidden folder or
                with a link that leads out. PatternError: it is too long.
        """
        return glob_tree(self._fs, self._confinement, pattern, self._limits)

    def scan_files(self, rel_path: str = "") -> TreeScan:
        """Every visible file with its size and mtime, by path, without a ceiling.

        Links are passed over: what they lead to is met at its own path.
        """
        self._place(rel_path)
        return scan_tree(self._fs, self._real_root, rel_path)

    def _place(self, rel_path: str) -> str:
        if not rel_path:
            return self._real_root
        return self._confinement.for_reading(rel_path)
