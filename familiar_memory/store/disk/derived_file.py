"""A file of what was derived from the notes: whole and of the right making, or as good as none.

Nothing is lost with it, so what cannot be read or written costs the work of deriving it, and no
error.
"""

from __future__ import annotations

import contextlib
import os
import threading
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

__all__ = ["read_derived", "remove_derived", "write_derived"]


def read_derived(file: Path | None, made_for: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """What was written for the same purpose; None where there is no such file, byte for byte."""
    if file is None:
        return None
    try:
        mark, _, body = file.read_bytes().partition(b"\n")
        return orjson.loads(body) if mark == _mark(made_for, body) else None
    except (OSError, ValueError):
        return None


def write_derived(file: Path, made_for: str, value: object) -> None:
    """Write it whole, or not at all; the folder has to be there."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    with contextlib.suppress(OSError, orjson.JSONEncodeError):
        try:
            body = orjson.dumps(value)
            temporary.write_bytes(_mark(made_for, body) + b"\n" + body)
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)


def remove_derived(file: Path) -> None:
    """Remove it, with what killed writers of it have left.

    Raises:
        OSError: as the system gives it.
    """
    for one in (file, *file.parent.glob(f"{file.name}.*.tmp")):
        one.unlink(missing_ok=True)


def _mark(made_for: str, body: bytes) -> bytes:
    """What tells a file that is not as it was written, or was written by other rules."""
    digest = blake2b(body, key=blake2b(made_for.encode()).digest(), digest_size=16)
    return digest.hexdigest().encode()
