"""What is only kept of the past: versions of notes that were taken, and lines of logs."""

import json
from datetime import UTC, datetime

import pytest
from old_nights import swept

from familiar_memory.errors import NotFoundError
from familiar_memory.maintenance.retention.dated_notes import Talk
from familiar_memory.maintenance.retention.old_lines import without_old_lines
from familiar_memory.store.revision import revision_of

_NOTE = "# Day\n\n## Notes\n\n- The heron sleeps in the bulrushes\n"
_CUT = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_taken_note_can_be_brought_back_for_as_many_days_again(world):
    """Then its versions go too, and a version that stands elsewhere does not."""
    world.write("days/2025-01-01.md", _NOTE)
    world.write("topics/heron.md", _NOTE + "- More\n")
    world.write("days/2025-01-02.md", _NOTE + "- More\n")
    swept(world.step(own=30), world.night())
    revision = revision_of(_NOTE.encode())
    assert swept(world.step(own=30), world.night(days_later=30)).counts == {}
    assert world.journal.version(revision) == _NOTE.encode()
    assert swept(world.step(own=30), world.night(dry=True, days_later=31)).counts == {
        "versions dropped": 1
    }
    report = swept(world.step(own=30), world.night(days_later=31))
    assert report.counts == {"versions dropped": 1}
    with pytest.raises(NotFoundError):
        world.journal.version(revision)
    assert world.journal.version(revision_of(f"{_NOTE}- More\n".encode()))
    assert swept(world.step(own=30), world.night(days_later=32)).counts == {}


def test_a_note_that_was_deleted_by_a_person_is_the_journals_affair(world):
    """Retention drops versions of what it took itself, and no others."""
    world.write("days/2025-01-01.md", _NOTE)
    world.store.delete("days/2025-01-01.md")
    assert swept(world.step(own=30), world.night(days_later=90)).counts == {}
    assert world.journal.version(revision_of(_NOTE.encode()))


def test_old_lines_of_logs_go(world, tmp_path):
    """0 keeps them; the sweep of rooms has none; there need be no log."""
    log = tmp_path / "curation.jsonl"
    old, new = ({"at": f"{year}-03-01T00:00:00+00:00"} for year in (2024, 2026))
    log.write_text(f"{json.dumps(old)}\n{json.dumps(new)}\n", "utf-8")
    logs = (log, tmp_path / "none.jsonl")
    assert swept(world.step(audit=0, logs=logs), world.night()).counts == {}
    assert swept(world.step(audit=365, logs=logs, sweep=Talk.ROOMS), world.night()).counts == {}
    assert swept(world.step(audit=365, logs=logs), world.night(dry=True)).counts == {
        "audit lines dropped": 1
    }
    assert swept(world.step(audit=365, logs=logs), world.night()).counts == {
        "audit lines dropped": 1
    }
    assert log.read_text("utf-8") == f"{json.dumps(new)}\n"


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ('{"at": "2025-12-31T23:59:59+00:00"}', False),
        ('{"time": "2026-01-01T00:30:00+01:00"}', False),
        ('{"timestamp": "2025-12-31T23:30:00Z"}', False),
        ('{"at": "2026-01-01T00:00:00+00:00"}', True),
        ('{"at": "2025-01-01T00:00:00"}', True),
        ('{"at": 7}', True),
        ('{"at": "2025-13-40T00:00:00Z"}', True),
        ('["at", "2025-01-01T00:00:00Z"]', True),
        ("not json", True),
        ("", True),
        ("[" * 5_000, True),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_line_goes_only_for_the_time_that_it_says(line, stays, end):
    """What says none that can be read stays, byte for byte."""
    data = f"{line}{end}".encode()
    assert without_old_lines(data, _CUT) == ((data, 0) if stays else (b"", 1))
