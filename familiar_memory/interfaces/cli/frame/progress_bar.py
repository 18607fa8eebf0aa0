"""A progress bar that shows itself only when something takes long."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

__all__ = ["ProgressBar"]

_PATIENCE_S = 0.4
"""Work that is done sooner shows no bar, which would only flicker."""


class ProgressBar:
    """One bar on one console; it is gone when it is closed."""

    def __init__(self, what: str, console: Console, *, in_bytes: bool = False) -> None:
        """Wait for the first news; `in_bytes` = what is counted are bytes."""
        self._in_bytes = in_bytes
        self._what = what
        self._console = console
        self._started = time.monotonic()
        self._bars: Progress | None = None
        self._task: TaskID | None = None

    def show(self, done: int, total: int) -> None:
        """Tell how far it is; from any thread."""
        if self._bars is None and time.monotonic() - self._started < _PATIENCE_S:
            return
        if self._bars is None:
            self._bars = _bars(self._console, in_bytes=self._in_bytes)
            self._task = self._bars.add_task(self._what, total=total)
            self._bars.start()
        if self._task is not None:
            self._bars.update(self._task, completed=done, total=total)

    def close(self) -> None:
        """Take the bar away."""
        if self._bars is not None:
            self._bars.stop()


def _bars(console: Console, *, in_bytes: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn() if in_bytes else MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
