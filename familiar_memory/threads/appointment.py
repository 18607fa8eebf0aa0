"""Work that is due later."""

from __future__ import annotations

import logging
from collections.abc import Callable

__all__ = ["Appointment"]

_log = logging.getLogger(__name__)


class Appointment:
    """Work that is due later, unless it is cancelled before."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work: Callable[[], object] | None = work

    def cancel(self) -> None:
        """Let it not happen, if it has not begun; whatever it would use is let go of."""
        self._work = None

    def keep(self) -> None:
        """Do it now."""
        work, self._work = self._work, None
        if work is None:
            return
        try:
            work()
        except Exception:  # noqa: BLE001 - a loop's edge: the thread must live on
            _log.exception("what was due has failed")
