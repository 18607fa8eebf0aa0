"""From when on talk is gone through anew, as a person asked, until all of it is done.

It is a watermark as well, of microseconds: who is cut off, or has to wait for a model, goes on from
there the next night.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from familiar_memory.history.base import Watermarks

__all__ = ["gone_back", "go_back", "went_back"]

_BACK = "going-back:"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def go_back(history: Watermarks, reader: str, since: datetime, marks: tuple[str, ...]) -> None:
    """Let a reader begin anew: without these marks of its own, and not before that moment."""
    history.drop_watermarks((f"{_BACK}{reader}", *marks))
    history.set_watermark((since - _EPOCH) // _MICROSECOND, f"{_BACK}{reader}")


def gone_back(history: Watermarks, reader: str) -> datetime | None:
    """The moment to which a reader has gone back; None where all of that is done."""
    found = history.watermark(f"{_BACK}{reader}")
    return _EPOCH + found * _MICROSECOND if found else None


def went_back(history: Watermarks, reader: str) -> None:
    """All since then is done."""
    history.drop_watermarks((f"{_BACK}{reader}",))
