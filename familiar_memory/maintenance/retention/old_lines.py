"""Logs of a line of JSON each that only tell of what was done: their old lines go."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from familiar_memory.errors import StorageError
from familiar_memory.store.disk.private_file import write_private

__all__ = ["drop_old_lines", "old_lines_in", "without_old_lines"]

_TIMES = ("at", "time", "timestamp")


def without_old_lines(data: bytes, moment: datetime) -> tuple[bytes, int]:
    """The lines without those that say a time before that moment, and how many those are.

    What says no time that can be read stays.
    """
    lines = data.splitlines(keepends=True)
    kept = [line for line in lines if not _is_before(line, moment)]
    return b"".join(kept), len(lines) - len(kept)


def old_lines_in(log: Path, moment: datetime) -> int:
    """How many lines of a log would go; 0 where there is none.

    Raises:
        StorageError: it cannot be read.
    """
    return without_old_lines(_read(log), moment)[1]


def drop_old_lines(log: Path, moment: datetime) -> int:
    """Take them out of a log; how many. A log that grows meanwhile is left for the next time.

    Raises:
        StorageError: it cannot be read or written.
    """
    data = _read(log)
    kept, count = without_old_lines(data, moment)
    if not count or _read(log) != data:
        return 0
    try:
        write_private(log, kept)
    except OSError as error:
        raise _failed(log, error) from error
    return count


def _read(log: Path) -> bytes:
    try:
        return log.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise _failed(log, error) from error


def _failed(log: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{log.name} cannot be cleared of its old lines: {error.strerror}",
        "a file that this user can write to",
    )


def _is_before(line: bytes, moment: datetime) -> bool:
    try:
        said = json.loads(line)
        times = [said[name] for name in _TIMES if name in said]
        return bool(times) and datetime.fromisoformat(times[0]) < moment
    except (ValueError, TypeError, KeyError, RecursionError):
        return False
