"""Forgetting is killed between its parts, or a person saves a note meanwhile.

What goes is gone after `--again`, what others merged stands for itself, and lines that a person
writes meanwhile stay.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from familiars import put_notes, started
from forked import in_a_child

from familiar_memory import ForgetRequest
from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.life.forget import forgetting
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.erasing import TreeEraser
from familiar_memory.store.journal.erasing import JournalEraser

SECRET = "keeps clockwork ferrets in the attic"
INTO = "until 2026-02-20, into:notes/both.md#^b1"
NOTES = {
    "notes/attic.md": f"# A\n\n- ~~{SECRET} (by:discord-42, {INTO})~~ ^o1\n- a lamp\n",
    "notes/birds.md": f"# B\n\n- ~~seven brass badgers are kept ({INTO})~~ ^o2\n",
    "notes/both.md": f"# C\n\n- {SECRET}, and seven badgers ^b1\n- a kettle\n",
}
LEFT = {
    "notes/attic.md": "# A\n\n- a lamp\n",
    "notes/birds.md": "# B\n\n- seven brass badgers are kept ^o2\n",
    "notes/both.md": "# C\n\n- a kettle\n",
}
ASKED = (ForgetRequest(person="discord:42"), ForgetRequest(record="notes/attic.md#^o1"))
_KILLED = 9


def _notes(home: Path) -> dict[str, str]:
    memory = home / "ember" / "memory"
    return {path: (memory / path).read_text() for path in NOTES}


def _bytes(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())


async def _forgets(new_familiar, home: Path, asked: ForgetRequest) -> None:
    async with started(new_familiar(home)) as familiar:
        put_notes(home / "ember" / "memory", NOTES)
        await familiar.settle()
        await familiar.forgetting.forget(asked)


def _dies(*_given: object, **_named: object) -> None:
    os._exit(_KILLED)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is forked and killed")
@pytest.mark.parametrize("asked", ASKED, ids=["a person", "a line"])
@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (forgetting, "free_originals"),
        (NotesAtOnce, "apply"),
        (Eraser, "erase"),
        (TreeEraser, "erase"),
        (JournalEraser, "erase"),
    ],
    ids=["before originals are freed", "while", "after", "before the notes", "after the notes"],
)
def test_killed_around_the_freeing_of_originals_it_is_ended_by_again(
    new_familiar, tmp_path, monkeypatch, asked, owner, name
):
    """Nothing of the line is left, and of the others that were merged with it all."""
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, _dies)
        code = in_a_child(lambda: asyncio.run(_forgets(new_familiar, tmp_path, asked)))
    assert code == _KILLED

    async def again() -> None:
        async with started(new_familiar(tmp_path)) as familiar:
            report = await familiar.forgetting.resume()
            assert report is not None and report.residue == ()
            assert await familiar.forgetting.resume() is None

    asyncio.run(again())
    assert _notes(tmp_path) == LEFT
    assert SECRET.encode() not in _bytes(tmp_path)


def _in_place(file: Path, data: bytes) -> None:
    file.write_bytes(data)


def _by_renaming(file: Path, data: bytes) -> None:
    beside = file.with_name(f"{file.name}~")
    beside.write_bytes(data)
    beside.replace(file)


@contextmanager
def _before_step(number: int, way: Callable[[Path, bytes], None], file: Path) -> Iterator[None]:
    """A person adds a line before the disk is changed for the time of this number."""
    steps = [0]

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **named: object) -> object:
            steps[0] += 1
            if steps[0] == number and file.exists():
                way(file, file.read_bytes() + b"- by hand\n")
            return real(*given, **named)

        return call

    # Not right before our own rename: in that moment nobody can see it (architecture.md).
    with pytest.MonkeyPatch.context() as patch:
        for name in ("open_new", "write", "link", "unlink"):
            patch.setattr(FileSystem, name, counted(getattr(FileSystem, name)))
        yield


_STEPS = range(1, 41)


@pytest.mark.parametrize("way", [_in_place, _by_renaming], ids=["in place", "by renaming"])
@pytest.mark.parametrize("number", [2, 5, pytest.param(None, marks=pytest.mark.long)])
def test_what_a_person_writes_while_it_is_forgotten_stays(new_familiar, tmp_path, way, number):
    """Into a note that is freed, one that loses a line, one that loses what was merged."""
    saved = 0
    for step in _STEPS if number is None else (number,):
        for path in NOTES:
            home = tmp_path / f"{step} {path}".replace("/", " ")
            saved += asyncio.run(_saved_meanwhile(new_familiar, home, way, step, path))
    assert saved > 0


async def _saved_meanwhile(new_familiar, home: Path, way, step: int, path: str) -> bool:
    async with started(new_familiar(home)) as familiar:
        memory = home / "ember" / "memory"
        put_notes(memory, NOTES)
        await familiar.settle()
        with _before_step(step, way, memory / path):
            report = await familiar.forgetting.forget(ASKED[1])
        if report.residue:
            report = await familiar.forgetting.resume()
        assert report.residue == (), (step, path, report.residue)
        await familiar.settle()
    after = _notes(home)
    is_saved = after[path] != LEFT[path]
    expected = LEFT | ({path: f"{LEFT[path]}- by hand\n"} if is_saved else {})
    assert after == expected, (step, path)
    assert SECRET.encode() not in _bytes(home), (step, path)
    return is_saved
