"""Hear from the operating system that a note was saved. Only a hint: reconciling is the truth."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from watchdog.events import (
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from familiar_memory.domain.tree import is_indexed
from familiar_memory.store.disk.ownership import make_folders

__all__ = ["TreeWatcher"]

_log = logging.getLogger(__name__)
_FLOOD = 2_000
"""After so many events anything may have changed: the system drops what it cannot hold.

It holds 16,384 by default, and those that it held are heard after what it has dropped, so
a look at everything always follows a loss.
"""


def _is_no_farewell(record: logging.LogRecord) -> bool:
    """Whether a line of watchdog's says anything: it calls it an error that it was stopped."""
    return "called when the thread is inactive" not in record.getMessage()


class TreeWatcher:
    """Reports notes that may have changed, by path; and when a whole folder may have."""

    def __init__(
        self, root: Path, on_note: Callable[[str], None], on_folder: Callable[[], None]
    ) -> None:
        self._root = root
        self._handler = _Handler(root, on_note, on_folder)
        self._observer: BaseObserver | None = None

    def start(self) -> bool:
        """Begin to listen; False where the system cannot (then only reconciling sees edits)."""
        logging.getLogger("watchdog.observers.inotify").addFilter(_is_no_farewell)
        try:
            make_folders(self._root)
            # Making it takes from the system what may be used up.
            self._observer = Observer()
            self._observer.schedule(self._handler, str(self._root), recursive=True)
            self._observer.start()
        except (OSError, RuntimeError) as problem:
            _log.warning("saves are not noticed at once, only at the next sync: %s", problem)
            self.close()
            return False
        return True

    def close(self) -> None:
        """Stop listening."""
        observer, self._observer = self._observer, None
        if observer is not None:
            # One that never started holds a thread of its own all the same.
            observer.stop()
            if observer.is_alive():
                observer.join()


class _Handler(FileSystemEventHandler):
    def __init__(
        self, root: Path, on_note: Callable[[str], None], on_folder: Callable[[], None]
    ) -> None:
        self._root = root.resolve()
        self._given = root
        self._on_note = on_note
        self._on_folder = on_folder
        self._heard = 0

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Sort one event: editors save by writing, renaming over, or swapping files."""
        self._heard += 1
        if isinstance(event, DirDeletedEvent | DirMovedEvent) or self._heard % _FLOOD == 0:
            self._on_folder()
            return
        if isinstance(event, DirModifiedEvent) or event.event_type in (
            "opened",
            "closed_no_write",
        ):
            return
        for raw in (event.src_path, event.dest_path):
            path = self._relative(raw)
            if path is not None and is_indexed(path):
                self._on_note(path)

    def _relative(self, raw: str | bytes) -> str | None:
        if not raw:
            return None
        path = Path(raw.decode(errors="surrogateescape") if isinstance(raw, bytes) else raw)
        for root in (self._given, self._root):
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return None
