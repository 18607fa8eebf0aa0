"""What fails of a night is told wherever nights are told of: which room or note, and why."""

import logging

import pytest
from fake_nights import AT, FakeStep, given, slept

from familiar_memory.errors import (
    EditError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
    NotTextError,
    UsageError,
)
from familiar_memory.history.nights.night import KeptStep, StepStatus
from familiar_memory.inspection.health.checks import run_checks
from familiar_memory.interfaces.cli.sleep.nights_view import show_nights
from familiar_memory.interfaces.cli.sleep.sleep_view import show_reports
from familiar_memory.maintenance.sleep.failures import (
    StepFailure,
    failures_told,
    plain_reason,
    status_with,
)
from familiar_memory.maintenance.sleep.step import StepReport

KITCHEN = StepFailure("#kitchen", "the model refused")
ROWAN = StepFailure("people/Rowan.md", "not UTF-8 text at byte 0")
PARTLY = StepReport(StepStatus.PARTLY, {"rooms": 1, "appended": 1}, failures=(KITCHEN, ROWAN))
TOLD = "#kitchen (the model refused), people/Rowan.md (not UTF-8 text at byte 0)"


class _Out:
    """Keeps what is printed."""

    def __init__(self):
        self.said = []

    def print(self, text):
        self.said.append(text)

    def notice(self, text, colour):
        self.said.append(text)

    def table(self, head, rows, spare=()):
        self.said += [" | ".join(row) for row in rows]


def test_a_room_that_failed_is_told_of_everywhere(tmp_path, caplog):
    """In the log, in the ledger, by `--status`, by doctor, and by hand."""

    async def steps(familiar, clock):
        given(familiar, FakeStep("channels", ends=PARTLY))
        heard = []
        familiar.sleep.report_to(lambda report, line: heard.append(line))
        (report,) = [one for one in await familiar.sleep.run() if one.cycle == "channels"]
        out, nights = _Out(), _Out()
        show_reports([report], out)
        show_nights(await familiar.sleep.status(), nights, zone=AT.tzinfo, now=AT)
        checks = run_checks(familiar.parts, await familiar.settle())
        found = next(one for one in checks if one.name == "nights")
        kept = familiar.history.nights.last("channels").step("channels")
        return report, heard, out.said, nights.said, found.findings, kept

    with caplog.at_level(logging.INFO):
        report, heard, by_hand, nights, findings, kept = slept(tmp_path, steps)
    line = f"channels: failed in part: {TOLD}; 1 room, +1 appended"
    assert [one.name for one in report.failed] == ["channels"]
    assert [one for one in heard if one] == [line]
    assert line in caplog.messages
    assert kept == KeptStep("channels", StepStatus.PARTLY, AT, PARTLY.counts, TOLD)
    assert "channels | failed in part: 1 room, +1 appended" in by_hand
    assert "channels: #kitchen: the model refused" in by_hand
    assert f"  channels: failed in part: {TOLD}; 1 room, +1 appended" in nights
    assert [one.what for one in findings] == [
        f"the step channels of 2026-02-03 09:30 UTC failed in part: {TOLD}"
    ]


def test_a_step_that_is_broken_off_says_why_and_quotes_nobody(tmp_path):
    """The ledger may quote; the line that goes into the log and the webhook may not."""

    async def steps(familiar, clock):
        heard = []
        given(familiar, FakeStep("days", ends=UsageError("'zyzzyva' is no day")))
        familiar.sleep.report_to(lambda report, line: heard.append(line))
        await familiar.sleep.run(["days"])
        return heard, familiar.history.nights.last("by hand").step("days").problem

    assert slept(tmp_path, steps) == (
        ["run by hand: days failed: UsageError"],
        "'zyzzyva' is no day",
    )


def test_a_reason_does_not_name_the_note_again():
    """It stands before it, wherever a failure is told."""
    assert StepFailure("days/a.md", "days/a.md: not UTF-8").why == "not UTF-8"
    assert StepFailure("", "days/a.md: not UTF-8").why == "days/a.md: not UTF-8"


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (ModelRefusedError("no: 'the cellar'", status=401), "the model refused: HTTP 401"),
        (ModelRefusedError("no: 'the cellar'"), "the model refused"),
        (ModelReplyError("'the cellar'"), "the reply of the model could not be used"),
        (ModelUnavailableError("busy: 'the cellar'"), "the model could not be reached"),
        (EditError("'the cellar' is not there"), "EditError"),
        (NotTextError("days/a.md: not UTF-8"), "days/a.md: not UTF-8"),
        (ValueError("'the cellar'"), "ValueError"),
    ],
)
def test_a_reason_has_no_words_of_anybody(problem, told):
    """Errors of models and of texts quote."""
    assert plain_reason(problem) == told


def test_one_rule_says_how_a_step_ends():
    """With failures it is never done, and never has had nothing to do."""
    for otherwise in (StepStatus.DONE, StepStatus.NOTHING):
        assert status_with((), otherwise, is_any_done=False) is otherwise
        assert status_with((ROWAN,), otherwise, is_any_done=True) is StepStatus.PARTLY
        assert status_with((ROWAN,), otherwise, is_any_done=False) is StepStatus.FAILED


def test_many_failures_are_named_up_to_ten():
    """The others are counted: a line stays a line."""
    rooms = [StepFailure(f"#r{number}", "x") for number in range(12)]
    assert failures_told(rooms).endswith("#r9 (x), and 2 more")
