"""A life that fails where others are killed is no death: the soak says so, and goes no further."""

from __future__ import annotations

import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be forked")


def _work() -> None:
    end = time.process_time() + 0.5
    while time.process_time() < end:
        pass


def test_a_failure_that_the_next_life_would_not_have_is_told_of(tmp_path, capfd):
    """What a death left behind was met, and that it is gone the second time is no excuse."""
    from soak.deaths import die_again_and_again

    def fails_once():
        if not (failed := tmp_path / "failed").exists():
            failed.touch()
            raise RuntimeError("half a line")
        _work()

    with pytest.raises(AssertionError, match="the life after 0 deaths failed"):
        die_again_and_again(_work, fails_once, 3, 1)
    assert "RuntimeError: half a line" in capfd.readouterr().err


def test_deaths_are_counted(tmp_path):
    """What is cut off goes on in another process, until it comes to its end."""
    from soak.deaths import die_again_and_again

    lives = tmp_path / "lives"

    def torn():
        with lives.open("a") as file:
            file.write(".")
        _work()

    assert die_again_and_again(_work, torn, 3, 1) == 3
    assert lives.read_text() == "...."
