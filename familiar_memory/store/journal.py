"""Who changed what, when and from what: an append-only file of JSON lines.

A change is two lines. The *intent* is on the disk before the file is touched; the
*outcome* (`done` or `aborted`) follows with the same id. An intent without an
outcome is a change that was cut off: whether it took place can be told by comparing
the file with the revisions `before` and `after`. So the intent is fsynced and the
outcome need not be.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

import orjson

from familiar_memory.errors import StorageError
from familiar_memory.store.atomic import write_all
from familiar_memory.store.filesystem import FileSystem
from familiar_memory.store.os_errors import translated
from familiar_memory.store.reading import read_regular

__all__ = [
    "AuditJournal",
    "ChangeState",
    "Journal",
    "JournalEntry",
    "Operation",
    "new_entry_id",
]

_FILE_NAME: Final = "audit.jsonl"


class Operation(StrEnum):
    """What was done to a file."""

    WRITE = "write"
    APPEND = "append"
    EDIT = "edit"
    DELETE = "delete"
    MOVE = "move"


class ChangeState(StrEnum):
    """How far a change came. `intent` = it was cut off, or is under way."""

    INTENT = "intent"
    DONE = "done"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One change of one file.

    `before` and `after` are revisions, None where there is no file; sizes are in
    bytes. `refs` name the turns it was made from. `moved_to` is set by a move only.
    """

    id: str
    time: datetime
    operation: Operation
    path: str
    source: str
    refs: tuple[str, ...]
    before: str | None
    after: str | None
    before_bytes: int
    after_bytes: int
    moved_to: str | None = None
    state: ChangeState = ChangeState.INTENT


class Journal(Protocol):
    """Where a store reports its changes."""

    def intend(self, entry: JournalEntry) -> None:
        """Note a change that is about to be made; if this fails, it is not made."""

    def settle(self, entry: JournalEntry, state: ChangeState) -> None:
        """Note how it ended."""


class AuditJournal:
    """`audit.jsonl` in one folder; any number of processes may append to it at once.

    Every line is one write to a file opened for appending. A line torn by a crash
    is ended by the next one, and skipped by readers.
    """

    def __init__(self, directory: Path, *, fs: FileSystem | None = None) -> None:
        self._fs = fs or FileSystem()
        self._directory = directory

    @property
    def path(self) -> Path:
        """The file of lines; it may not exist yet."""
        return self._directory / _FILE_NAME

    def intend(self, entry: JournalEntry) -> None:
        """Append the intent and wait until it is on the disk."""
        self._append(_encoded(entry), durable=True)

    def settle(self, entry: JournalEntry, state: ChangeState) -> None:
        """Append the outcome of an intent."""
        self._append({"id": entry.id, "state": state.value}, durable=False)

    def entries(
        self,
        path: str | None = None,
        *,
        on_damage: Callable[[int, str], None] | None = None,
    ) -> Iterator[JournalEntry]:
        """Every change, oldest first, with its outcome; of one path if one is given.

        A move belongs to both of its paths. `on_damage` is told the number (from 1)
        and the fault of each line that cannot be read; such lines are left out.
        """
        intents: dict[str, JournalEntry] = {}
        for number, line in enumerate(self._lines(), start=1):
            if not line.strip():
                continue
            try:
                _fold(intents, orjson.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                if on_damage is not None:
                    on_damage(number, f"not a journal line: {error}")
        for entry in intents.values():
            if path is None or path in (entry.path, entry.moved_to):
                yield entry

    def _lines(self) -> list[bytes]:
        try:
            data = read_regular(self._fs, str(self.path), _FILE_NAME)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(f"{self.path}: the journal cannot be read: {error}") from error
        return data.split(b"\n")

    def _append(self, values: dict[str, object], *, durable: bool) -> None:
        line = orjson.dumps(values) + b"\n"
        with translated(f"journal/{_FILE_NAME}"):
            fd = self._open()
            try:
                write_all(self._fs, fd, self._ending_a_torn_line(fd) + line)
                if durable:
                    self._fs.fsync(fd)
            finally:
                self._fs.close(fd)

    def _open(self) -> int:
        try:
            return self._fs.open_append(str(self.path))
        except FileNotFoundError:
            self._fs.makedirs(str(self._directory))
            fd = self._fs.open_append(str(self.path))
            self._fs.sync_directory(str(self._directory))
            return fd

    def _ending_a_torn_line(self, fd: int) -> bytes:
        size = self._fs.fstat(fd).st_size
        if size == 0:
            return b""
        self._fs.seek(fd, size - 1)
        return b"" if self._fs.read(fd, 1) == b"\n" else b"\n"


def new_entry_id() -> str:
    """An id for one change; ids do not repeat, and say nothing of order."""
    return secrets.token_hex(8)


def _encoded(entry: JournalEntry) -> dict[str, object]:
    values: dict[str, object] = {
        "id": entry.id,
        "time": entry.time.isoformat(timespec="microseconds"),
        "op": entry.operation.value,
        "path": entry.path,
        "source": entry.source,
        "refs": list(entry.refs),
        "before": entry.before,
        "after": entry.after,
        "before_bytes": entry.before_bytes,
        "after_bytes": entry.after_bytes,
        "state": ChangeState.INTENT.value,
    }
    if entry.moved_to is not None:
        values["to"] = entry.moved_to
    return values


def _fold(intents: dict[str, JournalEntry], values: dict[str, object]) -> None:
    state = ChangeState(str(values["state"]))
    if state is not ChangeState.INTENT:
        key = str(values["id"])
        intents[key] = replace(intents[key], state=state)
        return
    entry = _decoded(values)
    intents[entry.id] = entry


def _decoded(values: dict[str, object]) -> JournalEntry:
    refs = values["refs"]
    if not isinstance(refs, list):
        raise TypeError("refs is not a list")
    return JournalEntry(
        id=str(values["id"]),
        time=datetime.fromisoformat(str(values["time"])),
        operation=Operation(str(values["op"])),
        path=str(values["path"]),
        source=str(values["source"]),
        refs=tuple(str(ref) for ref in refs),
        before=_text_or_none(values["before"]),
        after=_text_or_none(values["after"]),
        before_bytes=int(str(values["before_bytes"])),
        after_bytes=int(str(values["after_bytes"])),
        moved_to=_text_or_none(values.get("to")),
    )


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)
