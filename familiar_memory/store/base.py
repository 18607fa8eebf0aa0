"""What a store of notes is: its values, and the protocols of those who read and write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol, runtime_checkable

from familiar_memory.domain.given import as_texts, check_text
from familiar_memory.store.limits import Limits

__all__ = [
    "ABSENT",
    "UNKNOWN",
    "Cause",
    "FileState",
    "GlobResult",
    "GrepHit",
    "GrepResult",
    "MemoryEntry",
    "NoteReader",
    "NoteStore",
    "NoteWriter",
    "Skipped",
    "TreeScan",
    "WriteResult",
]

ABSENT: Final = ""
"""As `expected=`: the file must not exist yet."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a change is made: by whom, from which turns (their refs), and in which batch.

    The journal keeps it with the change. Changes of one `batch` can be undone together.
    """

    source: str = "unknown"
    refs: tuple[str, ...] = ()
    batch: str | None = None

    def __post_init__(self) -> None:
        check_text(self.source, "a cause's source")
        object.__setattr__(self, "refs", as_texts(self.refs, "a cause's refs"))
        if self.batch is not None:
            check_text(self.batch, "a cause's batch")


UNKNOWN: Final = Cause()
"""As `cause=`: nobody has said why."""


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One file or folder. `path` is relative, POSIX; a folder has size 0; `modified` is UTC."""

    path: str
    name: str
    is_dir: bool
    size: int
    modified: datetime


@dataclass(frozen=True, slots=True)
class WriteResult:
    """What a change left behind.

    `path` is where the file is now. `revision` is None after a delete, `before` is
    None when there was no file. `changed` is False when the bytes were already so,
    and then nothing was written, journalled or reported. `size` is in bytes.
    """

    path: str
    revision: str | None
    before: str | None
    changed: bool
    size: int


@dataclass(frozen=True, slots=True)
class GrepHit:
    """One match of one line.

    `line` counts from 1; `start` and `end` are character columns of the line, from 0.
    `text` is the line without its newline, or, of a line over the cap, the stretch
    around the match that begins at column `offset`.
    """

    path: str
    line: int
    start: int
    end: int
    text: str
    offset: int = 0


class Skipped(NamedTuple):
    """A file or folder that could not be looked into, and why."""

    path: str
    reason: str


class GrepResult(list[GrepHit]):
    """Hits by (path, line, start). `truncated`: there were more than the limit.

    `skipped` names what was not searched, so that silence is never taken for absence.
    """

    __slots__ = ("skipped", "truncated")

    def __init__(
        self,
        hits: Iterable[GrepHit] = (),
        *,
        truncated: bool = False,
        skipped: Iterable[Skipped] = (),
    ) -> None:
        super().__init__(hits)
        self.truncated = truncated
        self.skipped = tuple(skipped)


class GlobResult(list[str]):
    """Paths of files, sorted. `truncated`: there were more than the limit."""

    __slots__ = ("skipped", "truncated")

    def __init__(
        self,
        paths: Iterable[str] = (),
        *,
        truncated: bool = False,
        skipped: Iterable[Skipped] = (),
    ) -> None:
        super().__init__(paths)
        self.truncated = truncated
        self.skipped = tuple(skipped)


class FileState(NamedTuple):
    """A file as one sweep saw it; size and times are hints, only the revision is proof.

    `changed_ns` is when anything about the file changed: unlike `mtime_ns`, nobody can
    set it back. Where the system has no such time it says when the file was made.
    """

    path: str
    size: int
    mtime_ns: int
    changed_ns: int = 0


@dataclass(frozen=True, slots=True)
class TreeScan:
    """Every file below a folder, sorted by path, without a ceiling.

    What is in `unreadable` (a file, or a folder with all that is below it) may well
    exist: an error is not an absence.
    """

    files: tuple[FileState, ...]
    unreadable: tuple[Skipped, ...]


@runtime_checkable
class NoteReader(Protocol):
    """A tree of text files, as far as it is only looked at.

    Paths are relative POSIX paths inside the tree. Every failure is a `StoreError`.
    """

    @property
    def root(self) -> Path:
        """The folder that holds the tree; it may not exist yet."""

    @property
    def limits(self) -> Limits:
        """The caps in force."""

    def list_dir(self, rel_path: str = "") -> list[MemoryEntry]:
        """Visible entries of a folder, by name; a tree that does not exist yet has none."""

    def read_file(self, rel_path: str) -> str:
        """The text, newlines and BOM as they stand."""

    def read_bytes(self, rel_path: str) -> bytes:
        """The bytes of a file."""

    def stat(self, rel_path: str) -> MemoryEntry:
        """One entry; `NotFoundError` when there is none."""

    def file_state(self, rel_path: str) -> FileState | None:
        """Size and mtime of one file, in nanoseconds; None when there is no such file."""

    def exists(self, rel_path: str) -> bool:
        """Whether a file or folder stands there."""

    def revision(self, rel_path: str) -> str | None:
        """The hash of the file's bytes now; None when there is no file."""

    def names(self, rel_path: str = "") -> dict[str, bool]:
        """Every name in a folder, hidden or not, and whether it is that of a folder.

        What is no folder, or is not there, has none.
        """

    def grep(
        self,
        pattern: str,
        rel_path: str = "",
        *,
        case_insensitive: bool = True,
        limit: int | None = None,
    ) -> GrepResult:
        """Every match of every line of every visible text file at or below a path, cut at the cap.

        The caps are for whoever reads what was found: what needs every note scans the files.
        """

    def glob(self, pattern: str) -> GlobResult:
        """Visible regular files whose path fits `**`, `*`, `?` and `[...]`, cut at the cap.

        `review.md` is not among them.
        """

    def scan_files(self, rel_path: str = "") -> TreeScan:
        """Every visible file with its size and mtime, in one sweep, without a ceiling."""


@runtime_checkable
class NoteWriter(Protocol):
    """A tree of text files, changed one whole file at a time.

    `cause` is what the journal says of a change. `expected` is a revision, or `ABSENT`: the
    change is made only if the file is still at it (`ConflictError` otherwise). Every failure
    is a `StoreError`.
    """

    def write_file(
        self, rel_path: str, content: str, *, cause: Cause = UNKNOWN, expected: str | None = None
    ) -> WriteResult:
        """Make the file hold exactly this text; folders are made on the way."""

    def append_file(
        self, rel_path: str, content: str, *, cause: Cause = UNKNOWN, expected: str | None = None
    ) -> WriteResult:
        """Put text after the last byte, adding nothing; a missing file is made."""

    def edit(
        self,
        rel_path: str,
        change: Callable[[str], str],
        *,
        cause: Cause = UNKNOWN,
        attempts: int = 5,
        is_capped: bool = True,
    ) -> WriteResult:
        """Apply a pure function to the text; applied anew when an editor saves meanwhile.

        A missing file is passed as "". Returning the same text writes nothing. With
        `is_capped` False neither the size of the file nor the number of entries in its
        folder is bounded: the caller has a bound of its own.
        """

    def edit_all(
        self,
        changes: Mapping[str, Callable[[str], str | None]],
        *,
        cause: Cause = UNKNOWN,
        attempts: int = 5,
        is_capped: bool = True,
    ) -> tuple[WriteResult, ...]:
        """Apply a pure function to the text of each file: all are changed, or none.

        As `edit` for one; None: the file is to go. A crash leaves all or none, too, once the
        tree was opened again. The results are in the order of the files.
        """

    def delete(
        self, rel_path: str, *, cause: Cause = UNKNOWN, expected: str | None = None
    ) -> WriteResult:
        """Remove one file; `NotFoundError` when there is none."""

    def move(
        self, rel_path: str, to: str, *, cause: Cause = UNKNOWN, expected: str | None = None
    ) -> WriteResult:
        """Give one file another path; nothing may stand there (`ConflictError`)."""

    def restore(
        self,
        rel_path: str,
        data: bytes | None,
        *,
        cause: Cause = UNKNOWN,
        expected: str | None = None,
    ) -> WriteResult:
        """Give a file bytes that it once had, text or not; None: there was no file."""

    def create_files(
        self, files: Mapping[str, bytes], *, cause: Cause = UNKNOWN
    ) -> Iterator[WriteResult]:
        """Make files that are not there yet, some hundred at once; not held to a file's cap.

        Nothing is made before the first result is asked for. `ConflictError` when a file
        stands there; the hundred that fails has not been made.
        """

    def check_new_files(self, rel_paths: Iterable[str]) -> None:
        """Make sure that `create_files` could make these, as things stand; errors as there."""

    def meet_moves(self) -> None:
        """Note in the journal what people have moved since anybody has looked, if it can be."""

    def write_derived(self, rel_path: str, content: str) -> WriteResult:
        """Write one of the engine's own derived files; it is not journalled."""


@runtime_checkable
class NoteStore(NoteReader, NoteWriter, Protocol):
    """A tree of text files that can be read and changed."""
