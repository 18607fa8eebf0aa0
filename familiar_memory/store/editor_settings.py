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
from familiar_memory.store.leftover import NEW, parse_leftover
from familiar_memory.store.revision import revision_of

__all__ = ["drop_cut_off", "editor_settings", "rewrite_settings", "settings_without"]

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


def rewrite_settings(
    root: Path,
    path: str,
    change: Callable[[bytes], bytes | None],
    fs: FileSystem | None = None,
) -> bool:
    """Change one of them, whole or not at all, if it stays JSON; whether it was changed.

    Raises:
        StoreError: the disk refused.
    """
    fs = fs or FileSystem()
    for _ in range(_ATTEMPTS):
        with translated(path):
            try:
                old = (root / path).read_bytes()
            except FileNotFoundError:
                return False
            if (new := settings_without(old, change)) is None:
                return False
            try:
                with opened(fs, str(root), path) as spot:
                    replace_file(fs, spot, new, revision_of(old))
            except OvertakenError:
                continue
            return True
    return False


def drop_cut_off(root: Path, change: Callable[[str, bytes], bytes | None]) -> int:
    """Delete what a replacement that was cut off has left beside such files; how many.

    Of former versions only those that would lose something: one may be what an editor saved in
    between. One whose file is gone stays. Nobody else may be replacing them.

    Raises:
        StoreError: the disk refused.
    """
    dropped = 0
    for folder, _, files in os.walk(root / _FOLDER):
        for left in filter(None, map(parse_leftover, files)):
            file = Path(folder, left.name)
            target = file.with_name(left.target or left.name)
            if target == file or not target.is_file() or file.is_symlink():
                continue
            path = target.relative_to(root).as_posix()
            with translated(path):
                data = file.read_bytes()
                if left.kind == NEW or change(path, data) != data:
                    file.unlink()
                    dropped += 1
    return dropped


def settings_without(old: bytes, change: Callable[[bytes], bytes | None]) -> bytes | None:
    """What such a file becomes; None where it stays, as one does that would be no JSON any more."""
    new = change(old)
    return new if new is not None and new != old and _is_json(new) else None


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
