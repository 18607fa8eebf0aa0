"""The watch for settings that are saved, and what can befall it."""

from __future__ import annotations

import asyncio

import pytest

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.life.settings.watch import SettingsWatch


class _Settings:
    """Notes that it was read."""

    def __init__(self) -> None:
        self.read = asyncio.Event()

    async def reload(self) -> bool:
        """Nothing else than before."""
        self.read.set()
        return False


class _Threads:
    """Fails as it is told, then runs what it is given."""

    def __init__(self, *failures: BaseException) -> None:
        self.failures = list(failures)

    async def run(self, work, *given):
        """In the loop."""
        if self.failures:
            raise self.failures.pop(0)
        return work(*given)


@pytest.mark.parametrize(
    "failure", [RuntimeError("the threads have ended"), OSError("no"), asyncio.CancelledError()]
)
async def test_whatever_a_look_raises_the_next_one_comes(tmp_path, monkeypatch, caplog, failure):
    """The log says so, once for the same thing."""
    monkeypatch.setattr("familiar_memory.life.settings.watch._LOOK_S", 0.0)
    settings, threads = _Settings(), _Threads(failure, failure)
    watch = SettingsWatch(FamiliarPaths(tmp_path, "ember"), settings, lambda: threads)
    watch.begin()
    async with asyncio.timeout(20):
        await settings.read.wait()
    await watch.stop()
    told = [
        one
        for one in caplog.messages
        if one.startswith("whether the settings were saved is unknown")
    ]
    assert len(told) == (not isinstance(failure, asyncio.CancelledError))
