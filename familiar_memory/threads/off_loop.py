"""Where a familiar does what may block, so that the loop never does.

The loop's own executor is a bot's: it has few threads, and names of servers are looked up in
it. So nothing of a familiar is done there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import ParamSpec, TypeVar

from familiar_memory.threads.job_pool import JobPool

__all__ = ["OffLoop", "in_own_thread"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class OffLoop:
    """Runs blocking work in a pool; without one, each in a thread of its own."""

    def __init__(self, pool: JobPool | None = None) -> None:
        self._pool = pool

    async def run(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """Do it in a thread. Who is cancelled meanwhile leaves it behind; it goes on."""
        if self._pool is None:
            return await in_own_thread(partial(work, *given, **named))
        return await asyncio.wrap_future(self._pool.submit(partial(work, *given, **named)))

    def start(self, work: Callable[[], object]) -> None:
        """Do it in a thread, and let nobody wait for it; it must log its own failures."""
        if self._pool is not None:
            self._pool.submit(work)
        else:
            _alone(work)


async def in_own_thread(work: Callable[[], _T]) -> _T:
    """Do what is rare, or may take long, in a thread that ends with it."""
    pool, future = _alone(work)
    result = await asyncio.wrap_future(future)
    # It has nothing more to do.
    pool.retire()
    return result


def _alone(work: Callable[[], _T]) -> tuple[JobPool, Future[_T]]:
    pool = JobPool(1, name="alone")
    future = pool.submit(work)
    pool.retire(0.0)
    return pool, future
