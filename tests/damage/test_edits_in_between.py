"""A person saves a note while an operation changes several: theirs stands, and all or none is done.

The save comes at each step at which the disk is changed, in the way of one editor or another.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from familiars import put_notes, started
from whole_operations import NOTES, OPERATIONS, SETTINGS, begin, notes_below

from familiar_memory import Familiar
from familiar_memory.errors import FamiliarError
from familiar_memory.store.disk.filesystem import FileSystem

_BY_HAND = "By hand.\n"
_STEPS = ("open_new", "write", "link", "replace", "unlink", "mkdir")


def _in_place(file: Path, data: bytes) -> None:
    file.write_bytes(data)


def _by_renaming(file: Path, data: bytes) -> None:
    beside = file.with_name(f"{file.name}~")
    beside.write_bytes(data)
    beside.replace(file)


_WAYS = {"in place": _in_place, "by renaming": _by_renaming}


@contextmanager
def _before_step(number: int, way: str, save: Callable[[], None]) -> Iterator[list[int]]:
    """Save before the step of this number; counts the steps that there were.

    Not right before our own rename where they rename, too: that is the one moment in which nobody
    can see it (`docs/architecture.md`).
    """
    steps = [0]

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **named: object) -> object:
            steps[0] += 1
            if steps[0] == number:
                save()
            return real(*given, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in (one for one in _STEPS if (one, way) != ("replace", "by renaming")):
            patch.setattr(FileSystem, name, counted(getattr(FileSystem, name)))
        yield steps


async def _live(
    familiar: Familiar, home: Path, name: str, number: int, way: str, path: str
) -> tuple[dict[str, bytes], dict[str, bytes], int]:
    """The notes before and after, and how many steps there were."""

    def save() -> None:
        file = home / "ember" / "memory" / path
        _WAYS[way](file, file.read_bytes() + b"\n" + _BY_HAND.encode())

    async with started(familiar):
        await begin(familiar, name)
        before = notes_below(home)
        with _before_step(number, way, save) as steps, suppress(FamiliarError):
            await OPERATIONS[name](familiar)
        await familiar.settle()
        return before, notes_below(home), steps[0]


def _lines(notes: dict[str, bytes]) -> dict[str, Counter[str]]:
    return {
        path: Counter(one for one in data.decode().splitlines(keepends=True) if one.strip())
        for path, data in notes.items()
    }


def _saved_in_between(
    new_familiar: Callable[..., Familiar], tmp_path: Path, name: str, way: str, stride: int
) -> None:
    def lived(number: int, path: str) -> tuple[dict[str, bytes], dict[str, bytes], int]:
        home = tmp_path / f"{number} {path.replace('/', ' ')}"
        put_notes(home / "ember" / "memory", NOTES)
        familiar = new_familiar(home, settings=SETTINGS)
        return asyncio.run(_live(familiar, home, name, number, way, path))

    before, after, steps = lived(0, "")
    changed = [path for path in before if before[path] != after[path] and path != "review.md"]
    assert changed
    for path in changed:
        for number in range(1, steps + 1, stride):
            _, found, _ = lived(number, path)
            lines = _lines(found)
            assert lines[path][_BY_HAND] == 1, (number, path)
            del lines[path][_BY_HAND]
            assert lines in (_lines(before), _lines(after)), (number, path)


@pytest.mark.parametrize("name", ["facts", "merge"])
def test_a_person_saves_while_several_notes_change(new_familiar, tmp_path, name):
    """As below, at a few steps."""
    _saved_in_between(new_familiar, tmp_path, name, "in place", 19)


@pytest.mark.long
@pytest.mark.parametrize("way", _WAYS)
@pytest.mark.parametrize("name", OPERATIONS)
def test_a_person_saves_at_any_step_of_an_operation(new_familiar, tmp_path, name, way):
    """Their line stands once, in a note that has all of the change or nothing of it."""
    _saved_in_between(new_familiar, tmp_path, name, way, 1)
