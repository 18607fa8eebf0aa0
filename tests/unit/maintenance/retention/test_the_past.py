"""What is only kept of the past: versions of notes that were taken, and lines of logs."""

import pytest
from old_nights import swept

from familiar_memory.errors import NotFoundError
from familiar_memory.maintenance.retention.dated_notes import TalkKind
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.curation_log import CurationLog
from familiar_memory.store.revision import revision_of

_DAY = "days/2025-01-01.md"
_NOTE = "# Day\n\n## Notes\n\n- The heron sleeps in the bulrushes\n"


def test_a_taken_note_can_be_brought_back_for_as_many_days_again(world):
    """Then its versions go too, and a version that stands elsewhere does not."""
    world.write(_DAY, _NOTE)
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
    world.write(_DAY, _NOTE)
    world.store.delete(_DAY)
    assert swept(world.step(own=30), world.night(days_later=90)).counts == {}
    assert world.journal.version(revision_of(_NOTE.encode()))


def test_what_a_person_brought_back_and_deleted_is_theirs(world):
    """Retention took it once; what it was before that goes on belonging to the person's own."""
    world.write(_DAY, _NOTE)
    swept(world.step(own=30), world.night())
    world.write(_DAY, _NOTE + "- By hand\n", "restore")
    world.night(days_later=99)
    world.store.delete(_DAY, cause=Cause("cli"))
    assert swept(world.step(own=30), world.night(dry=True, days_later=100)).counts == {}
    assert swept(world.step(own=30), world.night(days_later=100)).counts == {}
    assert swept(world.step(own=30), world.night(days_later=1000)).counts == {}
    for text in (_NOTE, _NOTE + "- By hand\n"):
        assert world.journal.version(revision_of(text.encode()))


def test_of_a_note_written_anew_only_what_was_taken_goes(world):
    """What a person wrote there and deleted before is another note, of the same name."""
    world.write(_DAY, _NOTE + "- By hand\n", "cli")
    world.store.delete(_DAY, cause=Cause("cli"))
    world.write(_DAY, _NOTE)
    world.write(_DAY, _NOTE + "- More\n")
    swept(world.step(own=30), world.night())
    assert swept(world.step(own=30), world.night(days_later=31)).counts == {"versions dropped": 2}
    assert world.journal.version(revision_of(f"{_NOTE}- By hand\n".encode()))


def test_what_moved_away_is_another_note(world):
    """A person has moved a day into a topic and writes on there; the day came anew, and went."""
    world.write(_DAY, _NOTE)
    world.store.move(_DAY, "topics/heron.md", cause=Cause("cli"))
    world.write("topics/heron.md", _NOTE + "- By hand\n", "cli")
    world.write("topics/heron.md", _NOTE + "- By hand, again\n", "cli")
    world.write(_DAY, _NOTE + "- New\n")
    swept(world.step(own=30), world.night())
    assert swept(world.step(own=30), world.night(days_later=31)).counts == {"versions dropped": 1}
    assert world.journal.version(revision_of(f"{_NOTE}- By hand\n".encode()))


def test_a_version_that_a_person_wrote_elsewhere_stays(world):
    """They wrote the same words in a note of theirs, and may want to undo what became of it."""
    world.write(_DAY, _NOTE)
    world.write("topics/heron.md", _NOTE, "cli")
    world.store.delete("topics/heron.md", cause=Cause("cli"))
    swept(world.step(own=30), world.night())
    assert swept(world.step(own=30), world.night(days_later=31)).counts == {}
    assert world.journal.version(revision_of(_NOTE.encode()))


def test_old_entries_of_logs_go(world, tmp_path):
    """0 keeps them; the sweep of rooms has no such log; there need be none."""
    old, new = ({"ts": f"{year}-03-01T00:00:00+00:00"} for year in (2024, 2026))
    log, none = CurationLog(tmp_path), CurationLog(tmp_path / "none")
    for entry in (old, new):
        log.append(entry)
    logs = (log, none)

    def gone(sweep=TalkKind.OWN, *, dry=False, audit=365):
        step = world.step(audit=audit, logs=logs, sweep=sweep)
        return swept(step, world.night(dry=dry)).counts

    assert gone(audit=0) == {}
    assert gone(TalkKind.ROOMS) == {}
    assert gone(dry=True) == {"audit entries dropped": 1}
    assert gone() == {"audit entries dropped": 1}
    assert gone() == {}
    assert log.entries() == [new]
