"""The watch for settings that are saved, and what can befall it."""

from __future__ import annotations

import asyncio
import os
import sys

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


@pytest.mark.skipif(sys.platform == "win32", reason="it does not say when a file was changed")
async def test_a_file_that_keeps_its_date_is_read_again(tmp_path):
    """As `cp -p` or `rsync -t` leave it: of the same length, in the same place."""
    settings, paths = _Settings(), FamiliarPaths(tmp_path, "ember")
    watch = SettingsWatch(paths, settings, _Threads)
    paths.character.parent.mkdir(parents=True)
    paths.character.write_text("[recall]\nretrieved = 1\n", "utf-8")
    before = paths.character.stat()
    for _ in range(2):
        await watch.look_once()
    assert settings.read.is_set()
    settings.read.clear()
    while paths.character.stat().st_ctime_ns == before.st_ctime_ns:
        paths.character.write_text("[recall]\nretrieved = 2\n", "utf-8")
        os.utime(paths.character, ns=(before.st_atime_ns, before.st_mtime_ns))
    for _ in range(2):
        await watch.look_once()
    assert settings.read.is_set()
