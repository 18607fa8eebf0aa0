"""A part that is built when it is first asked for, once, whichever thread asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

__all__ = ["BuildsOnce", "built", "built_once", "hand_on"]

_Part = TypeVar("_Part")


class BuildsOnce:
    """Who has parts that are built once."""

    def __init__(self) -> None:
        self._building = threading.RLock()


class built_once(Generic[_Part]):  # noqa: N801 - a decorator, named like `property`
    """A property whose value is made by the first who asks, and kept.

    One lock an owner: parts are made of one another, and two threads that met each other
    halfway would wait for ever. What fails is tried again by the next who asks.
    """

    def __init__(self, make: Callable[[Any], _Part]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...

    @overload
    def __get__(self, owner: BuildsOnce, kind: type) -> _Part: ...

    def __get__(self, owner: BuildsOnce | None, kind: type) -> Self | _Part:
        # What was built stands in the owner's own dictionary, which Python asks first.
        if owner is None:
            return self
        with owner._building:
            kept: dict[str, _Part] = owner.__dict__
            if self._name not in kept:
                kept[self._name] = self._make(owner)
            return kept[self._name]


def built(owner: BuildsOnce, name: str) -> bool:
    """Whether that part has been built: what is not there need not be closed."""
    return name in owner.__dict__


def hand_on(old: BuildsOnce, new: BuildsOnce, *names: str) -> None:
    """Give parts to another owner of them, as far as they were built: it builds none of its own."""
    for name in names:
        if built(old, name):
            new.__dict__[name] = old.__dict__[name]
