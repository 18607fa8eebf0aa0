"""The thread in which a familiar lives while a person types."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError

import pytest

from familiar_memory.interfaces.cli.chat import loop_thread
from familiar_memory.interfaces.cli.chat.loop_thread import LoopThread


async def _seven() -> int:
    return 7


async def _late() -> None:
    raise TimeoutError("late")


async def _cancelled() -> None:
    raise asyncio.CancelledError


def test_what_comes_of_it_is_handed_over() -> None:
    """A value, or what was raised; also what waiting itself may raise."""
    with LoopThread() as loop:
        assert loop.do(_seven()) == 7
        with pytest.raises(TimeoutError, match="late"):
            loop.do(_late())
        with pytest.raises(CancelledError):
            loop.do(_cancelled())


def test_ctrl_c_waits_until_what_it_cancels_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the end of a chat would run beside a message that is still being recorded."""
    begun = threading.Event()
    order: list[str] = []

    async def say() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(20):
                await asyncio.sleep(0)
            order.append("said")

    def interrupted_once(*given: object) -> object:
        monkeypatch.setattr(loop_thread, "wait", waiting)
        assert begun.wait(10)
        raise KeyboardInterrupt

    waiting = loop_thread.wait
    monkeypatch.setattr(loop_thread, "wait", interrupted_once)
    with LoopThread() as loop:
        with pytest.raises(KeyboardInterrupt):
            loop.do(say())
        order.append("interrupted")
    assert order == ["said", "interrupted"]
