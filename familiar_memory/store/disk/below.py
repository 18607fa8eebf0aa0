"""What stands below a folder, while others come and go in it."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["everything_below", "files_below"]


def everything_below(folder: Path) -> list[Path]:
    """Every file and folder, in the order of their paths; links are not followed.

    What vanishes meanwhile, or cannot be looked into, is left out.
    """
    found: list[Path] = []
    for above, folders, files in os.walk(folder):
        found += (Path(above, name) for name in (*folders, *files))
    return sorted(found)


def files_below(folder: Path) -> list[Path]:
    """Those that are files."""
    return [one for one in everything_below(folder) if one.is_file()]
