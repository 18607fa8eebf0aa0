"""Which sessions were not ended: by marks in the history, so that a restart knows of them."""

from __future__ import annotations

from datetime import datetime

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import HistoryError
from familiar_memory.history.base import History
from familiar_memory.history.ledger.ledger import TRIED_AGAIN, BatchStatus
from familiar_memory.history.ledger.watermarks import WRITER

__all__ = ["OpenSessions"]

_LOOKED_AT = 16
"""Turns at first: between the end of a session and its run little is said."""
_ALL = "session_end"
"""The watermark up to which the sessions of all places have been ended."""
_BEGAN = "session_end_since"
"""Up to where turns are older than the first such mark: nobody ends their sessions now."""


class OpenSessions:
    """Keeps, for each place, the turn up to which its sessions have been ended.

    A turn that came after it stands in a session that is open, or was when the process died.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def reached(self, place: Place | None, last_said: datetime | None) -> int:
        """The turn up to which an end reaches: the newest; of a place, that was said by then.

        Raises:
            HistoryError: the history cannot be read.
        """
        if place is None or last_said is None:
            return self._history.latest_id()
        count = _LOOKED_AT
        while True:
            turns = self._history.latest(place.slug, count)
            found = [one.id for one in turns if one.turn.timestamp <= last_said]
            if found or len(turns) < count:
                return max(found, default=0)
            count *= _LOOKED_AT

    def close(self, place: Place | None, upto: int) -> None:
        """Note that the sessions of a place (None: of every place) have ended up to that turn."""
        self._history.set_watermark(upto, _ALL if place is None else _mark_of(place))

    def left(self) -> tuple[bool, list[tuple[Place, datetime | None]]]:
        """Whether turns wait for the writer, and the places whose session was not ended.

        Each place with the time of its newest turn, None where that cannot be read.

        Raises:
            HistoryError: the history cannot be read.
        """
        written = self._history.watermark(WRITER)
        if _BEGAN not in self._history.watermarks_like(_BEGAN):
            self._history.set_watermark(written, _BEGAN)
        returned = self._history.ledger.entries(BatchStatus.RETURNED, 1)
        waits = bool(returned) or self._history.count_after(written) > 0
        return waits, self._left_open()

    def pause_s(self, now: datetime) -> float:
        """For how long a batch that failed before is not to be tried again.

        Raises:
            HistoryError: the history cannot be read.
        """
        failed = self._history.ledger.after(self._history.watermark(WRITER), TRIED_AGAIN)
        moments = [one.again_at for one in failed if one.again_at is not None]
        return max(0.0, (min(moments) - now).total_seconds()) if moments else 0.0

    def _left_open(self) -> list[tuple[Place, datetime | None]]:
        marks = self._history.watermarks_like(_ALL)
        least = max(marks.get(_ALL, 0), marks.get(_BEGAN, 0))
        if self._history.latest_id() <= least:
            return []
        found: list[tuple[Place, datetime | None]] = []
        for place in self._history.places():
            mark = max(least, marks.get(_mark_of(place), 0))
            is_open, active = self._last(place, mark)
            if is_open:
                found.append((place, active))
        return found

    def _last(self, place: Place, mark: int) -> tuple[bool, datetime | None]:
        """Whether the newest turn of a place is behind the mark, and when it was said."""
        try:
            newest = self._history.latest(place.slug, 1)
        except HistoryError:
            return True, None
        return bool(newest) and newest[-1].id > mark, newest[-1].turn.timestamp if newest else None


def _mark_of(place: Place) -> str:
    return f"{_ALL}:{place.slug}"
