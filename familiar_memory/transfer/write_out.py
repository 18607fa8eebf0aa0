"""Put an exported file on the disk: whole, or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from familiar_memory.errors import StorageError, UsageError

__all__ = ["check_output", "write_out"]


def check_output(path: Path, *, force: bool = False) -> None:
    """See that a file can be written there, before work is put into it.

    Raises:
        UsageError: a file is there already (and `force` is not given), or no folder.
    """
    if path.is_dir() or not path.parent.is_dir():
        what = "is a folder" if path.is_dir() else f"cannot be written: no folder {path.parent}"
        raise UsageError(f"{path} {what}", "a file in a folder that exists")
    if path.exists() and not force:
        raise UsageError(f"{path} is there already", "another name, or --force to replace it")


def write_out(path: Path, pieces: Iterable[bytes]) -> int:
    """Write the pieces, and give the file its name last; how many bytes it has.

    Raises:
        StorageError: the disk refused; what stood there stands.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.fm-tmp")
    size = 0
    try:
        with temporary.open("xb") as file:
            for piece in pieces:
                size += file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as problem:
        raise StorageError(
            f"{path} cannot be written: {problem.strerror or problem}", "a folder with free space"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return size
