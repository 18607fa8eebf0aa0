"""One change of one file, and how it is written down as a line of JSON."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

import orjson

__all__ = [
    "AtomicBatch",
    "BASELINE_SOURCE",
    "HUMAN_SOURCE",
    "REVIEW_SOURCE",
    "SETTLING_SOURCES",
    "WITHDRAWN_SOURCE",
    "BaselineMark",
    "BatchMark",
    "ChangeState",
    "JournalEntry",
    "JournalLine",
    "MissingMark",
    "Operation",
    "ChangeOutcome",
    "decode_line",
    "encode_line",
    "new_entry_id",
]

HUMAN_SOURCE: Final = "human"
"""Of a change that was not made through the store: an editor, git, another tool."""

BASELINE_SOURCE: Final = "baseline"
"""Of a file that stood there before anything was noted: not a change, but a beginning."""

REVIEW_SOURCE: Final = "review"
"""Of changes that settle the list of proposals: what they take out is decided."""

WITHDRAWN_SOURCE: Final = "housekeeping:withdrawn"
"""Of what a night takes from that list again, as its reason is gone: settled as well."""
SETTLING_SOURCES: Final = frozenset({REVIEW_SOURCE, WITHDRAWN_SOURCE})


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
    Entries of one `batch` were made together and are undone together. `erased`: something
    was taken out of the versions since then, for good, or they were dropped.
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
    batch: str | None = None
    erased: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """The path, or both paths of a move."""
        return (self.path,) if self.moved_to is None else (self.path, self.moved_to)


@dataclass(frozen=True, slots=True)
class ChangeOutcome:
    """How the change of an earlier line ended."""

    id: str
    state: ChangeState


@dataclass(frozen=True, slots=True)
class BaselineMark:
    """From here on, a file that is not known yet was made by a person."""

    time: datetime


@dataclass(frozen=True, slots=True)
class MissingMark:
    """These files, and no others, have vanished, and nobody has said that they were deleted.

    Of one that was named by the mark before, the earlier time holds.
    """

    time: datetime
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BatchMark:
    """The changes with these ids, in this order, are made all or none.

    It comes before their lines, in one write with them: where one of them is not there, the
    write was cut off, and none was begun.
    """

    time: datetime
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AtomicBatch:
    """Changes that are made all or none: their ids, and as many of them as were written down.

    Both are in the order in which the changes are made.
    """

    ids: tuple[str, ...]
    entries: tuple[JournalEntry, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all were written down; else none was begun."""
        return len(self.entries) == len(self.ids)


JournalLine = JournalEntry | ChangeOutcome | BaselineMark | BatchMark | MissingMark


def new_entry_id() -> str:
    """An id for one change or batch; ids do not repeat, and say nothing of order."""
    return secrets.token_hex(8)


def encode_line(line: JournalLine) -> bytes:
    """The line, with its end."""
    match line:
        case ChangeOutcome(id=key, state=state):
            values: dict[str, object] = {"id": key, "state": state.value}
        case BaselineMark(time=time):
            values = {"mark": "baseline", "time": _instant(time)}
        case BatchMark(time=time, ids=ids):
            values = {"mark": "batch", "time": _instant(time), "ids": list(ids)}
        case MissingMark(time=time, paths=paths):
            values = {"mark": "missing", "time": _instant(time), "paths": list(paths)}
        case JournalEntry():
            values = _entry_values(line)
    return orjson.dumps(values) + b"\n"


def decode_line(line: bytes) -> JournalLine:
    """What a line says; `ValueError`, `KeyError` or `TypeError` when it says nothing."""
    values = orjson.loads(line)
    if not isinstance(values, dict):
        raise TypeError("not an object")
    if values.get("mark") == "baseline":
        return BaselineMark(_aware(values["time"]))
    if values.get("mark") == "batch":
        return BatchMark(_aware(values["time"]), _some(_texts(values["ids"], "ids")))
    if values.get("mark") == "missing":
        return MissingMark(_aware(values["time"]), _texts(values["paths"], "paths"))
    if "op" not in values:
        return ChangeOutcome(str(values["id"]), ChangeState(str(values["state"])))
    return _entry(values)


def _entry_values(entry: JournalEntry) -> dict[str, object]:
    values: dict[str, object] = {
        "id": entry.id,
        "time": _instant(entry.time),
        "op": entry.operation.value,
        "path": entry.path,
        "source": entry.source,
        "refs": list(entry.refs),
        "before": entry.before,
        "after": entry.after,
        "before_bytes": entry.before_bytes,
        "after_bytes": entry.after_bytes,
        "state": entry.state.value,
    }
    if entry.moved_to is not None:
        values["to"] = entry.moved_to
    if entry.batch is not None:
        values["batch"] = entry.batch
    if entry.erased:
        values["erased"] = True
    return values


def _entry(values: dict[str, object]) -> JournalEntry:
    return JournalEntry(
        id=str(values["id"]),
        time=_aware(values["time"]),
        operation=Operation(str(values["op"])),
        path=str(values["path"]),
        source=str(values["source"]),
        refs=_texts(values["refs"], "refs"),
        before=_text_or_none(values["before"]),
        after=_text_or_none(values["after"]),
        before_bytes=int(str(values["before_bytes"])),
        after_bytes=int(str(values["after_bytes"])),
        moved_to=_text_or_none(values.get("to")),
        state=ChangeState(str(values["state"])),
        batch=_text_or_none(values.get("batch")),
        erased=values.get("erased") is True,
    )


def _instant(time: datetime) -> str:
    return time.isoformat(timespec="microseconds")


def _aware(value: object) -> datetime:
    time = datetime.fromisoformat(str(value))
    if time.tzinfo is None:
        raise ValueError("the time has no zone")
    return time


def _texts(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{name} is not a list")
    return tuple(str(one) for one in value)


def _some(ids: tuple[str, ...]) -> tuple[str, ...]:
    if not ids:
        raise ValueError("a batch of nothing")
    return ids


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)
