"""Notes that cannot be read, as housekeeping meets them."""

from housekeeping_desk import HousekeepingDesk

from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepStatus


def test_a_note_that_cannot_be_read_is_told_of(tmp_path):
    """By name, as long as it is so: what it says was not looked at."""
    desk = HousekeepingDesk(tmp_path, {"topics/tea.md": "# Tea\n"})
    bad = desk.memory / "topics/bad.md"
    bad.write_bytes(b"\xff\xfe\x00\xd8")
    why = "not UTF-8 text at byte 0"
    report = desk.night()
    assert report.status is StepStatus.PARTLY
    assert report.failures == (StepFailure("topics/bad.md", why),)
    bad.unlink()
    assert desk.night().failures == ()
