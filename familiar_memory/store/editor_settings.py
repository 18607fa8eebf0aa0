"""What Obsidian keeps beside the notes: JSON that names the notes that are open, and were.

No path of the store leads there, and nothing of it is journalled. Erasing alone changes it, since
it has the names of notes that go; Obsidian opens what is left.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from familiar_memory.store.disk.atomic import OvertakenError, replace_file
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.folders import opened
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.revision import revision_of

__all__ = ["editor_settings", "rewrite_settings"]

_FOLDER: Final = ".obsidian"
_JSON: Final = ".json"
_ATTEMPTS: Final = 5
"""An editor that saves as often as this while its file is changed is left alone."""


def editor_settings(root: Path) -> Iterator[str]:
    """The paths of such files in a tree, in order; links are not followed."""
    for folder, folders, files in os.walk(root / _FOLDER):
        folders.sort()
        for name in sorted(files):
            place = Path(folder, name)
            if place.suffix == _JSON and not place.is_symlink():
                yield place.relative_to(root).as_posix()


def rewrite_settings(root: Path, path: str, change: Callable[[bytes], bytes | None]) -> bool:
    """Change one of them, whole or not at all, if it stays JSON; whether it was changed.

    Raises:
        StoreError: the disk refused.
    """
    fs = FileSystem()
    for _ in range(_ATTEMPTS):
        with translated(path):
            try:
                old = (root / path).read_bytes()
            except FileNotFoundError:
                return False
            new = change(old)
            if new is None or new == old or not _is_json(new):
                return False
            try:
                with opened(fs, str(root), path) as spot:
                    replace_file(fs, spot, new, revision_of(old))
            except OvertakenError:
                continue
            return True
    return False


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
