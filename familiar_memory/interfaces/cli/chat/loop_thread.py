"""A familiar lives in a thread of its own, so that it works on while a person types."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
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
        """Run it there, and wait for what comes of it."""
        done = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while True:
                try:
                    return done.result(_LOOK_EVERY_S)
                except TimeoutError:
                    if done.done():
                        raise
        except KeyboardInterrupt:
            done.cancel()
            raise

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
