"""How a step of the night is done beside an event loop: its pieces in threads, a model awaited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Protocol

from familiar_memory.errors import ModelError, ModelReplyError
from familiar_memory.llm.base import ChatModel, ChatRequest, Completion
from familiar_memory.maintenance.sleep.step import Night, SleepStep, StepReport, StepRun
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["DrivenStep", "NightStep", "PausedError"]

_log = logging.getLogger(__name__)


class PausedError(Exception):
    """The familiar is to read and keep nothing any more, in the middle of a step."""


class NightStep(Protocol):
    """One thing that is done at night, as who runs the night sees it."""

    async def run(self, night: Night) -> StepReport:
        """Do it.

        Raises:
            FamiliarError: it cannot be done.
            PausedError: it was to stop before its end.
        """


class DrivenStep:
    """A step of `maintenance`, with a model that it may ask; nobody writes up talk meanwhile."""

    def __init__(
        self,
        step: SleepStep,
        model: ChatModel | None,
        threads: OffLoop,
        alone: Callable[[], AbstractAsyncContextManager[None]],
        is_paused: Callable[[], bool] = lambda: False,
    ) -> None:
        """While it `is_paused` no further piece is begun, and no model asked."""
        self._step = step
        self._model = model
        self._threads = threads
        self._alone = alone
        self._is_paused = is_paused

    async def run(self, night: Night) -> StepReport:
        """Do it; cancelled or paused, it ends after the piece that is under way.

        Raises:
            PausedError: it was paused, and is to be done again from its beginning.
        """
        if night.is_dry_run:
            return await self._drive(night)
        async with self._alone():
            return await self._drive(night)

    async def _drive(self, night: Night) -> StepReport:
        run = self._step.run(night)
        answer: Completion | ModelError | None = None
        try:
            while True:
                # After a wait for others, or for a model, it may be another familiar.
                self._refuse_paused()
                came = await self._piece(partial(_go_on, run, answer))
                if isinstance(came, StepReport):
                    return came
                self._refuse_paused()
                answer = await self._ask(came)
        finally:
            await asyncio.shield(self._threads.run(run.close))

    def _refuse_paused(self) -> None:
        if self._is_paused():
            raise PausedError

    async def _piece(
        self, piece: Callable[[], ChatRequest | StepReport]
    ) -> ChatRequest | StepReport:
        """A piece that was begun is ended: what runs cannot be closed."""
        under_way = asyncio.ensure_future(self._threads.run(piece))
        try:
            return await asyncio.shield(under_way)
        except asyncio.CancelledError:
            await asyncio.wait((under_way,))
            raise

    async def _ask(self, request: ChatRequest) -> Completion | ModelError:
        if self._model is None:
            return ModelReplyError("no model is set up for the night", "[models.sleep]")
        try:
            return await self._model.complete(request)
        except ModelError as error:
            return error
        except Exception as error:  # noqa: BLE001 - a model is anybody's code, and a step's failure
            _log.exception("the model of the night failed")
            return ModelReplyError(f"the model failed: {type(error).__name__}", "a reply")


def _go_on(run: StepRun, answer: Completion | ModelError | None) -> ChatRequest | StepReport:
    """Do the next piece, up to a question or the end."""
    try:
        if isinstance(answer, ModelError):
            return run.throw(answer)
        return next(run) if answer is None else run.send(answer)
    except StopIteration as end:
        report: StepReport = end.value
        return report
