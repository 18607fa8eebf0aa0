"""The Markdown tree: the one place where its files are read and changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG

from familiar_memory.errors import NotAFileError, NotFoundError
from familiar_memory.store.base import (
    FileState,
    GlobResult,
    GrepResult,
    MemoryEntry,
    TreeScan,
    WriteResult,
)
from familiar_memory.store.change.creation import FileCreator
from familiar_memory.store.change.maker import ChangeMaker
from familiar_memory.store.change.noting import Cause
from familiar_memory.store.change.observe import observe
from familiar_memory.store.change.reconcile import ReconcileReport, leftovers, reconcile
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.disk.confine import Confinement
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.folders import opened
from familiar_memory.store.disk.locks import FileLocks
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.reading import decode_note, encode_note, read_regular
from familiar_memory.store.journal.entry import JournalEntry, Operation
from familiar_memory.store.journal.journal import Journal
from familiar_memory.store.journal.outside import Seen
from familiar_memory.store.limits import Limits
from familiar_memory.store.revision import revision_of
from familiar_memory.store.search.grep import Candidates, grep_tree
from familiar_memory.store.tree.files import Tree
from familiar_memory.store.tree.glob import glob_tree
from familiar_memory.store.tree.listing import entry_of, list_folder
from familiar_memory.store.tree.walk import scan_tree

__all__ = ["MemoryStore"]


def _now() -> datetime:
    return datetime.now(UTC)


class MemoryStore:
    """A `NoteStore` over one folder, which the first write creates.

    It may be used from any thread, and any number of processes may share the folder.
    `candidates` may narrow a search: it is given the pattern and whether case is
    ignored, and names every file that can hold a match, or None when it cannot say.
    """

    def __init__(
        self,
        root: Path | str,
        *,
        limits: Limits | None = None,
        journal: Journal | None = None,
        clock: Callable[[], datetime] = _now,
        candidates: Candidates | None = None,
        fs: FileSystem | None = None,
    ) -> None:
        self._root = Path(root)
        self._limits = limits or Limits()
        self._fs = fs or FileSystem()
        self._real_root = self._fs.realpath(str(self._root))
        self._candidates = candidates
        self._confinement = Confinement(self._fs, self._real_root)
        locks = FileLocks(
            self._fs, Path(self._real_root, ".index", "locks"), self._limits.lock_timeout_s
        )
        self._tree = Tree(self._fs, self._confinement, locks)
        self._journal = journal
        self._clock = clock
        self._recovery = Recovery(self._tree, journal, clock)
        self._changes = ChangeMaker(self._tree, self._limits, journal, self._recovery, clock)
        self._creator = FileCreator(self._tree, self._limits, journal, self._recovery, clock)

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
            entry = entry_of(rel_path, self._fs.stat(path))
        if entry is None:
            raise NotAFileError(f"{rel_path}: this is not a regular file or a folder")
        return entry

    def file_state(self, rel_path: str) -> FileState | None:
        """Size and times of one file, in nanoseconds, as `scan_files` would give it.

        None when there is no such file, or only through a link.
        """
        self._confinement.for_reading(rel_path)
        if self._confinement.passes_link(rel_path):
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
        """Make the file hold exactly this text; folders are made on the way.

        Raises:
            PathError: the path leaves the tree, is reserved, hidden or not portable,
                passes a link, or differs from an existing name only in spelling.
            ConflictError: `expected` is given and is not what stands there.
            LimitError: the file would be over its cap without having shrunk, or its
                folder is full.
            StorageError: the disk refused; the old bytes stand.
        """
        data = encode_note(content, rel_path)
        cause = Cause(Operation.WRITE, source, tuple(refs), batch)
        return self._changes.rewrite(rel_path, lambda _: data, cause, expected=expected)

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
        """Put text after the last byte, adding nothing; a missing file is made.

        Two appends at once both survive. Errors as for `write_file`.
        """
        data = encode_note(content, rel_path)
        cause = Cause(Operation.APPEND, source, tuple(refs), batch)
        return self._changes.rewrite(
            rel_path, lambda old: (old or b"") + data, cause, expected=expected
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
        """Apply a pure function to the text, under the file's lock.

        A missing file is passed as "". Returning the same text writes nothing. When
        an editor saves meanwhile, the function is called again on what it saved;
        after `attempts` such times `ConflictError` is raised. An error of the
        function passes through, and nothing is written. With `is_capped` False neither
        the size of the file nor the number of entries in its folder is bounded.
        """

        def compute(old: bytes | None) -> bytes | None:
            text = decode_note(old or b"", rel_path)
            changed = change(text)
            return None if changed == text else encode_note(changed, rel_path)

        cause = Cause(Operation.EDIT, source, tuple(refs), batch)
        return self._changes.rewrite(
            rel_path, compute, cause, attempts=attempts, is_capped=is_capped
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
        """Remove one file; `NotFoundError` when there is none. Its folder stays."""
        cause = Cause(Operation.DELETE, source, tuple(refs), batch)
        return self._changes.remove(rel_path, cause, expected=expected)

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
        """Give one file another path; the result names the new one.

        Nothing may stand there (`ConflictError`); `expected` is of the file moved.
        """
        cause = Cause(Operation.MOVE, source, tuple(refs), batch)
        return self._changes.move(rel_path, to, cause, expected=expected)

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
        """Give a file bytes that it once had, text or not; None: there was no file.

        What has been there once is not held to the cap of a file. Errors as for
        `write_file`; `NotFoundError` when there is nothing to take away.
        """
        if data is None:
            cause = Cause(Operation.DELETE, source, tuple(refs), batch)
            return self._changes.remove(rel_path, cause, expected=expected)
        cause = Cause(Operation.WRITE, source, tuple(refs), batch)
        return self._changes.rewrite(
            rel_path, lambda _: data, cause, expected=expected, is_capped=False
        )

    def create_files(
        self,
        files: Mapping[str, bytes],
        *,
        source: str = "unknown",
        refs: Iterable[str] = (),
        batch: str | None = None,
    ) -> Iterator[WriteResult]:
        """Make files that are not there yet, some hundred at once; not held to a file's cap.

        A hundred that fails has not been made; those before it have. Errors as for
        `write_file`; `ConflictError` when a file stands there.
        """
        self._changes.prepare_tree()
        return self._creator.create(files, Cause(Operation.WRITE, source, tuple(refs), batch))

    def prepare(self) -> None:
        """Make the folder of the tree, with a `.gitignore` that names what is derived.

        `StorageError` when the disk refuses; a `.gitignore` that cannot be written is logged.
        """
        self._changes.prepare_tree()

    def check_new_files(self, rel_paths: Iterable[str]) -> None:
        """Make sure that `create_files` could make these, as things stand; errors as there."""
        given = list(rel_paths)
        for path in given:
            self._confinement.for_writing(path)
        self._confinement.check_places_are_free(given, self._limits.max_dir_entries)

    def meet_moves(self) -> None:
        """Note in the journal what people have moved since anybody has looked, if it can be."""
        self._changes.meet_moves()

    def names(self, rel_path: str = "") -> dict[str, bool]:
        """Every name in a folder, hidden or not, and whether it is that of a folder."""
        return self._confinement.names(rel_path)

    def observe(
        self, seen: Iterable[Seen], *, gone: Collection[str] = (), batch: str | None = None
    ) -> list[JournalEntry]:
        """Note in the journal what files have become without the store; what was noted.

        A file that is as the journal knows it adds nothing, so seeing it again does no
        harm; edits between two looks are one. What differs is read anew, under its lock.
        A file that came in the place of one that went, with its bytes, or with most lines
        of one that is known to be `gone`, was moved; moves and deletions are of the `batch` given.
        """
        if self._journal is None:
            return []
        return observe(self._journal, self._recovery, seen, gone=gone, batch=batch)

    def reconcile(self, *, sweep: bool = False) -> ReconcileReport:
        """Settle the changes that a crash has cut off; call it at start-up.

        Every change also settles what was cut off of its own file. `sweep` looks for
        temporary files in every folder, not only beside those files.

        Raises:
            StorageError: the disk refused, or the journal cannot be read.
        """
        return reconcile(self._tree, self._journal, self._recovery, self._clock, sweep=sweep)

    def leftovers(self) -> tuple[str, ...]:
        """Temporary files of writes that were cut off, or are under way; `reconcile` sweeps."""
        return tuple(sorted(leftovers(self._tree)))

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

    def write_derived(self, rel_path: str, content: str) -> WriteResult:
        """Write one of the engine's own files (`DERIVED_PATHS`), atomically, unjournalled.

        `ValueError` for any other path: this is no way around the rules.
        """
        return self._changes.rewrite_derived(rel_path, encode_note(content, rel_path))

    def _place(self, rel_path: str) -> str:
        if not rel_path:
            return self._real_root
        return self._confinement.for_reading(rel_path)
