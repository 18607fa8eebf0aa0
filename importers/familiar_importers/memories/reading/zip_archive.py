"""A zip archive from somebody else: looked at whole before anything in it is unpacked."""

from __future__ import annotations

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from familiar_memory.errors import InputError
from familiar_memory.transfer.portable_names import name_key

__all__ = ["archive_comment", "checked_members", "open_archive", "read_member"]

_MAX_MEMBERS = 200_000
"""Notes of a tree; each is a row in memory before any is read."""
_MAX_DIRECTORY_BYTES = 24 * 1024 * 1024
"""About 120 for each of the members; `zipfile` reads the directory whole."""
_MAX_MEMBER_BYTES = 64 * 1024 * 1024
"""As any original that is kept (`MAX_BYTES_FILE`)."""
_MAX_TOTAL_BYTES = 4 * 1024 * 1024 * 1024
"""Of everything unpacked, however well it was packed."""
_FREE_BYTES = 64 * 1024 * 1024
"""So much may come of any archive, however small: text packs well."""
_MAX_RATIO = 200
"""How much larger all members may be than the archive, past the first 64 MB."""

_ENCRYPTED = 0x1 | 0x40 | 0x2000
"""The bits of a member's flags that say so: encrypted, strongly, its directory too."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SHOWN = 10
_END = b"PK\x05\x06"
_END_BYTES = 22
"""The record at the end of a ZIP, without its comment."""
_DAMAGE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, OSError, RuntimeError, ValueError, OverflowError, IndexError),
    NotImplementedError,
)


def archive_comment(path: Path) -> bytes:
    """The comment of an archive, from its last bytes; empty for anything else. Never raises."""
    end = _end_record(path)
    return b"" if end is None else end[_END_BYTES:]


def open_archive(path: Path) -> zipfile.ZipFile:
    """The archive, with its list of members read.

    Raises:
        InputError: it is no zip archive, damaged, or has too long a list.
    """
    try:
        _check_directory(path)
        return zipfile.ZipFile(path)
    except _DAMAGE as problem:
        raise InputError(f"{path} is not a complete zip archive: {problem}", "a .zip") from None


def checked_members(archive: zipfile.ZipFile, path: Path) -> list[zipfile.ZipInfo]:
    """The files of an archive by name, when all of them may be unpacked.

    Raises:
        InputError: a name leads out or is there twice (also to a disk that confuses
            cases), a member is a link, encrypted or oddly packed, or it is too much.
    """
    label = str(path)
    infos = archive.infolist()
    if len(infos) > _MAX_MEMBERS:
        raise InputError(f"{label}: {len(infos):,} members", f"at most {_MAX_MEMBERS:,}")
    problems = [f"{_shown(i.orig_filename)} {why}" for i in infos if (why := _problem(i))]
    files = [info for info in infos if not info.filename.endswith("/")]
    problems += _twins(info.orig_filename for info in files)
    if problems:
        more = f"; and {len(problems) - _SHOWN:,} more" if len(problems) > _SHOWN else ""
        raise InputError(
            f"{label}: {'; '.join(problems[:_SHOWN])}{more}",
            "plain files with relative names, each once",
        )
    # Members may overlap, so the archive's own size is what was really given.
    _check_sizes(files, path.stat().st_size, label)
    return sorted(files, key=lambda info: info.orig_filename)


def read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, label: str) -> bytes:
    """The bytes of one member; never more than it declares.

    Raises:
        InputError: it is damaged, or larger than it says.
    """
    try:
        with archive.open(info) as member:
            data = member.read(info.file_size + 1)
    except _DAMAGE as problem:
        raise InputError(
            f"{label}: {_shown(info.orig_filename)} is damaged: {problem}", "a whole archive"
        ) from None
    if len(data) != info.file_size:
        raise InputError(
            f"{label}: {_shown(info.orig_filename)} is not as large as it says", "a whole archive"
        )
    return data


def _problem(info: zipfile.ZipInfo) -> str | None:
    name = info.orig_filename
    parts = name.removesuffix("/").split("/")
    if name.startswith("/") or "\\" in name or ":" in parts[0] or "\0" in name:
        return "is not a relative path"
    if any(part in ("", ".", "..") for part in parts):
        return "leads out, or nowhere"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "is a link"
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted"
    if info.compress_type not in _METHODS:
        return "is packed in an unusual way"
    if info.file_size > _MAX_MEMBER_BYTES:
        return f"has {info.file_size:,} bytes, and {_MAX_MEMBER_BYTES:,} are allowed"
    return None


def _twins(names: Iterator[str]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name_key(name), name)
        if other is not name:
            again = "is there twice" if other == name else f"and {_shown(other)} are one file"
            yield f"{_shown(name)} {again}{'' if other == name else ' on some disks'}"


def _check_sizes(files: list[zipfile.ZipInfo], packed: int, label: str) -> None:
    total = sum(info.file_size for info in files)
    allowed = min(_MAX_TOTAL_BYTES, max(_FREE_BYTES, packed * _MAX_RATIO))
    if total > allowed:
        raise InputError(
            f"{label}: it unpacks to {total:,} bytes from {packed:,}",
            f"at most {allowed:,}: no notes are packed that tightly",
        )


def _check_directory(path: Path) -> None:
    """The list of members is read at once, so what it says of its length is looked at before."""
    end = _end_record(path)
    if end is None:
        raise zipfile.BadZipFile("it has no list of members")
    length = int.from_bytes(end[12:16], "little")
    if length > _MAX_DIRECTORY_BYTES:
        raise zipfile.BadZipFile(f"its list of members has {length:,} bytes")


def _end_record(path: Path) -> bytes | None:
    """The last record of an archive with its comment."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _END_BYTES - 0xFFFF))
            tail = file.read()
    except (OSError, ValueError):  # also a name that no disk can hold
        return None
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        return None
    comment_bytes = int.from_bytes(tail[at + 20 : at + 22], "little")
    return tail[at:] if at + _END_BYTES + comment_bytes == len(tail) else None


def _shown(name: str) -> str:
    return repr(name if len(name) <= 120 else f"{name[:119]}…")
