"""Numbers of bytes: of files, and as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

__all__ = ["size_of_files", "size_text"]


def size_of_files(paths: Iterable[Path]) -> int:
    """The bytes of those that are files, together; what went since it was listed has none."""
    size = 0
    for path in paths:
        with suppress(FileNotFoundError):
            found = path.stat()
            size += found.st_size if S_ISREG(found.st_mode) else 0
    return size


def size_text(size: int) -> str:
    """A number of bytes for people: `812 B`, `1.4 kB`, `3.2 MB`."""
    if size < 1000:
        return f"{size} B"
    value = float(size)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 1000:
            return f"{value:.1f} {unit}"
    return f"{value / 1000:.1f} TB"
