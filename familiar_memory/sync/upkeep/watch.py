"""Hear from the operating system that a note was saved. Only a hint: reconciling is the truth."""

from __future__ import annotations

import contextlib
import logging
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.store.disk.ownership import make_folders

if TYPE_CHECKING:
    # watchdog is imported by who listens: a command only looks once.
    from watchdog.events import FileSystemEventHandler
    from watchdog.observers.api import BaseObserver, ObservedWatch

__all__ = ["Listening", "TreeWatcher"]

_log = logging.getLogger(__name__)
_MET_TWICE = "Callback with id .* already exists"


def _is_no_farewell(record: logging.LogRecord) -> bool:
    """Whether a line of watchdog's says anything: it calls it an error that it was stopped."""
    return "called when the thread is inactive" not in record.getMessage()


class Listening:
    """The system's reports of saves, for several trees: one stream of events, heard by one thread.

    Safe to use from any thread. Nothing is started before the first tree comes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._observer: BaseObserver | None = None

    def add(self, root: Path, handler: FileSystemEventHandler) -> ObservedWatch:
        """Begin to hear of a folder and all below it.

        Raises:
            OSError: the system cannot report saves, or has no more room for it.
            RuntimeError: no thread can be started.
        """
        with self._lock:
            if self._observer is not None:
                return self._observer.schedule(handler, str(root), recursive=True)
            # watchdog says so of a folder that is made while it begins to look: it is watched.
            warnings.filterwarnings("ignore", _MET_TWICE, RuntimeWarning)
            # Making it takes from the system what may be used up.
            from watchdog.observers import Observer

            observer = Observer()
            try:
                watch = observer.schedule(handler, str(root), recursive=True)
                observer.start()
            except (OSError, RuntimeError):
                _end(observer)
                raise
            self._observer = observer
            return watch

    def remove(self, watch: ObservedWatch) -> None:
        """Hear no more of a folder."""
        with self._lock:
            if self._observer is not None:
                with contextlib.suppress(KeyError):
                    self._observer.unschedule(watch)

    def close(self) -> None:
        """Hear no more of any."""
        with self._lock:
            observer, self._observer = self._observer, None
        if observer is not None:
            _end(observer)


def _end(observer: BaseObserver) -> None:
    # One that never started holds a thread of its own all the same.
    observer.stop()
    if observer.is_alive():
        observer.join()


class TreeWatcher:
    """Reports notes that may have changed, by path; and when a whole folder may have."""

    def __init__(
        self,
        root: Path,
        on_note: Callable[[str], None],
        on_folder: Callable[[], None],
        listening: Listening | None = None,
    ) -> None:
        """A `listening` that is given is shared, and stays open."""
        self._root = root
        self._on_note = on_note
        self._on_folder = on_folder
        self._listening = listening or Listening()
        self._is_alone = listening is None
        self._watch: ObservedWatch | None = None

    def start(self) -> bool:
        """Begin to listen; False where the system cannot (then only reconciling sees edits)."""
        from familiar_memory.sync.upkeep.heard import TreeEvents

        logging.getLogger("watchdog.observers.inotify").addFilter(_is_no_farewell)
        try:
            make_folders(self._root)
            events = TreeEvents(self._root, self._on_note, self._on_folder)
            self._watch = self._listening.add(self._root, events)
        except (OSError, RuntimeError) as problem:
            _log.warning("saves are not noticed at once, only at the next sync: %s", problem)
            return False
        return True

    def close(self) -> None:
        """Stop listening."""
        watch, self._watch = self._watch, None
        if watch is not None:
            self._listening.remove(watch)
        if self._is_alone:
            self._listening.close()
