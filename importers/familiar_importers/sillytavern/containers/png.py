"""The chunks of a PNG file: found without trusting a length, written back in place."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE, look_of
from familiar_memory.errors import InputError

__all__ = ["PngChunk", "Png", "chunk_bytes", "read_png", "spliced"]

_MAX_CHUNKS = 100_000
"""A picture has tens; each is an object in memory."""
_FRAME = 12
"""Length, kind and checksum of a chunk."""
_LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, slots=True)
class PngChunk:
    """One chunk: bytes `start` to `end` of the file are all of it, frame included.

    `payload` is a view into the file, without a copy. `is_cut` when the file ends before
    the chunk does; `payload` is then what is left.
    """

    kind: bytes
    payload: memoryview
    start: int
    end: int
    is_sound: bool
    is_cut: bool = False

    @property
    def name(self) -> str:
        """The kind as text, for messages."""
        return self.kind.decode("latin-1")


@dataclass(frozen=True, slots=True)
class Png:
    """The chunks in order, to IEND or as far as they can be followed.

    `flaws` say, for a person, what is wrong with the file and can be lived with.
    """

    chunks: tuple[PngChunk, ...]
    flaws: tuple[str, ...]


def read_png(data: bytes, label: str) -> Png:
    """Follow the chunks of the file; a length is believed only as far as there are bytes.

    Raises:
        InputError: it is no PNG, or has more chunks than any picture.
    """
    if not data.startswith(PNG_SIGNATURE):
        raise InputError(f"{label}: it is {look_of(data)}, not a PNG", "a PNG picture with a card")
    chunks: list[PngChunk] = []
    flaws: list[str] = []
    view, at = memoryview(data), len(PNG_SIGNATURE)
    while True:
        chunk = _chunk_at(view, at)
        if chunk is None:
            flaws.append("the picture's end (IEND) is missing")
            break
        if not set(chunk.kind) <= _LETTERS:
            flaws.append(f"the bytes at {at:,} are not a chunk")
            break
        chunks.append(chunk)
        if len(chunks) > _MAX_CHUNKS:
            raise InputError(f"{label}: more than {_MAX_CHUNKS:,} chunks", "a PNG picture")
        at = chunk.end
        if chunk.is_cut:
            flaws.append(f"the file ends inside its chunk {chunk.name}")
            break
        if chunk.kind == b"IEND":
            break
    if chunks and chunks[-1].kind == b"IEND" and at < len(data):
        flaws.append(f"{len(data) - at:,} bytes follow the picture's end")
    return Png(tuple(chunks), (*_unsound(chunks), *flaws))


def chunk_bytes(kind: bytes, payload: bytes) -> bytes:
    """A chunk with its length and checksum."""
    checksum = zlib.crc32(payload, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(payload)), kind, payload, struct.pack(">I", checksum)))


def spliced(data: bytes, changes: Iterable[tuple[int, int, bytes]]) -> bytes:
    """The bytes with each stretch (start, end) replaced; all the others stay as they are."""
    pieces: list[bytes | memoryview] = []
    view, at = memoryview(data), 0
    for start, end, new in sorted(changes):
        pieces += (view[at:start], new)
        at = end
    pieces.append(view[at:])
    return b"".join(pieces)


def _chunk_at(view: memoryview, at: int) -> PngChunk | None:
    if len(view) - at < _FRAME - 4:
        return None
    length, kind = struct.unpack_from(">I4s", view, at)
    end = at + _FRAME + length
    if end > len(view):
        return PngChunk(kind, view[at + 8 :], at, len(view), is_sound=False, is_cut=True)
    payload = view[at + 8 : end - 4]
    (stated,) = struct.unpack_from(">I", view, end - 4)
    return PngChunk(kind, payload, at, end, stated == zlib.crc32(payload, zlib.crc32(kind)))


def _unsound(chunks: list[PngChunk]) -> Iterable[str]:
    kinds = sorted({chunk.name for chunk in chunks if not chunk.is_sound and not chunk.is_cut})
    if kinds:
        yield f"a wrong checksum in {', '.join(kinds[:8])}: the picture may be damaged"
