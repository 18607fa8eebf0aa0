"""Run the writer beside an event loop: its steps in threads, its questions to a model awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from familiar_memory.errors import ModelError
from familiar_memory.llm.base import ChatModel
from familiar_memory.threads.off_loop import OffLoop
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.run import WriterRun

__all__ = ["write_up"]


async def write_up(
    writer: MemoryWriter,
    model: ChatModel | None,
    *,
    dry_run: bool = False,
    progress: Callable[[BatchReport], None] | None = None,
    reach: str | None = None,
    threads: OffLoop | None = None,
) -> WriteReport:
    """Write up all turns that wait; `model` is asked what the extractor wants to know.

    With a `reach`, only those that were said in it.

    The steps are done in `threads`, by default each in one of its own.

    Cancelled, it ends after the step that is under way: what is written stays, and the
    rest waits for the next run.

    Raises:
        HistoryError: the history cannot be read or written.
    """
    threads = threads or OffLoop()
    begin = partial(writer.start, dry_run=dry_run, progress=progress, reach=reach)
    run = await _started(begin, threads)
    try:
        while (pending := await threads.run(run.next)) is not None:
            reply, problem = None, None
            if pending.request is not None and model is not None:
                try:
                    reply = await model.complete(pending.request)
                except ModelError as error:
                    problem = error
            await threads.run(run.finish, pending, reply, problem)
    finally:
        await asyncio.shield(threads.run(run.close))
    return run.report


async def _started(begin: Callable[[], WriterRun], threads: OffLoop) -> WriterRun:
    """Begin a run; one that begins after it was cancelled, behind another run, ends at once."""
    beginning = asyncio.ensure_future(threads.run(begin))
    try:
        return await asyncio.shield(beginning)
    except asyncio.CancelledError:
        beginning.add_done_callback(_ended)
        raise


def _ended(beginning: asyncio.Future[WriterRun]) -> None:
    if not beginning.cancelled() and beginning.exception() is None:
        beginning.result().close()
