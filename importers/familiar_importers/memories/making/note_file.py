"""A note on disk as text, and what to say of one that is large."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import NoteFile, Remark

__all__ = ["MAX_NOTE_BYTES", "read_note", "whole_note"]

MAX_NOTE_BYTES = 64 * 1024 * 1024
"""A larger file is no note of anybody's."""

_CAP = 262_144
"""What `store.max_file_bytes` is unless somebody sets it."""


def read_note(path: Path) -> str:
    """The text of a note, with its line ends and its byte order mark.

    Raises:
        InputError: it is too large, not UTF-8, or cannot be read.
    """
    try:
        size = path.stat().st_size
        if size > MAX_NOTE_BYTES:
            raise InputError(f"{path} has {size:,} bytes", f"a note of at most {MAX_NOTE_BYTES:,}")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise InputError(
            f"{path} is not UTF-8: byte {problem.start} cannot be read", "Markdown in UTF-8"
        ) from None
    except OSError as problem:
        raise InputError(
            f"{path} cannot be read: {problem.strerror or problem}", "a readable file"
        ) from problem


def whole_note(path: str, text: str) -> Iterator[NoteFile | Remark]:
    """A note that is never cut; of one that is longer than the engine's own may be, it is said."""
    size = len(text.encode("utf-8"))
    yield NoteFile(path, text, is_capped=size <= _CAP, is_linked=True)
    if size > _CAP:
        yield Remark(
            path,
            f"{size:,} bytes, more than store.max_file_bytes usually allows ({_CAP:,}): it is"
            " kept whole, and the engine adds no lines to it",
        )
