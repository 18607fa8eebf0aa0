"""What a folder of an agent's memory looks like: `MEMORY.md`, and notes of days beside it."""

from __future__ import annotations

import os
import re
from itertools import islice
from pathlib import Path

__all__ = ["DAY_NOTE", "find_memory_file", "is_agent_workspace"]

DAY_NOTE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.md", re.IGNORECASE)
_MEMORY_FILES = ("MEMORY.md", "memory.md")
_DAYS = "memory"
_LOOKED_AT = 1_000
"""Names of a folder in which a note of a day is looked for: a home directory may hold anything."""


def is_agent_workspace(path: Path) -> bool:
    """Whether it is a `MEMORY.md`, a folder that has one, or one with days in `memory/`.

    A vault of Obsidian's stays one, whatever its notes are called. Never raises.
    """
    try:
        if not path.is_dir():
            return path.name in _MEMORY_FILES and path.is_file()
        if (path / ".obsidian").is_dir():
            return False
        return find_memory_file(path) is not None or _has_days(path / _DAYS)
    except (OSError, ValueError):  # also a name that no disk can hold
        return False


def find_memory_file(folder: Path) -> str | None:
    """How the long-term memory of this folder is called; None when it has none.

    The names are compared as they stand on the disk: some disks would find either.
    """
    with os.scandir(folder) as entries:
        names = {entry.name for entry in entries if entry.is_file(follow_symlinks=False)}
    return next((name for name in _MEMORY_FILES if name in names), None)


def _has_days(folder: Path) -> bool:
    if not folder.is_dir() or folder.is_symlink():
        return False
    with os.scandir(folder) as entries:
        return any(DAY_NOTE.fullmatch(entry.name) for entry in islice(entries, _LOOKED_AT))
