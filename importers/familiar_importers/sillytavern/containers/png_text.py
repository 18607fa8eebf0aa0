"""Text chunks of a PNG: tEXt, zTXt and iTXt, unpacked within a cap and packed again."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from familiar_importers.sillytavern.containers.png import Png, PngChunk
from familiar_memory.errors import InputError

__all__ = ["MAX_CHUNK_BYTES", "MAX_TEXT_BYTES", "TextChunk", "packed", "text_chunks", "inflated"]

MAX_CHUNK_BYTES = 32 * 1024 * 1024
"""Of a text as it is stored; unpacked it has a bound of its own."""
MAX_TEXT_BYTES = 24 * 1024 * 1024
"""What a text may come to when it is unpacked: base64 of the largest JSON, and some more."""

_KINDS = frozenset({b"tEXt", b"zTXt", b"iTXt"})
_MAX_KEYWORD = 79
"""Bytes; the standard allows no longer one."""


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A text chunk and its keyword; the text itself stays packed until it is asked for."""

    chunk: PngChunk
    keyword: str

    @property
    def key(self) -> str:
        """The keyword as programs compare it: without regard to case."""
        return self.keyword.lower()


def text_chunks(png: Png) -> tuple[TextChunk, ...]:
    """Every text chunk that has a keyword, in order; one that is cut short among them."""
    found: list[TextChunk] = []
    for chunk in png.chunks:
        if chunk.kind in _KINDS:
            head = bytes(chunk.payload[: _MAX_KEYWORD + 200])
            keyword, end, _ = head.partition(b"\0")
            if end:
                found.append(TextChunk(chunk, keyword.decode("latin-1").strip()))
    return tuple(found)


def inflated(text: TextChunk, label: str) -> bytes:
    """The text of the chunk as bytes, inflated if it was deflated.

    Raises:
        InputError: it is cut short, its checksum is wrong, or it is too large.
    """
    where = f"{label}: the chunk {text.keyword}"
    if text.chunk.is_cut:
        raise InputError(f"{where} is cut short: the file ends inside it", "the whole file")
    if not text.chunk.is_sound:
        raise InputError(f"{where} is damaged: its checksum is wrong", "an undamaged file")
    size = len(text.chunk.payload)
    if size > MAX_CHUNK_BYTES:
        raise InputError(f"{where} has {size:,} bytes", f"at most {MAX_CHUNK_BYTES:,}")
    _, is_deflated, body = _parts(text, where)
    return _inflated(body, where) if is_deflated else bytes(body)


def packed(text: TextChunk, content: bytes, label: str) -> bytes:
    """The payload of the chunk with another text, packed in the way the old one was."""
    head, is_deflated, _ = _parts(text, f"{label}: the chunk {text.keyword}")
    return head + (zlib.compress(content, 9) if is_deflated else content)


def _parts(text: TextChunk, where: str) -> tuple[bytes, bool, memoryview]:
    """What stands before the text, whether the text is deflated, and the text."""
    payload = text.chunk.payload
    at = bytes(payload[: _MAX_KEYWORD + 200]).index(b"\0") + 1
    if text.chunk.kind == b"tEXt":
        return bytes(payload[:at]), False, payload[at:]
    if text.chunk.kind == b"zTXt":
        _check_method(bytes(payload[at : at + 1]), where)
        return bytes(payload[: at + 1]), True, payload[at + 1 :]
    flag = bytes(payload[at : at + 1])
    # Language and translated keyword, each up to a NUL; nobody writes long ones.
    named = bytes(payload[at + 2 : at + 2 + 1024]).split(b"\0", 2)
    if flag not in (b"\0", b"\1") or len(named) < 3:
        raise InputError(f"{where} is malformed", "an iTXt chunk as PNG defines it")
    if flag == b"\1":
        _check_method(bytes(payload[at + 1 : at + 2]), where)
    start = at + 2 + len(named[0]) + 1 + len(named[1]) + 1
    return bytes(payload[:start]), flag == b"\1", payload[start:]


def _check_method(method: bytes, where: str) -> None:
    if method != b"\0":
        raise InputError(f"{where} is packed in an unknown way", "deflate, as PNG defines it")


def _inflated(body: memoryview, where: str) -> bytes:
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(body, MAX_TEXT_BYTES + 1)
    except zlib.error as problem:
        raise InputError(f"{where} cannot be unpacked: {problem}", "an undamaged file") from None
    if len(content) > MAX_TEXT_BYTES:
        raise InputError(f"{where} unpacks to more than {MAX_TEXT_BYTES:,} bytes", "a card")
    if not inflater.eof:
        raise InputError(f"{where} is cut short inside its packed text", "the whole file")
    return content
