"""A zip archive that comes out piece by piece, the same bytes for the same files."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator

__all__ = ["zip_pieces"]

_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP can say: equal trees make equal archives."""
_UNIX = 3
"""So that the permissions of members are read as those of Unix, on any system."""
_LEVEL = 6
"""The default of zlib."""
# What is packed already only costs time.
_PACKED = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".charx", ".zip", ".mp3", ".mp4", ".pdf")


def zip_pieces(
    names: Iterable[str], read: Callable[[str], bytes], comment: bytes
) -> Iterator[bytes]:
    """The archive of these files, one of them in memory at a time."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        archive.comment = comment
        for name in names:
            archive.writestr(_member(name), read(name), compresslevel=_LEVEL)
            yield from sink.taken()
    yield from sink.taken()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _BEGINNING)
    packed = name.lower().endswith(_PACKED)
    info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
    info.create_system = _UNIX
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    return info


class _Sink(io.RawIOBase):
    """Takes what a writer gives it, until somebody takes it away; nobody can go back in it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: object) -> int:
        """Take a copy: the writer may use its buffer again."""
        piece = bytes(data)  # type: ignore[call-overload]
        self._pieces.append(piece)
        return len(piece)

    def taken(self) -> list[bytes]:
        """What was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return pieces
