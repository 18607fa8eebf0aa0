"""A `.charx` with another card in it: all other members stay byte for byte where they were."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable

from familiar_importers.sillytavern.containers.charx import CARD_MEMBER, CharxArchive
from familiar_importers.sillytavern.containers.png import spliced
from familiar_memory.errors import InputError

__all__ = ["new_charx", "replaced_in_charx"]

_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_ENTRY = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END = struct.Struct("<4sHHHHIIH")
_LARGE = 0xFFFFFFFF
"""In place of a size or an offset: the real one stands in a record for large files (ZIP64)."""
_SIZES_FOLLOW = 0x8
"""The bit of a member's flags by which its sizes stand behind its data."""
_DEFLATED = 8
"""The number of the method in a ZIP."""
# So that the same card gives the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


def replaced_in_charx(data: bytes, archive: CharxArchive, content: bytes) -> bytes | None:
    """The archive with these bytes as `card.json`; None when it is built too oddly for that."""
    try:
        new = _spliced(data, archive, content)
        if new is None or CharxArchive(new, CARD_MEMBER).card() != content:
            return None
    except (struct.error, InputError):
        return None
    return new


def new_charx(content: bytes, members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of a card and its assets; the same ones give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in ((CARD_MEMBER, content), *members):
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, member)
    return out.getvalue()


def _spliced(data: bytes, archive: CharxArchive, content: bytes) -> bytes | None:
    start = archive.card_info.header_offset
    record = _Record(content, data, start)
    end = _end_of_record(data, archive)
    directory = archive.directory_start
    if record.is_large or end is None or end > directory:
        return None
    grown = len(record.local) - (end - start)
    entries: list[bytes] = []
    at = directory
    listed_at = _end_record_offset(data, archive)
    if listed_at is None:
        return None
    shift = directory - listed_at
    for _ in archive.infos:
        entry = _Entry(data, at)
        place = entry.offset + shift
        if entry.is_large or start < place < end:
            return None
        if place == start:
            entries.append(entry.with_card(record))
        else:
            entries.append(entry.moved(grown if place > start else 0))
        at += entry.size
    closing = list(_END.unpack_from(data, at))
    closing[6] += grown
    return spliced(
        data,
        [
            (start, end, record.local),
            (directory, at, b"".join(entries)),
            (at, at + _END.size, _END.pack(*closing)),
        ],
    )


class _Record:
    """The card as a member: its local header, with the old one's name, and its packed bytes."""

    def __init__(self, content: bytes, data: bytes, start: int) -> None:
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = deflate.compress(content) + deflate.flush()
        self.sizes = (zlib.crc32(content), len(packed), len(content))
        old = _LOCAL.unpack_from(data, start)
        names = data[start + _LOCAL.size : start + _LOCAL.size + old[9] + old[10]]
        self.is_large = _LARGE in old[7:9]
        self.flags = old[2] & ~_SIZES_FOLLOW
        head = _LOCAL.pack(
            old[0], old[1], self.flags, _DEFLATED, old[4], old[5], *self.sizes, old[9], old[10]
        )
        self.local = head + names + packed


class _Entry:
    """One line of the list of members."""

    def __init__(self, data: bytes, at: int) -> None:
        self._values = list(_ENTRY.unpack_from(data, at))
        if self._values[0] != b"PK\x01\x02":
            raise struct.error("no entry of a zip directory")
        self.size = _ENTRY.size + sum(self._values[10:13])
        self._rest = data[at + _ENTRY.size : at + self.size]
        self.offset = self._values[16]
        self.is_large = _LARGE in (self.offset, *self._values[8:10])

    def moved(self, by: int) -> bytes:
        return _ENTRY.pack(*self._values[:16], self.offset + by) + self._rest

    def with_card(self, record: _Record) -> bytes:
        old = self._values
        return (
            _ENTRY.pack(*old[:3], record.flags, _DEFLATED, *old[5:7], *record.sizes, *old[10:])
            + self._rest
        )


def _end_of_record(data: bytes, archive: CharxArchive) -> int | None:
    info = archive.card_info
    header = _LOCAL.unpack_from(data, info.header_offset)
    end = info.header_offset + _LOCAL.size + header[9] + header[10] + info.compress_size
    if header[2] & _SIZES_FOLLOW:
        end += 16 if data[end : end + 4] == b"PK\x07\x08" else 12
    return int(end)


def _end_record_offset(data: bytes, archive: CharxArchive) -> int | None:
    """Where the archive itself says that its list begins; None when it is written in 64 bits."""
    at = archive.directory_start
    for _ in archive.infos:
        at += _Entry(data, at).size
    closing = _END.unpack_from(data, at)
    if closing[0] != b"PK\x05\x06" or closing[6] == _LARGE:
        return None
    return int(closing[6])
