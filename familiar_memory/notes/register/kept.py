"""What was read of the heads of notes, kept in a file: derived, and gone without harm."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import orjson

from familiar_memory.notes.register.head import NoteHead

__all__ = ["Entry", "read_kept", "write_kept"]

_VERSION = 4


class Entry(NamedTuple):
    """What stood at the beginning of a file, the stamp that it had before, and when it was read."""

    mtime_ns: int
    size: int
    read_ns: int
    head: NoteHead


def read_kept(file: Path) -> dict[str, Entry] | None:
    """Entries by path; None where there is no such file, or it is not as it was written."""
    try:
        kept = orjson.loads(file.read_bytes())
        if kept["version"] != _VERSION:
            return None
        return {path: _entry(*one) for path, one in kept["notes"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _entry(
    mtime_ns: int,
    size: int,
    read_ns: int,
    given: str,
    aliases: list[str],
    folder: str,
    is_heard: bool,
    labels: list[list[str]],
    doubt: int,
) -> Entry:
    are_numbers = all(type(one) is int for one in (mtime_ns, size, read_ns, doubt))
    pairs = tuple((label, place) for label, place in labels)
    texts = (given, folder, *aliases, *(text for pair in pairs for text in pair))
    are_texts = all(type(one) is str for one in texts)
    are_lists = type(is_heard) is bool and all(type(one) is list for one in labels)
    if not (are_numbers and are_texts and are_lists):
        raise ValueError("not what was written")
    head = NoteHead(given, tuple(aliases), folder, is_heard, pairs, doubt)
    return Entry(mtime_ns, size, read_ns, head)


def write_kept(file: Path, entries: Mapping[str, Entry]) -> None:
    """Write them whole, or not at all: what cannot be kept is read once more."""
    notes = {path: (*entry[:3], *entry.head) for path, entry in entries.items()}
    temporary = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    with contextlib.suppress(OSError, orjson.JSONEncodeError):
        try:
            temporary.write_bytes(orjson.dumps({"version": _VERSION, "notes": notes}))
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
