"""The bytes of a file that somebody brings, and what they look like."""

from __future__ import annotations

from pathlib import Path

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.file_look import PNG_SIGNATURE, look_of

__all__ = ["MAX_INPUT_BYTES", "PNG_SIGNATURE", "look_of", "looks_zipped", "printable", "read_input"]

MAX_INPUT_BYTES = 64 * 1024 * 1024
"""A card with its pictures is in memory whole (docs/sillytavern.md)."""

_END_OF_ZIP = b"PK\x05\x06"
_ZIP_HEADS = (b"PK\x03\x04", _END_OF_ZIP)
# A comment of at most 65,535 bytes may follow the end record of 22.
_ZIP_TAIL = 66_000
_MAX_SHOWN = 120
"""Characters of a stranger's name in a message."""


def read_input(path: Path, *, max_bytes: int = MAX_INPUT_BYTES) -> bytes:
    """All bytes of the file; its size is asked for before it is read.

    Raises:
        InputError: it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1) if path.stat().st_size <= max_bytes else None
    except OSError as problem:
        raise InputError(
            f"{path} cannot be read: {problem.strerror or problem}", "a readable file"
        ) from problem
    if data is None or len(data) > max_bytes:
        raise InputError(f"{path} is too large", f"at most {max_bytes:,} bytes")
    return data


def looks_zipped(data: bytes) -> bool:
    """Whether it is a zip archive, or a JPEG picture with one behind it."""
    if data.startswith(_ZIP_HEADS):
        return True
    return data.startswith(b"\xff\xd8\xff") and _END_OF_ZIP in data[-_ZIP_TAIL:]


def printable(text: str) -> str:
    """A foreign name for a message: no control characters, not endless."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: _MAX_SHOWN + 1])
    return shown if len(text) <= _MAX_SHOWN else f"{shown[:_MAX_SHOWN]}…"
