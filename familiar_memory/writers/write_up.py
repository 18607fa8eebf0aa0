"""Run the writer beside an event loop: its steps in threads, its questions to a model awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from familiar_memory.errors import ModelUnavailableError
from familiar_memory.llm.base import ChatModel, ChatRequest, Completion
from familiar_memory.threads.off_loop import OffLoop
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.retries.patience import NO_PATIENCE, Patience
from familiar_memory.writers.run import WriterRun
from familiar_memory.writers.writing import PendingBatch

__all__ = ["write_up"]


async def write_up(
    writer: MemoryWriter,
    model: ChatModel | None,
    *,
    dry_run: bool = False,
    progress: Callable[[BatchReport], None] | None = None,
    reach: str | None = None,
    returned_only: bool = False,
    threads: OffLoop | None = None,
    patience: Patience = NO_PATIENCE,
) -> WriteReport:
    """Write up all turns that wait; `model` is asked what the extractor wants to know.

    With a `reach`, only those that were said in it; with `returned_only`, only batches that were
    put aside and are to be tried again.

    The steps are done in `threads`, by default each in one of its own. What may pass is tried
    again as far as there is `patience`, before the batch counts as failed.

    Cancelled, it ends after the step that is under way: what is written stays, and the
    rest waits for the next run.

    Raises:
        HistoryError: the history cannot be read or written.
    """
    threads = threads or OffLoop()
    begin = partial(
        writer.start, dry_run=dry_run, progress=progress, reach=reach, returned_only=returned_only
    )
    run = await _started(begin, threads)
    try:
        while (pending := await threads.run(run.next)) is not None:
            reply, problem = await _asked(model, pending.request, patience)
            await _finished(run, pending, reply, problem, threads, patience)
    finally:
        await asyncio.shield(threads.run(run.close))
    return run.report


async def _asked(
    model: ChatModel | None, request: ChatRequest | None, patience: Patience
) -> tuple[Completion | None, Exception | None]:
    """The reply to a request, or why there is none; nothing where nobody is asked."""
    if request is None or model is None:
        return None, None
    pauses = patience.pauses()
    while True:
        try:
            return await model.complete(request), None
        except ModelUnavailableError as error:
            pause = next(pauses, None)
            if pause is None or (error.retry_after_s or 0.0) > pause:
                return None, error
            await patience.sleep(pause)
        except Exception as error:  # noqa: BLE001 - a model is anybody's code, and a batch's failure
            return None, error


async def _finished(
    run: WriterRun,
    pending: PendingBatch,
    reply: Completion | None,
    problem: Exception | None,
    threads: OffLoop,
    patience: Patience,
) -> None:
    """Write a batch up, again after a pause where a note could not be written just now."""
    for pause in patience.pauses():
        first = partial(run.finish, pending, reply, problem, is_last_try=False)
        if await threads.run(first) is not None or run.is_stale(pending):
            return
        await patience.sleep(pause)
    await threads.run(run.finish, pending, reply, problem)


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
