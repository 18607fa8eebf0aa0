"""Numbers of bytes as people read them."""

from __future__ import annotations

__all__ = ["size_text"]


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
