"""Ask again when asking again may help, within the caller's deadline."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from familiar_memory.errors import ModelUnavailableError
from familiar_memory.llm.answer import too_late
from familiar_memory.llm.base import ChatModel, ChatRequest, Completion

__all__ = ["RetryingModel"]

_FIRST_WAIT_S = 0.5
"""Seconds; each wait is about twice the one before, up to the longest."""
_LONGEST_WAIT_S = 8.0
"""Seconds between two tries; the time limit of the request bounds them all."""


class RetryingModel:
    """A model that is asked up to `max_retries` times more when it is busy or unreachable.

    It waits longer each time, or as long as the provider says; where no time would be
    left after that, the failure stands at once. What is refused is not asked again.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        max_retries: int,
        timeout_s: float,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model = model
        self._attempts = max_retries + 1
        self._timeout_s = timeout_s
        self._monotonic = monotonic

    @property
    def name(self) -> str:
        """The model's own."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> Completion:
        """Ask, and ask again; the request's `timeout_s` bounds all of it. See `ChatModel`."""
        import stamina

        timeout_s = self._timeout_s if request.timeout_s is None else request.timeout_s
        ends = self._monotonic() + timeout_s
        last: ModelUnavailableError | None = None

        def may_wait(problem: Exception) -> bool | float:
            nonlocal last
            if not isinstance(problem, ModelUnavailableError):
                return False
            last = problem
            wait_s = problem.retry_after_s
            if (_FIRST_WAIT_S if wait_s is None else wait_s) >= ends - self._monotonic():
                return False
            return True if wait_s is None else wait_s

        attempts = stamina.retry_context(
            on=may_wait,
            attempts=self._attempts,
            timeout=None,
            wait_initial=_FIRST_WAIT_S,
            wait_max=_LONGEST_WAIT_S,
            wait_jitter=_FIRST_WAIT_S,
        )
        try:
            async with asyncio.timeout(timeout_s):
                async for attempt in attempts:
                    with attempt:
                        left_s = max(ends - self._monotonic(), 0.0)
                        return await self._model.complete(replace(request, timeout_s=left_s))
        except TimeoutError:
            raise last or too_late(self.name, timeout_s) from None
        raise AssertionError("stamina lets the last failure through")

    async def close(self) -> None:
        """Close the model."""
        await self._model.close()
