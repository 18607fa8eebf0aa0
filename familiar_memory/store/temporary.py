"""Taking away what processes keep for themselves while they run, as far as they are gone."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.sought import Sought
from familiar_memory.store.disk.below import files_below
from familiar_memory.store.disk.scratch import ScratchRoom, system_rooms
from familiar_memory.store.sqlite.in_use import is_in_use
from familiar_memory.store.sqlite.scrubbing import file_holds

__all__ = ["TemporaryFolders"]

# Made by versions up to November 2026, without an owner's lock.
_FORMER: Final = re.compile(
    r"familiar-(?:past|index|verify|record|journal|read-only|older-history|no-history)-[a-z0-9_]{8}"
)
_BEING_MADE_S = 3600
"""How long one of those may stand without a database that somebody has open: turns that are
read from a pipe are kept in one until the last of them has come."""


class TemporaryFolders:
    """Folders in the system's room and in the familiar's own; of running processes they stay.

    What a running process keeps in the familiar's folder, a search through that finds.
    """

    name = "temporary folders"

    def __init__(self, familiar: Path, room: ScratchRoom) -> None:
        """Of the familiar in this folder, whose own room is `room`."""
        self._familiar = familiar
        self._room = room

    def erase(self, what: Erasure) -> int:
        """Remove those whose owners are gone, whatever they hold; how many."""
        former = [folder for folder in _former() if _is_forsaken(folder)]
        for folder in former:
            shutil.rmtree(folder, ignore_errors=True)
        return len(former) + sum(room.sweep() for room in (self._room, *system_rooms()))

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Which of the system's folders still hold some of it, by name."""
        sought = Sought.of(what)
        ours = (folder for room in system_rooms() for folder in room.about(self._familiar))
        return tuple(
            f"{folder.name} in the system's temporary folder holds it"
            for folder in (*ours, *_former())
            if any(file_holds(file, sought) for file in files_below(folder))
        )


def _former() -> Iterator[Path]:
    here = Path(tempfile.gettempdir())
    for folder in sorted(one for one in here.iterdir() if _FORMER.fullmatch(one.name)):
        # Those of other users cannot be looked into, and are not ours to take.
        if folder.is_dir() and not folder.is_symlink() and os.access(folder, os.R_OK | os.W_OK):
            yield folder


def _is_forsaken(folder: Path) -> bool:
    try:
        is_young = time.time() - folder.stat().st_mtime <= _BEING_MADE_S
    except OSError:
        return False
    databases = (file for file in files_below(folder) if file.suffix == ".sqlite")
    return not is_young and not any(is_in_use(file) for file in databases)
