"""A damaged file that may hold what nothing else does is set aside, never deleted."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["SET_ASIDE", "set_aside"]

SET_ASIDE: Final = "*-damaged-*"
"""What the names of such files look like."""
_ENDINGS: Final = ("", "-wal", "-shm")


def set_aside(path: Path) -> Path:
    """Give the database, with the files beside it, a name of its own; the new one."""
    stem = path.with_name(f"{path.stem}-damaged-{secrets.token_hex(4)}")
    for ending in _ENDINGS:
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{stem}{path.suffix}{ending}")
    return Path(f"{stem}{path.suffix}")
