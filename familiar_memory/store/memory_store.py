"""The Markdown tree: the one place where its files are changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from familiar_memory.store.base import UNKNOWN, Cause, WriteResult
from familiar_memory.store.change.batch.maker import BytesChange
from familiar_memory.store.change.context import ChangeContext
from familiar_memory.store.change.maker import ChangeMaker
from familiar_memory.store.change.observe import observe
from familiar_memory.store.change.reconcile import ReconcileReport, leftovers, reconcile
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.locks import FileLocks
from familiar_memory.store.disk.reading import decode_note, encode_note
from familiar_memory.store.disk_reader import DiskReader
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.entry import JournalEntry, Operation
from familiar_memory.store.journal.outside import Seen
from familiar_memory.store.limits import Limits
from familiar_memory.store.search.grep import Candidates
from familiar_memory.store.tree.files import Tree

__all__ = ["MemoryStore"]


def _now() -> datetime:
    return datetime.now(UTC)


class MemoryStore(DiskReader):
    """A `NoteStore` over one folder, which the first write creates.

    It may be used from any thread, and any number of processes may share the folder.
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
        super().__init__(root, limits=limits, candidates=candidates, fs=fs)
        locks = FileLocks(
            self._fs, Path(self._real_root, ".index", "locks"), self._limits.lock_timeout_s
        )
        self._tree = Tree(self._fs, self._confinement, locks)
        self._journal = journal
        self._clock = clock
        self._recovery = Recovery(self._tree, journal, clock)
        self._changes = ChangeMaker(
            ChangeContext(self._tree, self._limits, journal, clock), self._recovery
        )

    def write_file(
        self,
        rel_path: str,
        content: str,
        *,
        cause: Cause = UNKNOWN,
        expected: str | None = None,
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
        return self._changes.rewrite(
            rel_path, lambda _: data, Operation.WRITE, cause, expected=expected
        )

    def append_file(
        self,
        rel_path: str,
        content: str,
        *,
        cause: Cause = UNKNOWN,
        expected: str | None = None,
    ) -> WriteResult:
        """Put text after the last byte, adding nothing; a missing file is made.

        Two appends at once both survive. Errors as for `write_file`.
        """
        data = encode_note(content, rel_path)
        return self._changes.rewrite(
            rel_path, lambda old: (old or b"") + data, Operation.APPEND, cause, expected=expected
        )

    def edit(
        self,
        rel_path: str,
        change: Callable[[str], str],
        *,
        cause: Cause = UNKNOWN,
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

        return self._changes.rewrite(
            rel_path, compute, Operation.EDIT, cause, attempts=attempts, is_capped=is_capped
        )

    def edit_all(
        self,
        changes: Mapping[str, Callable[[str], str | None]],
        *,
        cause: Cause = UNKNOWN,
        attempts: int = 5,
        is_capped: bool = True,
    ) -> tuple[WriteResult, ...]:
        """Apply a pure function to the text of each file: all are changed, or none.

        As `edit` does for one: functions are called, in this order, under the locks of all
        the files, and again when an editor saves one of them meanwhile. None: the file is to
        go. When a function or a write fails, no file is changed. What a crash cuts off is
        made whole, or taken back, by `reconcile` and by the next change of one of the files.
        The changes are one batch of the journal. `LimitError` above 64 files.
        """

        def computing(rel_path: str, change: Callable[[str], str | None]) -> BytesChange:
            def compute(old: bytes | None) -> bytes | None:
                text = decode_note(old or b"", rel_path)
                changed = change(text)
                if changed is None:
                    return None
                return old if changed == text else encode_note(changed, rel_path)

            return compute

        return self._changes.rewrite_all(
            {path: computing(path, change) for path, change in changes.items()},
            cause,
            attempts=attempts,
            is_capped=is_capped,
        )

    def delete(
        self,
        rel_path: str,
        *,
        cause: Cause = UNKNOWN,
        expected: str | None = None,
    ) -> WriteResult:
        """Remove one file; `NotFoundError` when there is none. Its folder stays."""
        return self._changes.remove(rel_path, cause, expected=expected)

    def move(
        self,
        rel_path: str,
        to: str,
        *,
        cause: Cause = UNKNOWN,
        expected: str | None = None,
    ) -> WriteResult:
        """Give one file another path; the result names the new one.

        Nothing may stand there (`ConflictError`); `expected` is of the file moved.
        """
        return self._changes.move(rel_path, to, cause, expected=expected)

    def restore(
        self,
        rel_path: str,
        data: bytes | None,
        *,
        cause: Cause = UNKNOWN,
        expected: str | None = None,
    ) -> WriteResult:
        """Give a file bytes that it once had, text or not; None: there was no file.

        What has been there once is not held to the cap of a file. Errors as for
        `write_file`; `NotFoundError` when there is nothing to take away.
        """
        if data is None:
            return self._changes.remove(rel_path, cause, expected=expected)
        return self._changes.rewrite(
            rel_path, lambda _: data, Operation.WRITE, cause, expected=expected, is_capped=False
        )

    def create_files(
        self,
        files: Mapping[str, bytes],
        *,
        cause: Cause = UNKNOWN,
    ) -> Iterator[WriteResult]:
        """Make files that are not there yet, some hundred at once; not held to a file's cap.

        A hundred that fails has not been made; those before it have. Errors as for
        `write_file`; `ConflictError` when a file stands there.
        """
        return self._changes.create(files, cause)

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
        """Recover the changes that a crash has cut off; call it at start-up.

        Every change also recovers what was cut off of its own file. `sweep` looks for
        temporary files in every folder, not only beside those files.

        Raises:
            StorageError: the disk refused, or the journal cannot be read.
        """
        return reconcile(self._tree, self._journal, self._recovery, self._clock, sweep=sweep)

    def leftovers(self) -> tuple[str, ...]:
        """Temporary files of writes that were cut off, or are under way; `reconcile` sweeps."""
        return tuple(sorted(leftovers(self._tree)))

    def write_derived(self, rel_path: str, content: str) -> WriteResult:
        """Write one of the engine's own files (`DERIVED_PATHS`), atomically, unjournalled.

        `ValueError` for any other path: this is no way around the rules.
        """
        return self._changes.rewrite_derived(rel_path, encode_note(content, rel_path))
