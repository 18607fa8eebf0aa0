"""What stands in a folder, as entries."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime

from familiar_memory.errors import LimitError
from familiar_memory.store.base import MemoryEntry
from familiar_memory.store.disk.confine import Confinement
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.names import is_derived, is_hidden, unusable_name

__all__ = ["listing_entry", "list_folder"]


def list_folder(
    fs: FileSystem, confinement: Confinement, rel_path: str, path: str, max_entries: int
) -> list[MemoryEntry]:
    """Files and folders of one folder by name: not hidden, not derived, not special.

    A link is listed as what it leads to, if that is inside the tree. `OSError` as
    the system gives it; `LimitError` past the cap, rather than an arbitrary part.
    """
    found = [entry for entry in fs.scandir(path) if not is_hidden(entry.name)]
    if len(found) > max_entries:
        raise LimitError(
            f"{rel_path or 'the memory folder'} holds {len(found)} entries,"
            f" and {max_entries} is the most that can be listed",
            "Sort its files into folders, or use glob.",
        )
    prefix = f"{rel_path}/" if rel_path else ""
    entries = (_listed(confinement, prefix + found_one.name, found_one) for found_one in found)
    return sorted((entry for entry in entries if entry is not None), key=lambda one: one.name)


def _listed(confinement: Confinement, rel_path: str, found: os.DirEntry[str]) -> MemoryEntry | None:
    if unusable_name(found.name) is not None or is_derived(rel_path):
        return None
    if found.is_symlink() and not confinement.leads_inside(found.path):
        return None
    try:
        state = found.stat()
    except OSError:
        # Gone since the folder was read, or a link that leads nowhere.
        return None
    return listing_entry(rel_path, state)


def listing_entry(rel_path: str, state: os.stat_result) -> MemoryEntry | None:
    """One entry from its state; None for what is neither a file nor a folder."""
    is_dir = stat.S_ISDIR(state.st_mode)
    if not is_dir and not stat.S_ISREG(state.st_mode):
        return None
    return MemoryEntry(
        path=rel_path,
        name=rel_path.rpartition("/")[2],
        is_dir=is_dir,
        size=0 if is_dir else state.st_size,
        modified=datetime.fromtimestamp(state.st_mtime_ns / 1e9, UTC),
    )
