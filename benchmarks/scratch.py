"""A familiar in a folder that goes away, and ways to run its coroutines one by one."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from familiar_memory import Familiar

__all__ = ["NAME", "scratch_familiar", "scratch_folder", "settle_until_quiet"]

NAME = "bench"


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="familiar-bench-") as folder:
        yield Path(folder)


@contextlib.contextmanager
def scratch_familiar(embedder: str = "static") -> Iterator[tuple[Path, Familiar]]:
    """(home, a new familiar in it that is not open yet)."""
    with scratch_folder() as home:
        yield home, Familiar.create(NAME, home=home, embedder=embedder)


async def settle_until_quiet(familiar: Familiar) -> None:
    """Open, sync until there is nothing more to do, and close.

    What was saved less than two seconds before it was indexed is looked at once more.
    """
    await familiar.start()
    while (report := await familiar.settle()).wrote or report.touched:
        pass
    await familiar.settle()
    await familiar.close()
