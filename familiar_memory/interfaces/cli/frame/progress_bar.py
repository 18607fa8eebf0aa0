"""A progress bar that shows itself only when something takes long."""

from __future__ import annotations

import threading
import time

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.text import Text

__all__ = ["ProgressBar"]

_PATIENCE_S = 0.8
"""Work that is done sooner shows no bar, which would only flicker."""
_PATIENCE_FOR_ONE_S = 3.0
"""So long where there is one thing to do: a bar that goes from 0 to 1 says little."""


class ProgressBar:
    """One bar on one console; it is gone when it is closed.

    It shows itself when work takes long, also before there is any news of it: what is counted
    may take a while to be found.
    """

    def __init__(
        self,
        what: str,
        console: Console,
        *,
        in_bytes: bool = False,
        patience_s: float = _PATIENCE_S,
    ) -> None:
        """Wait for the first news, or for so long; `in_bytes` = what is counted are bytes."""
        self._what = what
        self._patience_s = patience_s
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._is_closed = False
        self._bars = _bars(console, in_bytes=in_bytes)
        self._task: TaskID | None = None
        self._total: int | None = None
        self._timer = threading.Timer(patience_s, self._begin)
        self._timer.daemon = True
        self._timer.start()

    @property
    def is_shown(self) -> bool:
        """Whether anything is to be seen of it."""
        return self._task is not None and not self._is_closed

    def show(self, done: int, total: int) -> None:
        """Tell how far it is; from any thread."""
        with self._lock:
            self._total = total
            patience_s = max(self._patience_s, _PATIENCE_FOR_ONE_S if total <= 1 else 0.0)
            if time.monotonic() - self._started >= patience_s:
                self._start()
            if self._task is not None:
                self._bars.update(self._task, completed=done, total=total)

    def close(self) -> None:
        """Take the bar away."""
        self._timer.cancel()
        with self._lock:
            self._is_closed = True
            if self._task is not None:
                self._bars.stop()

    def _begin(self) -> None:
        """Show that something goes on, if it is not known to be little."""
        with self._lock:
            if self._total is None or self._total > 1:
                self._start()

    def _start(self) -> None:
        if self._task is None and not self._is_closed:
            self._task = self._bars.add_task(self._what, total=self._total)
            self._bars.start()


class _Known(ProgressColumn):
    """Another column, once it is known how much there is to do."""

    def __init__(self, column: ProgressColumn) -> None:
        self._column = column
        super().__init__()

    def render(self, task: Task) -> Text:
        """Nothing before."""
        shown = self._column(task) if task.total is not None else Text("")
        return shown if isinstance(shown, Text) else Text(str(shown))


class _Rate(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        """Nothing before it is known."""
        speed = task.finished_speed or task.speed
        return Text("" if not speed else f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.1f}/s")


def _bars(console: Console, *, in_bytes: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        _Known(DownloadColumn() if in_bytes else MofNCompleteColumn()),
        _Known(TransferSpeedColumn() if in_bytes else _Rate()),
        _Known(TimeRemainingColumn()),
        console=console,
        transient=True,
    )
