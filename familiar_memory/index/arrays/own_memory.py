"""The arrays of one segment in a piece of memory of their own, which goes when they go.

An allocator keeps what is freed for what comes next, and a household that wakes up one
familiar after another fills up with such leftovers: arrays of some kilobytes lie between
what stays, so nothing of it goes back to the system. A mapping does at once, on every system.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from mmap import mmap
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["in_own_memory"]

_Arrays = TypeVar("_Arrays")
_Array = NDArray[np.generic]
_ALIGNED = 64
"""Bytes: a line of the processor's cache."""
_MOST_SMALL = 1 << 16
"""Rows: of more, a column that says nothing stays whole, which numpy goes through quicker."""
_WORTHWHILE = range(1 << 16, 1 << 24)
"""Bytes: less is not worth the pages that a mapping is rounded up to; of more, large arrays
have mappings of their own in any case, and there should not be two of them, even for a moment."""


def in_own_memory(value: _Arrays) -> _Arrays:
    """The same dataclass of arrays, and of such dataclasses; its arrays are only to be read.

    Its memory is returned to the system as soon as none of its arrays is used any more.
    """
    size = sum(_room(one) for one in _arrays(value) if not _is_constant(one))
    if size not in _WORTHWHILE:
        return value
    memory, filled = _mapped(size), 0

    def moved(array: _Array) -> _Array:
        nonlocal filled
        if _is_constant(array):
            return np.broadcast_to(array.flat[0], array.shape)
        place = np.frombuffer(memory, array.dtype, array.size, filled).reshape(array.shape)
        filled += _room(array)
        place[...] = array
        place.flags.writeable = False
        return place

    return _with_each(value, moved)


def _arrays(value: object) -> Iterator[_Array]:
    for part in _parts(value).values():
        if isinstance(part, np.ndarray):
            yield part
        elif is_dataclass(part):
            yield from _arrays(part)


def _with_each(value: _Arrays, change: Callable[[_Array], _Array]) -> _Arrays:
    changed = {
        name: change(part) if isinstance(part, np.ndarray) else _with_each(part, change)
        for name, part in _parts(value).items()
        if isinstance(part, np.ndarray) or is_dataclass(part)
    }
    return replace(value, **changed)  # type: ignore[type-var]


def _is_constant(array: _Array) -> bool:
    """Whether one value, to the bit, stands in all places: most columns say nothing of most."""
    if array.ndim != 1 or not 1 < len(array) <= _MOST_SMALL:
        return False
    own = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
    return bool((own == own[0]).all())


def _parts(value: object) -> dict[str, Any]:
    return {one.name: getattr(value, one.name) for one in fields(value)}  # type: ignore[arg-type]


def _room(array: _Array) -> int:
    return -(-array.nbytes // _ALIGNED) * _ALIGNED


def _mapped(size: int) -> mmap:
    if sys.platform == "win32":
        return mmap(-1, size)
    from mmap import MAP_ANONYMOUS, MAP_PRIVATE

    # Private: a child process that writes to it would not change what its parent reads.
    return mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)
