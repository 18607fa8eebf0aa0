"""`familiar sleep --status`: the last nights that came to something, with their zones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from fake_nights import AT, FakeStep, given, slept

from familiar_memory.history.nights.night import KeptNight, KeptStep, StepStatus
from familiar_memory.interfaces.cli.sleep.nights_view import show_nights
from familiar_memory.interfaces.cli.sleep.sleep_view import show_reports
from familiar_memory.life.sleep.lately import last_nights
from familiar_memory.life.sleep.report import CycleStatus, DoneStep, SleepReport, SleepStatus
from familiar_memory.maintenance.sleep.step import Preview, StepReport

LJUBLJANA = ZoneInfo("Europe/Ljubljana")
NOTHING = KeptStep("retain", StepStatus.NOTHING, AT)
READ = KeptStep("days", StepStatus.DONE, AT, {"messages": 8, "appended": 0})
ADDED = KeptStep("days", StepStatus.DONE, AT, {"messages": 8, "appended": 2})
FAILED = KeptStep("days", StepStatus.FAILED, AT, {}, "the disk is full")


class _Out:
    """Keeps what is printed."""

    is_rich = False

    def __init__(self):
        self.said = []

    def print(self, text):
        self.said.append(text)

    def raw(self, text):
        self.said.append(text.removesuffix("\n"))

    def table(self, head, rows, spare=()):
        self.said += [" | ".join(row) for row in (head, *rows)]


def night(number, *steps, cycle="sleep"):
    """A night, so many days after the first."""
    began = AT + timedelta(days=number)
    return KeptNight(number, cycle, began, f"b{number}", began, steps)


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        ((ADDED,), [0]),
        ((ADDED, READ, NOTHING), [2, 0]),
        ((ADDED, ADDED, ADDED, ADDED, NOTHING, FAILED), [5, 3, 2]),
        ((ADDED, FAILED, *[NOTHING] * 8), [9, 1, 0]),
        ((NOTHING, READ), [1]),
        ((), []),
    ],
)
def test_an_empty_night_hides_none_that_did_something(steps, shown):
    """The newest is shown in any case, and three that came to something."""
    nights = [night(number, one) for number, one in enumerate(steps)]
    others = [night(99, ADDED, cycle="channels"), night(98, cycle="sleep")]
    found = last_nights([*others, *reversed(nights)], "sleep")
    assert [one.id for one in found] == shown


def test_times_have_their_zone_and_so_has_what_is_due_in_utc():
    """Also each night, with the steps of which there is something to be said."""
    due = datetime(2026, 2, 4, 3, tzinfo=UTC)
    last = night(0, READ, NOTHING)
    off = night(1, KeptStep("curate", StepStatus.OFF, AT), NOTHING, cycle="channels")
    zone = "Europe/Ljubljana"
    out = _Out()
    cycles = (
        CycleStatus("sleep", True, "0 4 * * *", zone, ("days",), last, due, (last,)),
        CycleStatus("channels", True, "0 3 * * *", "UTC", ("channels",), off, due, (off,)),
        CycleStatus("consolidation", False, "0 3 * * *", zone, ("consolidate",), None, None),
    )
    by_hand = (night(2, FAILED, cycle="by hand"),)
    show_nights(SleepStatus(cycles, by_hand=by_hand), out, zone=LJUBLJANA, now=AT)
    assert out.said[:-1] == [
        "cycle | cron | next | last",
        f"sleep | 0 4 * * * | 2026-02-04 04:00 {zone} | 2026-02-03 10:30 {zone}",
        f"channels | 0 3 * * * UTC | 2026-02-04 04:00 {zone} | 2026-02-04 10:30 {zone}",
        "consolidation | 0 3 * * * | switched off | never",
        f"sleep, 2026-02-03 10:30 {zone}",
        "  days: 8 messages read, nothing added",
        f"channels, 2026-02-04 10:30 {zone}: nothing to do",
        f"run by hand, 2026-02-05 10:30 {zone}",
        "  days: failed: the disk is full",
    ]


def test_a_night_that_is_overdue_is_not_said_to_be_the_next():
    """Its day is past."""
    out = _Out()
    cycle = CycleStatus("sleep", True, "0 2 * * *", "UTC", (), None, AT, ())
    show_nights(SleepStatus((cycle,)), out, zone=UTC, now=AT + timedelta(hours=1))
    assert out.said[1] == "sleep | 0 2 * * * UTC | due since 2026-02-03 09:30 UTC | never"


def test_what_was_run_by_hand_is_among_the_nights(tmp_path):
    """Single steps too."""

    async def steps(familiar, clock):
        given(familiar, FakeStep("retain"), FakeStep("days"))
        await familiar.sleep.run()
        clock.advance(timedelta(hours=1))
        await familiar.sleep.run(["retain"])
        return await familiar.sleep.status()

    status = slept(tmp_path, steps)
    assert [[step.name for step in one.steps] for one in status.by_hand] == [["retain"]]
    assert [[one.began for one in cycle.nights] for cycle in status.cycles] == [[AT], [AT], [AT]]


def test_a_step_that_changed_nothing_had_nothing_to_do():
    """Whether or not it looked at a note: there is one word for both."""
    curate = StepReport(StepStatus.DONE, {"appended": 0, "removed": 0, "new headings": 0})
    steps = (DoneStep("curate", curate), DoneStep("retain", StepReport(StepStatus.NOTHING)))
    out = _Out()
    show_reports([SleepReport("sleep", AT, steps)], out)
    assert out.said == ["step | result", "curate | nothing to do", "retain | nothing to do"]


def test_a_note_that_two_steps_write_is_told_of_in_a_dry_run():
    """Each is shown by itself, without carriage returns."""
    day, other = "days/2026-02-03.md", Preview("review.md", "", "- a\n")
    days = StepReport(StepStatus.DONE, {"appended": 1}, (day,), (), (Preview(day, "", "- a\r\n"),))
    rooms = StepReport(
        StepStatus.DONE, {"of days": 1}, (day,), (), (Preview(day, "", "- a!\r\n"), other)
    )
    out = _Out()
    steps = (DoneStep("days", days), DoneStep("channels", rooms))
    show_reports([SleepReport("by hand", AT, steps, is_dry_run=True)], out)
    assert out.said[3:] == [
        *("--- /dev/null", f"+++ b/{day}", "@@ -0,0 +1 @@", "+- a"),
        *("--- /dev/null", f"+++ b/{day}", "@@ -0,0 +1 @@", "+- a!"),
        *("--- /dev/null", "+++ b/review.md", "@@ -0,0 +1 @@", "+- a"),
        f"days and channels write {day}: each is shown alone; in a real night, the later one adds"
        " to the note, without near-duplicates",
        "1 note would change; nothing was written",
    ]


def test_the_last_line_says_how_a_night_comes_about():
    """By itself, by hand alone, or not at all."""

    def said(due, **how):
        out = _Out()
        cycle = CycleStatus("sleep", due is not None, "0 2 * * *", "UTC", (), None, due, ())
        show_nights(SleepStatus((cycle,)), out, zone=UTC, now=AT, **how)
        return out.said[-1]

    assert "in a bot that was opened with auto_write" in said(AT)
    assert said(None).startswith("Every cycle is switched off; `familiar sleep --step STEP`")
    assert said(None, is_incognito=True).startswith("The familiar is incognito")
