"""The runs of the sleep cycle, as every history keeps them."""

from datetime import UTC, datetime, timedelta

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.errors import HistoryError
from familiar_memory.history.nights.night import MOST_NIGHTS, KeptNight, KeptStep, StepStatus
from familiar_memory.history.turns.mark_kinds import DROPPED

AT = datetime(2026, 2, 2, 2, tzinfo=UTC)
LATER = AT + timedelta(minutes=5)
DAYS = KeptStep("days", StepStatus.DONE, LATER, {"appended": 3, "removed": 0})
FAILED = KeptStep("curate", StepStatus.FAILED, LATER, problem="the model said 'zyzzyva'")


def test_a_run_is_open_until_it_is_ended(history):
    """Whoever begins meanwhile is given the same one, with its moment and its batch."""
    first = history.nights.begin("sleep", AT, "b1")
    assert first == KeptNight(1, "sleep", AT, "b1")
    history.nights.note(first.id, DAYS)
    again = history.nights.begin("sleep", LATER, "b2")
    assert again == KeptNight(1, "sleep", AT, "b1", None, (DAYS,))
    history.nights.end(first.id, LATER)
    assert history.nights.last("sleep") == KeptNight(1, "sleep", AT, "b1", LATER, (DAYS,))
    assert history.nights.begin("sleep", LATER, "b2") == KeptNight(2, "sleep", LATER, "b2")


def test_cycles_that_never_ran_are_counted_from_a_moment_on(history):
    """By a run without steps; one that runs just now is not ended, nor is another begun."""
    kept = history.nights.begin("sleep", AT, "b1")
    history.nights.end(history.nights.begin("channels", AT, "b2").id, AT)
    history.nights.count_from(("sleep", "channels", "consolidation"), LATER)
    assert history.nights.last("sleep") == kept
    assert history.nights.last("channels") == KeptNight(2, "channels", AT, "b2", AT)
    assert history.nights.last("consolidation") == KeptNight(3, "consolidation", LATER, "", LATER)
    assert len(history.nights.newest()) == 3


def test_each_cycle_has_runs_of_its_own(history):
    """An open one of another is none of this one."""
    history.nights.begin("sleep", AT, "b1")
    assert history.nights.last("channels") is None
    channels = history.nights.begin("channels", LATER, "b2")
    assert (channels.id, channels.cycle, channels.began) == (2, "channels", LATER)
    assert [one.cycle for one in history.nights.newest()] == ["channels", "sleep"]
    assert [one.cycle for one in history.nights.newest(1)] == ["channels"]


def test_a_step_that_is_done_again_takes_its_own_place(history):
    """In the order in which steps were first gone through."""
    night = history.nights.begin("sleep", AT, "b1").id
    for step in (FAILED, DAYS, KeptStep("curate", StepStatus.NOTHING, LATER)):
        history.nights.note(night, step)
    found = history.nights.last("sleep")
    assert [(one.name, one.status) for one in found.steps] == [
        ("curate", StepStatus.NOTHING),
        ("days", StepStatus.DONE),
    ]
    assert (found.step("days"), found.step("retain")) == (DAYS, None)


def test_old_runs_of_a_cycle_are_dropped(history):
    """With their steps; those of other cycles stay."""
    other = history.nights.begin("channels", AT, "b").id
    for number in range(MOST_NIGHTS + 3):
        night = history.nights.begin("sleep", AT, f"b{number}").id
        history.nights.note(night, DAYS)
        history.nights.end(night, LATER)
    kept = history.nights.newest(1_000)
    assert (len(kept), kept[-1].id, kept[-2].batch) == (MOST_NIGHTS + 1, other, "b3")


def test_whatever_is_forgotten_the_reasons_go(history):
    """They may quote a model, or a note; the numbers stay."""
    night = history.nights.begin("sleep", AT, "b1").id
    history.nights.note(night, FAILED)
    history.nights.note(night, DAYS)
    eraser, what = history.eraser(lambda: LATER), Erasure(texts=frozenset({"plover"}))
    assert eraser.residue(what) == ("1 replies of models are there",)
    assert eraser.erase(what) == 1
    assert eraser.residue(what) == ()
    steps = history.nights.last("sleep").steps
    assert steps == (KeptStep("curate", StepStatus.FAILED, LATER), DAYS)


def test_a_closed_history_has_no_nights(history):
    """As with everything else."""
    history.close()
    with pytest.raises(HistoryError):
        history.nights.last("sleep")


@pytest.mark.parametrize("kind", DROPPED)
def test_whatever_is_forgotten_digests_go(history, kind):
    """Nobody can tell of whom they are, and whoever guesses can test for it."""
    history.set_watermark(3, f"{kind}1f0c22aa")
    history.set_watermark(4, "sleep-days")
    eraser, what = history.eraser(lambda: LATER), Erasure(texts=frozenset({"plover"}))
    assert eraser.residue(what) == ("1 replies of models are there",)
    assert eraser.erase(what) == 1
    assert eraser.residue(what) == ()
    assert (history.watermarks_like(kind), history.watermark("sleep-days")) == ({}, 4)
