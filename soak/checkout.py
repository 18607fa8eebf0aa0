"""A checkout of thousands of files, heard by a watcher: in how many syncs is it taken in?"""

from __future__ import annotations

import asyncio
import time

from familiar_memory.domain.tree import MEMORY
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.upkeep.watch import TreeWatcher
from familiar_memory.sync.upkeep.worker import SyncWorker
from soak.audit import Question
from soak.brancher import check_out
from soak.world import World

__all__ = ["great_checkout"]

_PATIENCE_S = 120.0


async def great_checkout(world: World, files: int) -> Question:
    """Change all of `files` notes at once while somebody listens."""
    familiar = world.familiar()
    await familiar.start()
    try:
        return await asyncio.to_thread(_count, world, familiar.parts.indexing.synchroniser, files)
    finally:
        await familiar.close()


def _count(world: World, synchroniser: Synchroniser, files: int) -> Question:
    syncs: list[int] = []

    def update(source: str, keys: list[str]) -> SyncReport:
        syncs.append(len(keys))
        return synchroniser.update(source, keys)

    def everything() -> SyncReport:
        syncs.append(0)
        return synchroniser.sync_all()

    worker = SyncWorker(update, everything)
    watcher = TreeWatcher(
        world.memory, lambda path: worker.submit(MEMORY, [path]), worker.submit_all
    )
    watcher.start()
    try:
        check_out(world.memory / "great", branch=1, files=files, absent=0)
        give_up = time.monotonic() + _PATIENCE_S
        known: set[str] = set()
        while len(known) < files and time.monotonic() < give_up:
            time.sleep(0.2)
            worker.drain(_PATIENCE_S)
            paths = [f"great/{n // 50}/note-{n}.md" for n in range(files)]
            known = set(synchroniser.indexed(paths))
    finally:
        watcher.close()
        worker.close()
    wrong = []
    if len(known) < files:
        wrong.append(f"{files - len(known)} notes were never indexed")
    if len(syncs) > max(50, files // 50):
        wrong.append(f"{len(syncs)} syncs")
    return Question(
        f"a checkout of {files} files, taken in by {len(syncs)} syncs", files, tuple(wrong)
    )
