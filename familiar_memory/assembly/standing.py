"""Nothing is put in the place of a familiar that was deleted while it was open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = ["WhileStanding"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class WhileStanding:
    """Work that is done only where the familiar has not been deleted under its own hands.

    Who indexes would make its folders anew, with an empty index in them, and whoever then
    brings a backup back would find the place taken.
    """

    def __init__(self, check: Callable[[], None]) -> None:
        """`check` raises `HistoryError` where it was deleted."""
        self._check = check

    def __call__(self, work: Callable[_P, _T]) -> Callable[_P, _T]:
        """The same work, checked each time before it is begun."""

        @wraps(work)
        def checked(*given: _P.args, **named: _P.kwargs) -> _T:
            self._check()
            return work(*given, **named)

        return checked
