"""Where a familiar does what may block, so that the loop never does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from familiar_memory.threads.job_pool import JobPool

__all__ = ["OffLoop"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class OffLoop:
    """Runs blocking work in a pool; without one, in the threads of the running loop."""

    def __init__(self, pool: JobPool | None = None) -> None:
        self._pool = pool

    async def run(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """Do it in a thread. Who is cancelled meanwhile leaves it behind; it goes on."""
        whole = partial(work, *given, **named)
        if self._pool is not None:
            return await asyncio.wrap_future(self._pool.submit(whole))
        return await asyncio.get_running_loop().run_in_executor(None, whole)
