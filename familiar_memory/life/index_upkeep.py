"""The index of one open familiar, as its owner looks after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.progress import Progress
from familiar_memory.embedder_choice import choose_embedder, record_embedder
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.sound import question_vector
from familiar_memory.errors import EmbedderError, StorageError
from familiar_memory.life.background import Background
from familiar_memory.life.off_loop import OffLoop
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.vectors.switch import EmbedderSwitch, SwitchReport
from familiar_memory.sync.verify import VerifyReport

__all__ = ["IndexUpkeep"]

_log = logging.getLogger(__name__)


class IndexUpkeep:
    """Brings the index up to date, makes it anew, proves it, gives it another embedder."""

    def __init__(self, parts: Parts, background: Background, threads: OffLoop) -> None:
        self._parts = parts
        self._background = background
        self._threads = threads

    async def update(self, progress: Progress | None = None) -> SyncReport:
        """Make it reflect every file and every turn; see `Familiar.settle`."""
        # Whatever became of the first sync, this does the same again.
        await self._background.first_sync_over()
        await self._threads.run(self._parts.worker.drain)
        report = await self._threads.run(self._parts.synchroniser.sync_all, progress)
        await self._threads.run(self._parts.journal.rest)
        try:
            await self._run_switch(lambda switch: switch.finish(progress, wait=True))
        except EmbedderError as problem:
            _log.warning("the embedder was not switched: %s", problem.problem)
        return report

    async def rebuild(
        self, progress: Progress | None = None, *, accept_removals: bool = False
    ) -> SyncReport:
        """Throw it away and build it again; see `Familiar.rebuild`."""
        if (reason := self._parts.index.private_because) is not None:
            raise StorageError(
                f"the index cannot be made anew: {self._parts.read_only or reason}",
                "a familiar that this user may write to",
            )
        return await self._threads.run(
            self._parts.synchroniser.rebuild, progress, allow_mass_removal=accept_removals
        )

    async def verify(self, progress: Progress | None = None) -> VerifyReport:
        """Compare it with a fresh build of the same files and turns."""
        await self._background.catch_up()
        return await self._threads.run(self._parts.synchroniser.verify, progress)

    async def switch_embedder(
        self,
        embedder: str | Embedder,
        *,
        model_path: Path | str | None = None,
        progress: Progress | None = None,
    ) -> SwitchReport:
        """Embed everything with another embedder; see `Familiar.switch_embedder`."""
        chosen: Embedder
        if isinstance(embedder, str):
            parts = self._parts
            settled = await self._threads.run(
                partial(choose_embedder, load=parts.load_embedder),
                embedder,
                parts.settings,
                model_path,
            )
            chosen = settled.embedder
            # Found out before anything is written: a model that cannot run would be no end.
            await self._threads.run(question_vector, chosen, "a question")
            await self._threads.run(record_embedder, self._parts.paths, settled)
        else:
            chosen = embedder
        report = await self._run_switch(lambda switch: switch.to(chosen, progress))
        if report.done:
            # What was written while one took the other's place may lack vectors.
            await self._threads.run(self._parts.synchroniser.sync_all)
        return report

    async def _run_switch(self, work: Callable[[EmbedderSwitch], SwitchReport]) -> SwitchReport:
        """Run it in a thread that ends soon when this task is cancelled."""
        switch = self._parts.switch
        running = asyncio.create_task(self._threads.run(work, switch))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            switch.stop()
            await asyncio.gather(running, return_exceptions=True)
            raise
