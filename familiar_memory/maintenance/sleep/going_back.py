"""From which moment on talk is read again, because a person asked for it, until all is done.

It is kept as watermarks, of microseconds, for each step that reads talk, and for all of them before
the first begins: who is cut off, or has to wait for a model, goes on from there the next night.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from familiar_memory.history.ledger.base import Watermarks

__all__ = ["GoingBack", "ask_to_go_back"]

_BACK, _ASKED, _NEW = "going-back:", "going-back-asked:", "going-back-new:"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def ask_to_go_back(
    history: Watermarks, steps: Iterable[str], since: datetime, at: datetime
) -> None:
    """Have steps go through what was said from a moment on, asked for `at` a moment.

    Who is on the way back already goes on from the earlier of both.
    """
    marks: dict[str, int] = {}
    for step in steps:
        before = GoingBack(history, step).since
        first = since if before is None else min(since, before)
        marks |= {**_marks(step, first, at), f"{_NEW}{step}": 1}
    history.replace_watermarks(tuple(marks), marks)


class GoingBack:
    """Whether a step is on its way back: read once, as a night begins."""

    def __init__(self, history: Watermarks, step: str, tried: datetime | None = None) -> None:
        """`tried`: behave as if a person had asked for that moment, and note nothing."""
        self._history = history
        self._step = step
        self.since = tried or _noted(history, f"{_BACK}{step}")
        """The moment; None where it is not on its way back."""
        self.asked = None if tried else _noted(history, f"{_ASKED}{step}")
        """When a person asked for it."""
        self.is_new = tried is not None or bool(history.watermarks_like(f"{_NEW}{step}"))
        """Whether the step has not begun yet: how far it has come says nothing."""

    def begin(self, since: datetime, marks: Iterable[str]) -> None:
        """Begin at a moment, without the marks of how far the step had come."""
        if self.is_new:
            began = _marks(self._step, since, self.asked or since)
            dropped = (*began, f"{_NEW}{self._step}", *marks)
            self._history.replace_watermarks(dropped, began)

    def end(self) -> None:
        """All since then is done."""
        self._history.drop_watermarks(f"{kind}{self._step}" for kind in (_BACK, _ASKED, _NEW))


def _marks(step: str, since: datetime, asked: datetime) -> dict[str, int]:
    return {
        f"{_BACK}{step}": (since - _EPOCH) // _MICROSECOND,
        f"{_ASKED}{step}": (asked - _EPOCH) // _MICROSECOND,
    }


def _noted(history: Watermarks, name: str) -> datetime | None:
    found = history.watermarks_like(name).get(name)
    return None if found is None else _EPOCH + found * _MICROSECOND
