"""A familiar lives in a thread of its own, so that it works on while a person types."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from functools import partial
from typing import Any, Self, TypeVar

__all__ = ["LoopThread"]

_Value = TypeVar("_Value")
_LOOK_EVERY_S = 0.2
"""On Windows nothing interrupts a thread that waits without end: Ctrl-C would not be heard."""


class LoopThread:
    """An event loop in a thread. What waits for it can be interrupted, and is cancelled then."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="chat", daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End what still runs."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def do(self, work: Coroutine[Any, Any, _Value]) -> _Value:
        """Run it there, and wait for what comes of it.

        Ctrl-C cancels it, and waits until it has ended: nothing runs beside what comes next. A
        second Ctrl-C waits no more.
        """
        done: Future[_Value] = Future()
        tasks: list[asyncio.Task[_Value]] = []

        def begin() -> None:
            task = self._loop.create_task(work)
            task.add_done_callback(partial(_hand_over, done))
            tasks.append(task)

        self._loop.call_soon_threadsafe(begin)
        try:
            _wait_for(done)
        except KeyboardInterrupt:
            # The loop does one after the other: by then it has begun.
            self._loop.call_soon_threadsafe(lambda: tasks[0].cancel())
            _wait_for(done)
            raise
        return done.result()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()


def _hand_over(done: Future[_Value], task: asyncio.Task[_Value]) -> None:
    """What came of it goes to whoever waits in the other thread."""
    if task.cancelled():
        done.cancel()
        # Whoever waits for it hears of that only so.
        done.set_running_or_notify_cancel()
    elif (problem := task.exception()) is not None:
        done.set_exception(problem)
    else:
        done.set_result(task.result())


def _wait_for(done: Future[Any]) -> None:
    while not wait((done,), _LOOK_EVERY_S).done:
        pass
