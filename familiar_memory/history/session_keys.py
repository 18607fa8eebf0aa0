"""How a session is named: by its place, and its number there."""

from __future__ import annotations

__all__ = ["parse_session_key", "session_key"]


def session_key(place_slug: str, ordinal: int) -> str:
    """`<place slug>/<ordinal in eight digits>`."""
    return f"{place_slug}/{ordinal:08d}"


def parse_session_key(key: str) -> tuple[str, int] | None:
    """Read a key back into place slug and ordinal; None when it is not one."""
    # More than 18 digits are no number that SQLite could hold.
    slug, slash, digits = key.rpartition("/")
    if not (slash and digits.isascii() and digits.isdecimal() and len(digits) <= 18):
        return None
    ordinal = int(digits)
    return (slug, ordinal) if session_key(slug, ordinal) == key else None
