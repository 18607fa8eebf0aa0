"""What a part of the log holds: whole lines, and where each of them ends. Pure."""

from __future__ import annotations

import contextlib
import zlib
from typing import Final, NamedTuple

__all__ = ["LogLine", "Position", "cut", "unpacked"]

_PIECE: Final = 4_096
"""Bytes at a time, so that of a damaged part all that comes before the damage is read."""


class Position(NamedTuple):
    """A place in the log: the part, the byte in it, and the lines of it before that byte."""

    part: int = 1
    offset: int = 0
    lines: int = 0


class LogLine(NamedTuple):
    """A whole line without its end, and where the next one begins."""

    text: bytes
    end: Position


def cut(data: bytes, start: Position, is_closed: bool) -> list[LogLine]:
    """The lines of these bytes, which begin there; the last of a part that grows may be torn."""
    texts = data.split(b"\n")
    torn = texts.pop()
    if torn and is_closed:
        texts.append(torn)
    lines = []
    offset = start.offset
    for number, text in enumerate(texts, start=start.lines + 1):
        offset += len(text) + 1
        lines.append(LogLine(text, Position(start.part, offset, number)))
    return lines


def unpacked(data: bytes) -> bytes:
    """What a compressed part holds; of a damaged one what can be had, and a line that says so."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    text = bytearray()
    with contextlib.suppress(zlib.error):
        for at in range(0, len(data), _PIECE):
            text += unpacker.decompress(data[at : at + _PIECE])
    if not unpacker.eof:
        text += b"\nthe rest of this part is damaged\n"
    return bytes(text)
