"""The index of one open familiar, as its owner looks after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.embeddings.sound import question_vector
from familiar_memory.errors import EmbedderError, StorageError
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.resources import Resources
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.assembly.wiring.indexing import Indexing
    from familiar_memory.domain.progress import Progress
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.life.background import Background
    from familiar_memory.sync.report import SyncReport
    from familiar_memory.sync.vectors.switch import EmbedderSwitch, SwitchReport
    from familiar_memory.sync.verify import VerifyReport
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["IndexUpkeep"]

_log = logging.getLogger(__name__)


class IndexUpkeep(Succeeded):
    """Updates the index, rebuilds it, verifies it, and changes its embedder.

    It is `familiar.index`. The index may be deleted at any moment: answers come back the same.
    """

    def __init__(
        self,
        setup: Setup,
        resources: Resources,
        files: OpenFiles,
        indexing: Indexing,
        background: Background,
        threads: OffLoop,
    ) -> None:
        self._setup = setup
        self._load_embedder = resources.load_embedder
        self._files = files
        self._indexing = indexing
        self._background = background
        self._threads = threads

    async def update(self, progress: Progress | None = None) -> SyncReport:
        """Make it reflect every file and every turn; the writer is not run.

        A pending change of the embedder is finished too; if the model cannot be run, later answers
        say so.

        Raises:
            HistoryError: the familiar was deleted, or replaced, while it was open.
        """
        # Whatever became of the first sync, this does the same again.
        await self._background.first_sync_over()
        await self._threads.run(self._indexing.worker.drain)
        sync_all = self._indexing.while_standing(self._indexing.synchroniser.sync_all)
        report = await self._threads.run(sync_all, progress)
        await self._threads.run(self._files.journal.rest)
        try:
            await self._run_switch(lambda switch: switch.finish(progress, wait=True))
        except EmbedderError as problem:
            _log.warning("the embedder was not switched: %s", problem.problem)
        return report

    async def rebuild(
        self, progress: Progress | None = None, *, accept_removals: bool = False
    ) -> SyncReport:
        """Delete it and build it again.

        When most notes have vanished at once, nothing is done and the report lists them as `held`,
        unless `accept_removals` says that they were deleted.

        Raises:
            HistoryError: the familiar was deleted, or replaced, while it was open.
            StorageError: this process may not write it, and has a copy of its own.
        """
        if (reason := self._files.index.private_because) is not None:
            raise StorageError(
                f"the index cannot be rebuilt: {self._files.read_only or reason}",
                "a familiar that this user can write to",
            )
        rebuild = self._indexing.while_standing(self._indexing.synchroniser.rebuild)
        return await self._threads.run(rebuild, progress, allow_mass_removal=accept_removals)

    async def verify(self, progress: Progress | None = None) -> VerifyReport:
        """Compare it with a fresh build of the same files and turns.

        Raises:
            HistoryError: the familiar was deleted, or replaced, while it was open.
        """
        await self._background.catch_up()
        verify = self._indexing.while_standing(self._indexing.synchroniser.verify)
        return await self._threads.run(verify, progress)

    async def switch_embedder(
        self,
        embedder: str | Embedder,
        *,
        model_path: Path | str | None = None,
        progress: Progress | None = None,
    ) -> SwitchReport:
        """Embed everything with another embedder, then answer from its vectors.

        `embedder` is `auto`, `static`, `minilm`, `fastembed` or `none`, and is written into
        character.toml; one of your own is not. Until everything is embedded, answers come from the
        existing vectors, and say so (`degraded`). If cancelled or killed, it continues when the
        familiar is opened again, or when this is called again.

        Raises:
            EmbedderError: its model is not on the disk, or cannot be run; nothing changes.
            UsageError: the environment or the arguments contradict the name.
            StorageError: character.toml cannot be written; nothing changes.
        """
        chosen: Embedder
        if isinstance(embedder, str):
            from familiar_memory.embedder_choice import choose_embedder, record_embedder

            settled = await self._threads.run(
                partial(choose_embedder, load=self._load_embedder),
                embedder,
                self._setup.settings,
                model_path,
            )
            chosen = settled.embedder
            # Found out before anything is written: a model that cannot run would be no end.
            await self._threads.run(question_vector, chosen, "a question")
            self._files.settled_embedder = await self._threads.run(
                record_embedder, self._setup.paths, settled
            )
        else:
            chosen = embedder
        report = await self._run_switch(lambda switch: switch.to(chosen, progress))
        if report.done:
            # What was written while one took the other's place may lack vectors.
            await self._threads.run(self._indexing.synchroniser.sync_all)
        return report

    async def _run_switch(self, work: Callable[[EmbedderSwitch], SwitchReport]) -> SwitchReport:
        """Run it in a thread that ends soon when this task is cancelled."""
        switch = self._indexing.switch
        running = asyncio.create_task(self._threads.run(work, switch))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            switch.stop()
            await asyncio.gather(running, return_exceptions=True)
            raise
