"""One note that nobody can read, and one search that fails, stop none of the rest."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from housekeeping_desk import HousekeepingDesk

from familiar_memory.maintenance.housekeeping.context import HousekeepingContext
from familiar_memory.maintenance.housekeeping.found import finders
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepStatus
from familiar_memory.operations.review.item import ReviewItem

LONE = "# Lone\n\nNobody comes here.\n"
EXPIRED = "# Kettle\n\n- is lent out (2025-01-01, expires:2025-02-01)\n\nsee [[home]]\n"
SHED = "".join(f"- Bought {n} packets of seeds for the bed by the wall\n" for n in range(12))

LENT = "end: “is lent out” in Kettle.md, on 2025-02-01"


def unreadable(desk: HousekeepingDesk, path: str) -> None:
    """Somebody saves a note in an encoding of long ago."""
    file = desk.memory / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes("# Tée\n".encode("latin-1"))
    desk.register.look_at_all()


def test_a_link_that_means_an_unreadable_note_stops_nothing(tmp_path: Path) -> None:
    """No link is proposed to lead there, and what else there is comes."""
    notes = {"plans/Plan.md": "[tea](../old/Tea.md)\n", "Kettle.md": EXPIRED}
    desk = HousekeepingDesk(tmp_path, notes)
    unreadable(desk, "topics/Tea.md")
    desk.night()
    assert desk.waiting() == [LENT]


def test_what_follows_from_an_absence_waits_until_all_can_be_read(tmp_path: Path) -> None:
    """The unreadable note may link the lonely one, and be called as the section is."""
    desk = HousekeepingDesk(tmp_path, {"Lone.md": LONE, "notes.md": f"## Shed\n\n{SHED}"})
    unreadable(desk, "Old.md")
    desk.night()
    assert desk.waiting() == []
    (desk.memory / "Old.md").unlink()
    desk.register.look_at_all()
    desk.night()
    assert desk.waiting() == ["“Shed” gets a note of its own, topics/Shed.md", "[[Lone]]"]


def test_a_search_that_fails_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is in the log by its name, and nothing is withdrawn that it may have found."""
    desk = HousekeepingDesk(tmp_path, {"Lone.md": LONE, "Kettle.md": EXPIRED})
    desk.night()
    before = desk.waiting()
    assert before == [LENT, "[[Lone]]"]

    def fail(_: HousekeepingContext) -> Iterator[ReviewItem]:
        raise KeyError("somewhere")
        yield

    monkeypatch.setitem(finders.FINDERS, "orphans", fail)  # type: ignore[arg-type]
    desk.save("Cup.md", "- is broken (2025-01-01, expires:2025-02-01)\n\nsee [[home]]\n")
    with caplog.at_level(logging.ERROR):
        report = desk.night()
    assert desk.waiting() == [*before, "end: “is broken” in Cup.md, on 2025-02-01"]
    assert report.counts == {"proposed": 1, "withdrawn": 0}
    assert report.failures == (StepFailure("looking for orphans", "see the log"),)
    assert report.status is StepStatus.PARTLY
    assert "orphans" in caplog.text
