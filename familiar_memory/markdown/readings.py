"""Readings that are kept while a note is changed, or several: each of their states is parsed once.

A change is checked by reading what it leads to, and the next one begins by reading that again.
Nothing is kept outside of `kept_readings`, so no text outlives the change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

__all__ = ["kept_readings", "read_once"]

_Read = TypeVar("_Read")
_MOST = 16
"""A change has a text before and one after, each read in up to four ways, and so has the list."""
_KEPT: ContextVar[OrderedDict[Hashable, Any] | None] = ContextVar("kept_readings", default=None)


@contextmanager
def kept_readings() -> Iterator[None]:
    """Have `read_once` keep the last few readings until the end of this; in this thread alone.

    Within another the readings are those of the other.
    """
    if _KEPT.get() is not None:
        yield
        return
    token = _KEPT.set(OrderedDict())
    try:
        yield
    finally:
        _KEPT.reset(token)


def read_once(key: Hashable, read: Callable[[], _Read]) -> _Read:
    """What `read` returns, or returned lately for an equal key; nobody may change it."""
    kept = _KEPT.get()
    if kept is None:
        return read()
    if key in kept:
        kept.move_to_end(key)
        found: _Read = kept[key]
        return found
    found = kept[key] = read()
    if len(kept) > _MOST:
        kept.popitem(last=False)
    return found
