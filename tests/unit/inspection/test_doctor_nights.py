"""What doctor reports of nights: the steps that failed when they were done last."""

from datetime import timedelta

import pytest
from fake_nights import AT, slept

from familiar_memory import Familiar
from familiar_memory.history.nights.night import KeptStep, StepStatus
from familiar_memory.inspection.health.checks import run_checks


def _step(name, status=StepStatus.DONE, problem=""):
    return KeptStep(name, status, AT, {}, problem)


DISK = _step("days", StepStatus.FAILED, "the disk is full")
NOWHERE = "the summary of a night is posted nowhere: $NIGHT_WEBHOOK"
TOLD = "the step days of 2026-02-03 09:30 UTC failed: the disk is full"


@pytest.mark.parametrize(
    ("nights", "found"),
    [
        ((), None),
        ((("sleep", True, _step("days")),), []),
        ((("sleep", True, DISK),), [TOLD]),
        ((("sleep", True, DISK), ("sleep", True, _step("days"))), []),
        ((("sleep", True, DISK), ("by hand", True, _step("days"))), []),
        ((("sleep", True, DISK), ("by hand", True, _step("retain"))), [TOLD]),
        (
            (("channels", False, _step("channels")),),
            ["the night of 2026-02-03 09:30 UTC (channels) was cut off"],
        ),
    ],
)
def test_what_failed_last_is_reported(tmp_path, nights, found):
    """Until it was done; of a familiar that has had no night, nothing is said."""

    async def steps(familiar, clock):
        kept = familiar.history.nights
        for cycle, is_over, step in nights:
            number = kept.begin(cycle, AT, "b").id
            kept.note(number, step)
            if is_over:
                kept.end(number, AT + timedelta(minutes=1))
        checks = run_checks(familiar.parts, await familiar.settle())
        return next((one for one in checks if one.name == "nights"), None)

    check = slept(tmp_path, steps)
    assert (check and [one.what for one in check.findings]) == found


def test_times_are_those_of_the_familiar(tmp_path):
    """As `familiar sleep --status` has them."""

    async def steps(familiar, clock):
        kept = familiar.history.nights
        kept.note(kept.begin("sleep", AT, "b").id, DISK)
        checks = run_checks(familiar.parts, await familiar.settle())
        return next(one for one in checks if one.name == "nights")

    zone = "Europe/Ljubljana"
    Familiar.create("ember", home=tmp_path)
    file = tmp_path / "ember" / "character.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("[character]\n", f'[character]\ntimezone = "{zone}"\n'), "utf-8")
    check = slept(tmp_path, steps)
    assert [one.what for one in check.findings] == [
        f"the step days of 2026-02-03 10:30 {zone} failed: the disk is full",
        f"the night of 2026-02-03 10:30 {zone} (sleep) was cut off",
    ]


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (None, [f"{NOWHERE} is not set"]),
        (" ", [f"{NOWHERE} is not set"]),
        ("zyz zyva", [f"{NOWHERE} holds no web address"]),
        ("http://[zyzzyva", [f"{NOWHERE} holds no web address"]),
        ("https://discord.example/zyzzyva", []),
    ],
)
def test_a_webhook_that_takes_nothing_is_reported(tmp_path, monkeypatch, address, found):
    """Also before the first night, and without a word of the address."""
    monkeypatch.delenv("NIGHT_WEBHOOK", raising=False)
    if address is not None:
        monkeypatch.setenv("NIGHT_WEBHOOK", address)

    async def steps(familiar, clock):
        checks = run_checks(familiar.parts, await familiar.settle())
        return next(one for one in checks if one.name == "nights")

    settings = '\n[sleep_cycle]\nsummary_webhook_env = "NIGHT_WEBHOOK"\n'
    check = slept(tmp_path, steps, settings=settings)
    assert [one.what for one in check.findings] == found
    assert not any(one.serious or "zyzzyva" in one.mend for one in check.findings)
