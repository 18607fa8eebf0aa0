"""What a killed process kept for itself is gone after the next opening, and after an erasing."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from familiar_memory import RecallRequest
from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.domain.erasure import Erasure
from familiar_memory.sync import verify as verifying

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is forked and killed")

SECRET = b"zanzibar"


@pytest.fixture
def elsewhere(tmp_path, monkeypatch) -> Path:
    """The system's folder for what is temporary."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


@pytest.fixture
def lived(tmp_path, new_familiar, elsewhere) -> Path:
    """The folder of a familiar whose note held the secret, and holds it no more."""

    async def live() -> None:
        async with new_familiar(tmp_path / "home") as familiar:
            familiar.store.write_file("notes.md", "# Notes\n\n- the zanzibar key\n")
            familiar.parts.setup.clock.advance(timedelta(days=2))
            familiar.store.write_file("notes.md", "# Notes\n\n- tea\n")
            await familiar.settle()

    asyncio.run(live())
    return tmp_path / "home" / "ember"


def killed_while(new_familiar, home, doing):
    """Another process opens the familiar, does this and is killed."""
    child = os.fork()
    if child == 0:

        async def run() -> None:
            async with new_familiar(home) as familiar:
                familiar.parts.setup.clock.advance(timedelta(days=2))
                await doing(familiar)

        with suppress(BaseException):
            asyncio.run(run())
        os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == -signal.SIGKILL


async def asked_about_earlier(familiar):
    """An index of the moment is made and kept."""
    then = familiar.parts.setup.clock.now() - timedelta(days=1)
    assert (await familiar.search(RecallRequest("zanzibar", as_of=then))).hits
    os.kill(os.getpid(), signal.SIGKILL)


async def verified(familiar):
    """A second index of everything is made for comparing."""
    familiar.store.write_file("more.md", "# More\n\n- zanzibar again\n")
    compare = verifying._compare

    def killed(*given):
        os.kill(os.getpid(), signal.SIGKILL)
        return compare(*given)

    verifying._compare = killed
    await familiar.index.verify()


def holding(*folders):
    """Every file below these that holds the secret."""
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    return sorted(file.name for file in files if SECRET in file.read_bytes())


def opened(new_familiar, home, erase=None):
    """Open it as the next process does, erase if asked; what erasing reports as left."""

    async def run():
        async with new_familiar(home) as familiar:
            parts = familiar.parts
            if erase is None:
                return ()
            stores = erasables(
                parts.setup.paths.root,
                parts.files.store,
                parts.files.journal,
                parts.files.history,
                parts.files.index,
                parts.searching.past,
                parts.setup.clock.now,
                parts.files.register,
            )
            report = await asyncio.to_thread(
                Eraser(parts.setup.paths.root, stores, parts.files.register).erase, erase
            )
            return tuple((one.store, one.residue) for one in report if one.residue)

    return asyncio.run(run())


@pytest.mark.parametrize("doing", [asked_about_earlier, verified])
def test_the_next_opening_takes_it_away(lived, elsewhere, new_familiar, doing):
    """Wherever it stood."""
    killed_while(new_familiar, lived.parent, doing)
    scratch = lived / "memory" / ".index" / "scratch"
    assert holding(scratch)
    opened(new_familiar, lived.parent)
    assert holding(elsewhere) == holding(scratch) == []


@pytest.mark.parametrize("doing", [asked_about_earlier, verified])
def test_erasing_reaches_it(lived, elsewhere, new_familiar, doing):
    """No byte of it is left, in the familiar's folder or in the system's."""
    killed_while(new_familiar, lived.parent, doing)
    assert opened(new_familiar, lived.parent, Erasure(texts=("zanzibar",))) == ()
    assert holding(lived, elsewhere) == []
