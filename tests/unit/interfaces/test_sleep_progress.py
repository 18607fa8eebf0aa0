"""`familiar sleep` on a terminal: which step it is at."""

from contextlib import contextmanager

import pytest
from fake_nights import FakeStep, given, slept

from familiar_memory.interfaces.cli.sleep.sleep_progress import steps_shown


class _Out:
    """Notes which bars come and go."""

    def __init__(self):
        self.seen = []

    @contextmanager
    def progress(self, what):
        self.seen.append(what)
        try:
            yield None
        finally:
            self.seen.append(f"{what} is over")


def test_one_bar_at_a_time_says_which_step_it_is_at(tmp_path):
    """From before it begins until the next one does, also where it fails."""
    out = _Out()

    async def steps(familiar, clock):
        given(familiar, FakeStep("days", ends=ValueError("x")))
        with steps_shown(out) as begins:
            await familiar.sleep.run(["days", "retain"], begins=begins)

    slept(tmp_path, steps)
    assert out.seen == ["days", "days is over", "retain", "retain is over"]


def test_a_night_that_is_broken_off_leaves_no_bar():
    """The terminal is as it was."""
    out = _Out()
    with pytest.raises(KeyboardInterrupt), steps_shown(out) as begins:
        begins("days")
        raise KeyboardInterrupt
    assert out.seen == ["days", "days is over"]
