"""Take many things a few at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

__all__ = ["in_batches"]

_Item = TypeVar("_Item")


def in_batches(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """Lists of `size` items, in order; the last one may be shorter. No more is read ahead."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
