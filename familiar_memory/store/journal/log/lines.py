"""The lines of the journal on the disk: one file that grows, and older parts.

`audit.jsonl` is appended to; when it is rotated it becomes `audit-000001.jsonl` and,
once compressed, `audit-000001.jsonl.gz`. Numbers tell the order. One lock between
processes covers every append and rotation, so that a line is never written to a part
that is closed, and lines of two writers never mix.
"""

from __future__ import annotations

import contextlib
import gzip
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from familiar_memory.errors import NotFoundError, StorageError
from familiar_memory.store.disk.atomic import OvertakenError, create_file
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.locks import acquired_lock
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.reading import read_regular
from familiar_memory.store.disk.staging import write_all
from familiar_memory.store.journal.log.parts import LogLine, Position, cut, unpacked

__all__ = ["AuditLog"]

_FILE_NAME: Final = "audit.jsonl"
_CLOSED = re.compile(r"audit-(\d{6})\.jsonl(\.gz)?")
_DRAFT: Final = ".draft"
_LOCK_TIMEOUT_S = 10.0
"""The lock is held for a few lines and an fsync: who waits longer has met a process that hangs."""
_POLL_S = 0.001
"""Every change takes this lock, so it is looked at often: one holder needs about this long."""


class AuditLog:
    """The parts of one journal; safe between threads and processes."""

    def __init__(
        self, fs: FileSystem, directory: Path, rotate_bytes: int, *, is_read_only: bool = False
    ) -> None:
        """Take the folder; where it is read only, nothing is locked and every change refused."""
        self._is_read_only = is_read_only
        self._fs = fs
        self._directory = directory
        self._rotate_bytes = rotate_bytes
        self._lock = threading.Lock()

    @property
    def path(self) -> Path:
        """The part that grows; it may not exist yet."""
        return self._directory / _FILE_NAME

    def state(self) -> tuple[int, int] | None:
        """What changes with every append; None when nothing has been written yet."""
        try:
            with translated(f"journal/{_FILE_NAME}"):
                found = self._fs.lstat(str(self.path))
        except NotFoundError:
            return None
        return (found.st_ino, found.st_size)

    def append(self, data: bytes, *, durable: bool) -> None:
        """Put lines at the end, in one write; `durable` waits until they are on the disk.

        A line torn by a crash is ended first.
        """
        self._refuse_read_only()
        with translated(f"journal/{_FILE_NAME}"), self._alone():
            self._rotate_if_full(len(data))
            fd = self._open()
            try:
                write_all(self._fs, fd, self._end_of_torn_line(fd) + data)
                if durable:
                    self._fs.fsync(fd)
            finally:
                self._fs.close(fd)

    def read(self, start: Position, max_bytes: int) -> list[LogLine]:
        """Whole lines from a position on, of one part, about so many bytes of them.

        None are left when the list is empty. At the end of a closed part it goes on
        with the next one. A line that is still being torn is not given.
        """
        with translated(f"journal/{_FILE_NAME}"), self._alone():
            parts = self._parts()
            for part in sorted(number for number in parts if number >= start.part):
                begin = start if part == start.part else Position(part)
                is_closed = parts[part] != _FILE_NAME
                lines = cut(self._read(parts[part], begin.offset, max_bytes), begin, is_closed)
                if lines:
                    return lines
        return []

    def growing_part(self) -> int:
        """The number of the part that grows."""
        with translated("journal"), self._alone():
            parts = self._parts()
            return next((one for one in parts if parts[one] == _FILE_NAME), max(parts, default=0))

    def part_name(self, number: int) -> str:
        """The file of a part, for a person who looks for it."""
        with translated("journal"), self._alone():
            return self._parts().get(number, _FILE_NAME)

    def rotate(self) -> bool:
        """Close the part that grows; False when it has no lines."""
        self._refuse_read_only()
        with translated(f"journal/{_FILE_NAME}"), self._alone():
            state = self.state()
            if state is None or not state[1]:
                return False
            self._close_part()
            return True

    def compress(self) -> int:
        """Compress the closed parts that are not yet; how many were."""
        self._refuse_read_only()
        count = 0
        with translated("journal"), self._alone():
            for name in sorted(self._names()):
                if (found := _CLOSED.fullmatch(name)) and not found[2]:
                    self._compress_part(name)
                    count += 1
        return count

    def rewrite(self, change: Callable[[bytes], bytes]) -> int:
        """Put another line in the place of each, in every part; how many parts are new.

        A part is replaced whole. Where it is cut off, the same again does the rest. Whoever
        has read lines has to read them anew.
        """
        self._refuse_read_only()
        count = 0
        with translated("journal"), self._alone():
            for name in sorted(self._names()):
                if name != _FILE_NAME and not _CLOSED.fullmatch(name):
                    continue
                old = self._whole(name)
                new = b"\n".join(map(change, old.split(b"\n")))
                if new != old:
                    self._replace_part(name, new)
                    count += 1
        return count

    def parts(self) -> list[Path]:
        """The file of each part, oldest first."""
        with translated("journal"), self._alone():
            return [self._directory / name for name in self._parts().values()]

    def _whole(self, name: str) -> bytes:
        data = read_regular(self._fs, str(self._directory / name), name)
        return unpacked(data) if name.endswith(".gz") else data

    def _replace_part(self, name: str, data: bytes) -> None:
        target = Spot(str(self._directory), name, None)
        draft = target.beside(f"{name}{_DRAFT}")
        with contextlib.suppress(FileNotFoundError):
            self._fs.unlink(draft)
        fd = self._fs.open_new(draft, 0o600)
        try:
            write_all(self._fs, fd, gzip.compress(data, mtime=0) if name.endswith(".gz") else data)
            self._fs.copy_mode(fd, self._fs.lstat(target).st_mode)
            self._fs.hand_over(fd, draft)
            self._fs.fsync(fd)
        finally:
            self._fs.close(fd)
        self._fs.replace(draft, target)
        self._fs.sync_directory(target)

    def _refuse_read_only(self) -> None:
        if self._is_read_only:
            raise StorageError(
                "the journal can only be read, so nothing can be changed",
                "a familiar that this user can write to",
            )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._is_read_only:
            with self._lock:
                yield
            return
        self._fs.makedirs(str(self._directory))
        refusal = StorageError(
            f"{self.path}: another process has held the journal for {_LOCK_TIMEOUT_S:g} s",
            "Try again, or stop the other process.",
        )
        with self._lock:
            path = self._directory / "audit.lock"
            lock = acquired_lock(path, _LOCK_TIMEOUT_S, refusal, _POLL_S)
            try:
                yield
            finally:
                lock.release()

    def _open(self) -> int:
        is_new = self.state() is None
        fd = self._fs.open_append(str(self.path))
        if is_new:
            try:
                self._fs.sync_directory(str(self._directory))
            except BaseException:
                self._fs.close(fd)
                raise
        return fd

    def _end_of_torn_line(self, fd: int) -> bytes:
        size = self._fs.fstat(fd).st_size
        if size == 0:
            return b""
        self._fs.seek(fd, size - 1)
        return b"" if self._fs.read(fd, 1) == b"\n" else b"\n"

    def _rotate_if_full(self, more: int) -> None:
        state = self.state()
        if state is not None and state[1] and state[1] + more > self._rotate_bytes:
            self._close_part()

    def _close_part(self) -> None:
        number = max(self._parts())
        self._fs.replace(str(self.path), str(self._directory / f"audit-{number:06}.jsonl"))
        self._fs.sync_directory(str(self._directory))

    def _compress_part(self, name: str) -> None:
        plain = Spot(str(self._directory), name, None)
        packed = plain.beside(f"{name}.gz")
        data = read_regular(self._fs, plain, name)
        # Where a crash came before the plain one was removed, both are there and equal.
        with contextlib.suppress(OvertakenError):
            create_file(self._fs, packed, gzip.compress(data, mtime=0))
        self._fs.unlink(plain)

    def _names(self) -> list[str]:
        try:
            return [entry.name for entry in self._fs.scandir(str(self._directory))]
        except FileNotFoundError:
            return []

    def _parts(self) -> dict[int, str]:
        """Each part's file by number; the one that grows comes last. A plain one is preferred."""
        closed: dict[int, str] = {}
        names = self._names()
        for name in sorted(names, reverse=True):
            if found := _CLOSED.fullmatch(name):
                closed[int(found[1])] = name
        if _FILE_NAME in names:
            closed[max(closed, default=0) + 1] = _FILE_NAME
        return closed

    def _read(self, name: str, offset: int, max_bytes: int) -> bytes:
        path = str(self._directory / name)
        if name.endswith(".gz"):
            return unpacked(read_regular(self._fs, path, name))[offset:]
        fd = self._fs.open_read(path)
        try:
            self._fs.seek(fd, offset)
            pieces: list[bytes] = []
            while max_bytes > 0 and (piece := self._fs.read(fd, max_bytes)):
                pieces.append(piece)
                # A line is never cut: one that is longer than the bound is read whole.
                max_bytes -= len(piece) if b"\n" in piece else 0
            return b"".join(pieces)
        finally:
            self._fs.close(fd)
