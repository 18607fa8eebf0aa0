"""A plain picture for a card that has none."""

from __future__ import annotations

import struct
import zlib

from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE
from familiar_importers.sillytavern.containers.png import chunk_bytes

__all__ = ["plain_picture"]

_WIDTH, _HEIGHT = 400, 600
_COLOUR = bytes((0x6B, 0x72, 0x80))
_TRUECOLOUR = 2
"""The colour type of PNG for red, green, blue."""


def plain_picture() -> bytes:
    """A PNG of one quiet grey, in the proportions that cards have."""
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, _TRUECOLOUR, 0, 0, 0)
    row = b"\0" + _COLOUR * _WIDTH
    return b"".join(
        (
            PNG_SIGNATURE,
            chunk_bytes(b"IHDR", header),
            chunk_bytes(b"IDAT", zlib.compress(row * _HEIGHT, 9)),
            chunk_bytes(b"IEND", b""),
        )
    )
