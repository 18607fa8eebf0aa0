"""Where a familiar does what may block, so that the loop never does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, TypeVar

__all__ = ["OffLoop"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class OffLoop:
    """Runs blocking work in an executor; None is that of the running loop."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor

    async def run(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """Do it in a thread. Who is cancelled meanwhile leaves it behind; it goes on."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(work, *given, **named))
