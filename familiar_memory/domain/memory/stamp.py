"""The cheap signs by which a document is known again."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Stamp"]


class Stamp(NamedTuple):
    """A document's key and the cheap signs that it may have changed.

    Files: the newest of their times, and size. Conversations: a revision counter, and how
    many turns there are. A tuple, because every start makes one of every file.
    """

    key: str
    mtime_ns: int
    size: int
