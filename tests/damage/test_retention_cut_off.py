"""Old things that are taken by processes which die: the next night takes the rest, and no more."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from old_nights import OldWorld, old_world, swept

from familiar_memory.testing import Crash, FaultyFileSystem

_NOTE = "# Day\n\n## Notes\n\n- The heron sleeps in the bulrushes\n"
_OLD = ["days/2025-01-01.md", "days/2025-01-02.md", "sessions/2025-01-01-night.md"]
_KEPT = ["days/2026-02-28.md", "people/rowan.md"]


def _lived(root: Path) -> None:
    with old_world(root) as world:
        for path in (*_OLD, *_KEPT):
            world.write(path, _NOTE)
        world.say("m1", days_ago=90, text="the zebrafinch sings")
        world.say("m2", days_ago=1, text="the kettle is warm")


def _ends_well(world: OldWorld, number: int) -> None:
    swept(world.step(own=30), world.night(days_later=1))
    assert world.notes() == _KEPT, number
    assert world.said() == {"m1": "", "m2": "the kettle is warm"}, number
    assert b"zebrafinch" not in world.bytes(), number
    assert swept(world.step(own=30), world.night(days_later=1)).counts == {}, number


@pytest.mark.parametrize("stride", [17, pytest.param(1, marks=pytest.mark.long)])
def test_a_process_dies_while_it_takes_notes(stride: int, tmp_path: Path) -> None:
    """At any step of the disk: each note is there, or gone and in the journal."""
    for number in range(1, 400, stride):
        root = tmp_path / str(number)
        _lived(root)
        fs = FaultyFileSystem()
        with old_world(root, fs) as world:
            fs.fail_at(number)
            with suppress(Crash):
                swept(world.step(own=30), world.night())
        with old_world(root) as world:
            assert set(_KEPT) <= set(world.notes()), number
            _ends_well(world, number)
        if number > len(fs.calls):
            return
    raise AssertionError("it has no end")


@pytest.mark.parametrize("point", ["eraser", "set_watermark", "scrub", "refresh"])
def test_a_process_dies_between_the_parts_of_taking_words(
    point: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before they are emptied, after it, and before that is noted."""
    _lived(tmp_path)
    with old_world(tmp_path) as world, monkeypatch.context() as patch:

        def die(*given: object, **more: object) -> None:
            raise Crash

        step = world.step(own=30)
        if point == "refresh":
            patch.setattr(step._talk, "_refresh", die)
        else:
            owner = world.history._database if point == "scrub" else world.history
            patch.setattr(owner, point, die)
        with suppress(Crash):
            swept(step, world.night())
    with old_world(tmp_path) as world:
        _ends_well(world, 0)
