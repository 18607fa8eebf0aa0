"""When the signs of a document cannot be trusted: it was read too soon after it was touched."""

from __future__ import annotations

from familiar_memory.domain.memory.source import KnownDocument
from familiar_memory.domain.memory.stamp import Stamp

__all__ = ["RACY_WINDOW_NS", "is_racy", "is_too_young"]

RACY_WINDOW_NS = 2_000_000_000
"""A file touched this close to its indexing may have changed again within one tick."""


def is_racy(known: KnownDocument) -> bool:
    """Whether a document may have changed since without a change of its stamp."""
    return is_too_young(known.stamp, known.indexed_ns)


def is_too_young(stamp: Stamp, read_ns: int) -> bool:
    """Whether what was read at a moment may have changed since without a change of its stamp."""
    return stamp.mtime_ns > read_ns - RACY_WINDOW_NS
