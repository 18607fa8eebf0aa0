"""A life that fails where others are killed is no death: the soak says so, and goes no further."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be forked")


_WORK_S = 0.4


def _work(lasts_s: float = _WORK_S) -> None:
    end = time.process_time() + lasts_s
    while time.process_time() < end:
        pass


def _lived_in(folder: Path) -> dict[str, object]:
    return {one.name: one.read_text("utf-8") for one in folder.iterdir()}


def test_a_failure_that_the_next_life_would_not_have_is_told_of(tmp_path, capfd):
    """What a death left behind was met, and that it is gone the second time is no excuse."""
    from soak.deaths import Life, die_again_and_again

    def fails_once(home):
        if home.name == "torn" and not (failed := home / "failed").exists():
            failed.touch()
            raise RuntimeError("half a line")
        _work()

    with pytest.raises(AssertionError, match="the life after 0 deaths failed"):
        die_again_and_again(tmp_path, Life(Path.mkdir, fails_once, _lived_in), 3, 1)
    assert "RuntimeError: half a line" in capfd.readouterr().err


def test_deaths_are_counted(tmp_path):
    """What is cut off goes on in another process, until it comes to its end."""
    from soak.deaths import Life, die_again_and_again

    lives = tmp_path / "lives"

    def go_on(home):
        with lives.open("a") as file:
            file.write(home.name[0])
        _work()

    done = die_again_and_again(tmp_path, Life(Path.mkdir, go_on, _lived_in), 3, 1)
    assert done == (3, ())
    assert lives.read_text() == "w" + "t" * 4


def test_what_ended_before_it_was_killed_often_enough_is_lived_anew_in_shorter_lives(tmp_path):
    """A machine does more in the same processor time, or less: that is no reason to kill less."""
    from soak.deaths import Life, die_again_and_again

    begun = []

    def begin(home):
        home.mkdir()
        begun.append(home.name)

    def go_on(home):
        _work(_WORK_S if home.name == "whole" else _WORK_S / 5)

    done = die_again_and_again(tmp_path, Life(begin, go_on, _lived_in), 3, 1)
    assert done == (3, ())
    assert begun[:3] == ["whole", "torn", "torn"]


def test_a_difference_is_not_lived_over(tmp_path):
    """It ended too early and ended wrong: that is what is said of it."""
    from soak.deaths import Life, die_again_and_again

    def go_on(home):
        (home / "note").write_text(home.name, "utf-8")

    done = die_again_and_again(tmp_path, Life(Path.mkdir, go_on, _lived_in), 3, 1)
    assert done == (0, ("note",))
