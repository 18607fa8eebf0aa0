"""Which familiars live in a folder, how big they are, and when something last happened to each.

None of them is opened: also one that is damaged, or of a newer version, is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from familiar_memory.config.paths import FamiliarPaths, familiars_in
from familiar_memory.errors import UsageError

__all__ = ["FamiliarHere", "familiars_here"]


@dataclass(frozen=True, slots=True)
class FamiliarHere:
    """One familiar: its id, the bytes of all its files, and when one of them changed last.

    What can be made anew, the index, is part of its size, and no activity.
    """

    id: str
    bytes: int
    last_activity: datetime | None


def familiars_here(home: Path) -> list[FamiliarHere]:
    """All that live in a folder, by id; none where there is no such folder."""
    return [_looked_at(FamiliarPaths(home, name)) for name in _ids(home)]


def _ids(home: Path) -> Iterator[str]:
    for name in familiars_in(home):
        try:
            FamiliarPaths(home, name)
        except UsageError:
            continue
        yield name


def _looked_at(paths: FamiliarPaths) -> FamiliarHere:
    size, newest = 0, None
    index = str(paths.index.parent)
    for folder, _, files in os.walk(paths.root):
        for name in files:
            try:
                seen = Path(folder, name).lstat()
            except OSError:
                continue  # it went meanwhile
            size += seen.st_size
            if not folder.startswith(index) and not name.endswith(("-shm", ".lock")):
                newest = max(newest or seen.st_mtime, seen.st_mtime)
    last = None if newest is None else datetime.fromtimestamp(newest, UTC)
    return FamiliarHere(paths.familiar_id, size, last)
