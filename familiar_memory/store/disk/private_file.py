"""Writing a small file beside the notes that is nobody's business but its owner's."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from familiar_memory.store.disk.attributes import PRIVATE_MODE
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.ownership import make_file

__all__ = ["write_private"]

_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def write_private(path: Path, data: bytes) -> None:
    """Give a file these bytes, for its owner alone: after a crash it has the old or the new ones.

    One writes at a time, which the caller sees to. `OSError` as the system gives it.
    """
    # What a killed one left is overwritten by the next.
    draft = path.with_name(f"{path.name}.draft")
    make_file(draft, PRIVATE_MODE)
    with os.fdopen(os.open(draft, _FLAGS, PRIVATE_MODE), "wb") as file:
        with suppress(OSError):
            draft.chmod(PRIVATE_MODE)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    FileSystem().sync_directory(str(path.parent))
