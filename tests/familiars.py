"""What tests of a whole familiar begin with: notes on the disk, and nothing going on by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar

__all__ = ["put_notes", "started"]


def put_notes(folder: Path, notes: Mapping[str, str | bytes]) -> None:
    """Write each note (path below the folder -> content) as an editor does, byte for byte."""
    for path, content in notes.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


@asynccontextmanager
async def started(familiar: Familiar) -> AsyncIterator[Familiar]:
    """A familiar without its background work: what happens, happens in the test."""
    await familiar.start()
    try:
        yield familiar
    finally:
        await familiar.close()
