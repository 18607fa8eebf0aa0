"""A set of turn ids as a short text: `1-3,5`."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

__all__ = ["in_spans", "spans_of"]


def spans_of(ids: Collection[int]) -> str:
    """The ids in ascending order, neighbours drawn together."""
    spans: list[list[int]] = []
    for one in sorted(ids):
        if spans and spans[-1][1] == one - 1:
            spans[-1][1] = one
        else:
            spans.append([one, one])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def in_spans(text: str) -> frozenset[int]:
    """Read the ids back.

    Raises:
        sqlite3.DatabaseError: the text says no ids.
    """
    found: set[int] = set()
    try:
        for span in filter(None, text.split(",")):
            first, _, last = span.partition("-")
            found.update(range(int(first), int(last or first) + 1))
    except (ValueError, MemoryError, OverflowError) as exc:
        raise sqlite3.DatabaseError(f"a batch cannot be read: {exc}") from exc
    return frozenset(found)
