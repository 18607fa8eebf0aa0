"""What bytes say when they are read in the ways in which programs write text down.

Whatever is looked for is looked for in each reading, so nothing has to be spelled in every way:
escapes of JSON, percent signs of addresses, base64 at whatever offset, composed letters.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import normalize
from urllib.parse import unquote_to_bytes

import numpy as np

from familiar_memory.domain.traces import IdPattern

__all__ = ["SoughtForms", "is_sought", "readings"]

_JSON_ESCAPE = re.compile(rb'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])')
_SIMPLE = {b'"': b'"', b"\\": b"\\", b"/": b"/", b"b": b"\b", b"f": b"\f"}
_SIMPLE |= {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
_RUN = re.compile(rb"[A-Za-z0-9+/_-]{12,}(?:\r?\n[A-Za-z0-9+/_-]{12,})*")
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_LONE = b"\xed"
"""With what surrogates begin, written as if they were letters."""
_WIDTH = 8
"""Bytes with which a text begins: by these many texts are looked for at once."""
_FEW = 24
"""So few texts are found sooner one by one."""
_MIX = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ divided by the golden ratio: it spreads beginnings that are alike over the slots."""
_BITS = 18
"""Of the number of a slot: 262,144 of them, most of which no text begins with."""


def is_sought(text: str) -> bool:
    """Whether a text is long enough to be looked for among bytes."""
    return len(_as_bytes(text)) >= _WIDTH


def _as_bytes(text: str) -> bytes:
    return normalize("NFC", text).encode(errors="replace")


class SoughtForms:
    """Texts and ids that are looked for; texts are compared in composed letters."""

    def __init__(self, texts: Iterable[str], ids: Iterable[str]) -> None:
        """Texts of fewer than 8 bytes are left out: they would be found everywhere."""
        self._texts = tuple(sorted({_as_bytes(text) for text in texts if is_sought(text)}))
        self._ids = IdPattern(ids)
        self.reach = max((len(one) for one in self._texts), default=0) + self._ids.reach
        self._by_start: dict[int, list[bytes]] = {}
        self._starts = np.zeros(1 << _BITS, dtype=bool)
        for one in self._texts:
            start = np.frombuffer(one[:_WIDTH], "<u8")
            self._by_start.setdefault(int(start[0]), []).append(one)
            self._starts[_slots(start)] = True

    def __bool__(self) -> bool:
        return bool(self._texts) or bool(self._ids)

    def are_in(self, data: bytes) -> bool:
        """Whether one of them stands in these bytes, as they are."""
        if self._ids.is_in(data):
            return True
        if len(self._texts) <= _FEW:
            return any(one in data for one in self._texts)
        return self._is_text_in(data)

    def reading_of(self, data: bytes) -> str | None:
        """In which reading of the bytes one of them stands; None where in none."""
        return next((name for name, read in readings(data) if self.are_in(read)), None)

    def _is_text_in(self, data: bytes) -> bool:
        if len(data) < _WIDTH:
            return False
        signs = np.frombuffer(data, np.uint8)
        windows = np.lib.stride_tricks.sliding_window_view(signs, _WIDTH)
        starts = np.ascontiguousarray(windows).view("<u8").ravel()
        for at in np.flatnonzero(self._starts[_slots(starts)]).tolist():
            if any(data.startswith(one, at) for one in self._by_start.get(int(starts[at]), ())):
                return True
        return False


def _slots(starts: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> Sequence[int]:
    with np.errstate(over="ignore"):
        mixed = (starts.astype(np.uint64) * _MIX) >> np.uint64(64 - _BITS)
    return mixed.astype(np.int64)  # type: ignore[return-value]


def readings(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The bytes as they are, and all that they can be read as, each by name."""
    yield "as it is", data
    if not data.isascii() and (composed := _composed(data)) != data:
        yield "in other letters", composed
    if b"\\" in data:
        yield "escaped as in JSON", _composed(_JSON_ESCAPE.sub(_unescaped, data))
    if b"%" in data:
        yield "percent-encoded", _composed(unquote_to_bytes(data.replace(b"+", b" ")))
    decoded = b"\0".join(_decoded(data))
    if decoded:
        yield "in base64", decoded
    if b"\0" in data:
        yield "in UTF-16", _composed(data.replace(b"\0", b""))


def _unescaped(match: re.Match[bytes]) -> bytes:
    sign = match[0][1:]
    if sign[:1] != b"u":
        return _SIMPLE[sign]
    return chr(int(sign[1:], 16)).encode("utf-8", "surrogatepass")


def _composed(data: bytes) -> bytes:
    """Text in composed letters; pairs of surrogates, as JSON escapes them, become one sign.

    Bytes that are no text stay as they are.
    """
    if data.isascii():
        return data
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data
    if _LONE in data:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return normalize("NFC", text).encode()


def _decoded(data: bytes) -> Iterator[bytes]:
    """Every run that may be base64, from each of the four signs with which a group may begin."""
    for match in _RUN.finditer(data):
        run = match[0].translate(_URL_SAFE, b"\r\n")
        for first in range(4):
            some = run[first:]
            rest = len(some) % 4
            # One sign alone says nothing; two and three are the end of what was encoded.
            whole = some[:-1] if rest == 1 else some + b"=" * (-rest % 4)
            try:
                yield _composed(base64.b64decode(whole))
            except (binascii.Error, ValueError):
                continue
