"""The bytes of a lorebook file: a JSON file, or a picture with a NovelAI lorebook in it."""

from __future__ import annotations

import base64
import binascii
import io
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from familiar_memory.errors import InputError
from familiar_memory.transfer.strict_json import parse_json

__all__ = ["MAX_BOOK_BYTES", "PNG_SIGNATURE", "book_json", "png_keywords", "read_book_file"]

MAX_BOOK_BYTES = 64 * 1024 * 1024
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_KEYWORD = b"naidata"
_MAX_CHUNKS = 20_000
# More than 20,000 entries of any program have; a file beyond would fill the memory.
_MAX_OBJECTS = 500_000
_MAX_VALUES = 1_500_000


def read_book_file(path: Path) -> bytes:
    """All bytes of the file; its size is asked for before it is read.

    Raises:
        InputError: it cannot be read, or is larger than 64 MiB.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            data = file.read(MAX_BOOK_BYTES + 1) if size <= MAX_BOOK_BYTES else b""
    except OSError as problem:
        raise InputError(
            f"{path} cannot be read: {problem.strerror or problem}", "a readable file"
        ) from problem
    if size > MAX_BOOK_BYTES or len(data) > MAX_BOOK_BYTES:
        raise InputError(f"{path} is too large", f"at most {MAX_BOOK_BYTES:,} bytes")
    return data


def book_json(data: bytes, label: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON in these bytes.

    Raises:
        InputError: there is none, it is malformed, or it holds more than a lorebook can.
    """
    content = _of_picture(data, label) if data.startswith(PNG_SIGNATURE) else data
    objects = content.count(b"{") + content.count(b"[")
    if objects > _MAX_OBJECTS or content.count(b",") > _MAX_VALUES:
        raise InputError(
            f"{label}: it holds more values than a lorebook can",
            f"at most {_MAX_OBJECTS:,} objects and lists, and {_MAX_VALUES:,} values",
        )
    return parse_json(content, label, max_bytes=MAX_BOOK_BYTES)


def png_keywords(file: BinaryIO) -> Iterator[tuple[str, int, int]]:
    """The text chunks `tEXt`: keyword in lower case, where the text starts, its length.

    Only heads are read, and no length is believed beyond the end of the file.
    """
    end = file.seek(0, 2)
    at = len(PNG_SIGNATURE)
    for _ in range(_MAX_CHUNKS):
        if at + 8 > end:
            return
        file.seek(at)
        head = file.read(8 + 80)
        length, kind = struct.unpack_from(">I4s", head)
        keyword, mark, _rest = head[8 : 8 + min(length, 80)].partition(b"\0")
        start = at + 8 + len(keyword) + 1
        if kind == b"tEXt" and mark:
            yield keyword.decode("latin-1").strip().lower(), start, at + 8 + length - start
        if kind == b"IEND":
            return
        at += length + 12


def _of_picture(data: bytes, label: str) -> bytes:
    view = memoryview(data)
    for keyword, start, length in png_keywords(io.BytesIO(data)):
        if keyword == _KEYWORD.decode():
            if start + length > len(data):
                raise InputError(f"{label}: the file ends inside its lorebook", "the whole file")
            return _decoded(bytes(view[start : start + length]), label)
    raise InputError(
        f"{label}: no lorebook in this PNG",
        "a PNG with a text chunk naidata; of a character: --as card",
    )


def _decoded(text: bytes, label: str) -> bytes:
    packed = b"".join(text.split())
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise InputError(
            f"{label}: the chunk naidata is no base64", "base64 of a lorebook's JSON"
        ) from None
