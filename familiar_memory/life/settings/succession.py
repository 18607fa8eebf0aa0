"""What people hold of an open familiar goes by its settings of now, whatever they were then."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

__all__ = ["Succeeded", "succeed"]


class Succeeded:
    """What another of its kind takes the place of when the settings change.

    Each is made with the parts of one state of the settings, and ends with those what it has
    begun. Whoever keeps it (`tools = familiar.tools`) is answered by the one that stands in its
    place when they ask: each public method looks for that one first.
    """

    _latest: Callable[[], Any] | None = None

    def __init_subclass__(cls) -> None:
        """Have the public methods of the class look for who stands in its place."""
        super().__init_subclass__()
        for name, method in list(vars(cls).items()):
            if not name.startswith("_") and inspect.isfunction(method):
                setattr(cls, name, _of_now(method))


_One = TypeVar("_One", bound=Succeeded)


def succeed(one: _One, latest: Callable[[], _One]) -> None:
    """Let `latest` say who answers what is asked of this one from now on, each time anew."""
    one._latest = latest


def _latest_of(one: Succeeded) -> Succeeded:
    return one if one._latest is None else one._latest()


def _of_now(method: Callable[..., Any]) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(method):

        @wraps(method)
        async def answered(self: Succeeded, *given: object, **named: object) -> object:
            return await method(_latest_of(self), *given, **named)

        return answered

    @wraps(method)
    def told(self: Succeeded, *given: object, **named: object) -> object:
        return method(_latest_of(self), *given, **named)

    return told
