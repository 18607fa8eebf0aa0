"""The list of proposals from night to night: what is told of it, and what is remembered."""

from __future__ import annotations

from pathlib import Path

from housekeeping_desk import HousekeepingDesk

from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.sleep.step import StepStatus

FIVE = {
    f"Kettle {n}.md": f"- is lent out, to {n} (2025-01-01, expires:2025-02-01)\n\n[[home]]\n"
    for n in range(5)
}


def marks(desk: HousekeepingDesk) -> set[str]:
    """The ids that the history has as those of housekeeping."""
    return {name.split()[1] for name in desk.history.watermarks_like("housekeeping ")}


def test_a_full_list_says_how_many_wait(tmp_path: Path) -> None:
    """Just then nothing comes, and whoever reads the report should know why."""
    desk = HousekeepingDesk(tmp_path, FIVE, HousekeepingSettings(max_open=3))
    assert desk.night().lines == ("2 more to propose wait for another night.",)
    report = desk.night()
    assert report.status is StepStatus.NOTHING
    assert report.counts == {}
    assert report.lines == ("2 more to propose wait for another night.",)


def test_the_mark_of_a_line_that_is_no_more_goes(tmp_path: Path) -> None:
    """It stays as long as the line does, whatever somebody has decided about that."""
    desk = HousekeepingDesk(tmp_path, FIVE)
    desk.night()
    first, *others = (one.id for one in desk.review.look().waiting)
    assert marks(desk) == {first, *others}
    desk.review.reject([first])
    for number in range(3):
        desk.save(f"Kettle {number}.md", "[[home]]\n")
    desk.night()
    desk.night()
    stand = {one.id for one in desk.lines.values()}
    assert first in stand
    assert marks(desk) == stand
    assert desk.night().status is StepStatus.NOTHING


def test_no_mark_goes_while_there_is_no_list(tmp_path: Path) -> None:
    """Somebody who puts the list back finds it looked after as before."""
    desk = HousekeepingDesk(tmp_path, FIVE)
    desk.night()
    before, listed = marks(desk), desk.list
    (desk.memory / "review.md").rename(tmp_path / "review.md")
    for number in range(5):
        desk.save(f"Kettle {number}.md", "[[home]]\n")
    desk.night()
    assert marks(desk) == before
    (desk.memory / "review.md").write_text(listed)
    desk.night()
    assert desk.waiting() == []
