"""What the operating system tells of a tree, as notes that may have changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from watchdog.events import (
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)

from familiar_memory.domain.tree import is_indexed

__all__ = ["TreeEvents"]

_FLOOD = 2_000
"""After so many events anything may have changed: the system drops what it cannot hold.

It holds 16,384 by default, and those that it held are heard after what it has dropped, so
a look at everything always follows a loss.
"""


class TreeEvents(FileSystemEventHandler):
    """Calls `on_note` with the path of a note, and `on_folder` where anything may have changed."""

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
