"""The bytes of a file that somebody brings, and what they look like."""

from __future__ import annotations

import re
from pathlib import Path

from familiar_memory.errors import InputError

__all__ = ["MAX_INPUT_BYTES", "PNG_SIGNATURE", "look_of", "looks_zipped", "printable", "read_input"]

MAX_INPUT_BYTES = 64 * 1024 * 1024
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_END_OF_ZIP = b"PK\x05\x06"
_ZIP_HEADS = (b"PK\x03\x04", _END_OF_ZIP)
# A comment of at most 65,535 bytes may follow the end record of 22.
_ZIP_TAIL = 66_000
_HTML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_MAX_SHOWN = 120


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


def look_of(data: bytes) -> str:
    """What the first bytes look like, for messages: `a JPEG picture`, `a web page`."""
    if not data:
        return "an empty file"
    for head, look in (
        (PNG_SIGNATURE, "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"PK\x03\x04", "a zip archive"),
        (_END_OF_ZIP, "an empty zip archive"),
        (b"\x1f\x8b", "a gzip file"),
        (b"%PDF", "a PDF document"),
    ):
        if data.startswith(head):
            return look
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "a WEBP picture"
    if data[4:12] in (b"ftypavif", b"ftypheic"):
        return "an AVIF or HEIC picture"
    if data.startswith(PNG_SIGNATURE[:4]):
        return "a PNG picture that was damaged, perhaps sent as text"
    return _look_of_text(data)


def printable(text: str) -> str:
    """A foreign name for a message: no control characters, not endless."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: _MAX_SHOWN + 1])
    return shown if len(text) <= _MAX_SHOWN else f"{shown[:_MAX_SHOWN]}…"


def _look_of_text(data: bytes) -> str:
    if _HTML.match(data):
        return "a web page"
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith((b"{", b"[")):
        return "JSON"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "text in UTF-16"
    try:
        data[:1024].decode("utf-8")
    except UnicodeDecodeError as problem:
        if problem.start < len(data[:1024]) - 4:
            return "binary data of another kind"
    return "binary data of another kind" if b"\x00" in data[:1024] else "text"
