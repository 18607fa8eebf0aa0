"""Processes that are killed in the middle of what they were asked for.

Whoever opens the familiar next finds all of it or nothing, doctor has nothing to report of it, and
asking for it again completes it.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from familiars import put_notes, started
from whole_operations import FORGETTING, NOTES, OPERATIONS, SETTINGS, begin, notes_below

from familiar_memory import Familiar
from familiar_memory.inspection.health.checks import run_checks

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
_TESTS = Path(__file__).parents[1]
_CHILD = """
import asyncio, os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.familiar import Familiar
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.testing import FixedClock, HashEmbedder
from whole_operations import FORGETTING, OPERATIONS, begin

home, name, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
calls, is_armed = 0, False

def counted(real):
    def call(*given, **named):
        global calls
        if is_armed:
            calls += 1
            if calls == number:
                os.kill(os.getpid(), signal.SIGKILL)
        return real(*given, **named)
    return call

# Only what changes the disk: how often it is looked at depends on the time it takes.
for method in ("open_new", "write", "link", "replace", "unlink", "mkdir", "fsync"):
    setattr(FileSystem, method, counted(getattr(FileSystem, method)))

async def main():
    global is_armed
    clock = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
    familiar = Familiar(FamiliarPaths(home, "ember"), clock=clock, embedder=HashEmbedder())
    await familiar.start()
    await begin(familiar, name)
    is_armed = True
    await {**OPERATIONS, **FORGETTING}[name](familiar)
    print(calls)
    await familiar.close()

asyncio.run(main())
"""


def _run(new_familiar: Callable[..., Familiar], home: Path, name: str, number: int) -> str:
    """Ask for it in a process that is killed at a step; how many there were, "" if it was."""
    put_notes(home / "ember" / "memory", NOTES)
    new_familiar(home, settings=SETTINGS)
    path = os.pathsep.join((*map(str, (_TESTS, *_TESTS.parents[:1])), *sys.path))
    return subprocess.run(
        [sys.executable, "-c", _CHILD, str(home), name, str(number)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
    ).stdout


async def _reopened(
    new_familiar: Callable[..., Familiar], home: Path, name: str
) -> tuple[dict[str, bytes], list[str], dict[str, bytes]]:
    """The notes, what doctor finds, and the notes once it was asked for again."""
    async with started(new_familiar(home)) as familiar:
        await familiar.settle()
        tree = notes_below(home)
        found = [
            one.what
            for check in run_checks(familiar.parts, await familiar.settle())
            for one in check.findings
            if one.serious
        ]
        await {**OPERATIONS, **FORGETTING}[name](familiar)
        return tree, found, notes_below(home)


def _before(new_familiar: Callable[..., Familiar], home: Path, name: str) -> dict[str, bytes]:
    async def work() -> dict[str, bytes]:
        put_notes(home / "ember" / "memory", NOTES)
        async with started(new_familiar(home, settings=SETTINGS)) as familiar:
            await begin(familiar, name)
            return notes_below(home)

    return asyncio.run(work())


def _killed_at(
    new_familiar: Callable[..., Familiar], tmp_path: Path, name: str, times: int
) -> None:
    before = _before(new_familiar, tmp_path / "before", name)
    steps = int(_run(new_familiar, tmp_path / "whole", name, 0))
    after = notes_below(tmp_path / "whole")
    assert after != before
    nothing_wrong = asyncio.run(_reopened(new_familiar, tmp_path / "whole", name))[1]
    for time in range(times):
        number = 1 + steps * (2 * time + 1) // (2 * times)
        home = tmp_path / str(number)
        assert _run(new_familiar, home, name, number) == ""
        tree, found, again = asyncio.run(_reopened(new_familiar, home, name))
        if name in OPERATIONS:
            assert tree in (before, after), number
            assert found == nothing_wrong, number
        assert again == after, number


@pytest.mark.parametrize("name", ["facts"])
def test_a_process_is_killed_while_it_changes_several_notes(new_familiar, tmp_path, name):
    """As below, for one operation at one step."""
    _killed_at(new_familiar, tmp_path, name, 1)


@pytest.mark.long
@pytest.mark.parametrize("name", [*OPERATIONS, *FORGETTING])
def test_a_process_is_killed_at_steps_of_every_operation(new_familiar, tmp_path, name):
    """None is left by halves, and each is completed by asking for it again."""
    _killed_at(new_familiar, tmp_path, name, 10 if os.environ.get("EVERY_STEP") else 3)
