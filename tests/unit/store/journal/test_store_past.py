"""What the journal can tell of the past, and what of it is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from versions import version_at

from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.store import AuditJournal, Cause, MemoryStore, Past, revision_of
from familiar_memory.store.leftover import NEW, leftover_name
from familiar_memory.store.undo.merge import count_lines

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)
_HOUR = timedelta(hours=1)


class _Hours:
    """A clock that goes on by an hour each time it is asked."""

    def __init__(self) -> None:
        self.now = _NOON - _HOUR

    def __call__(self) -> datetime:
        self.now += _HOUR
        return self.now


@pytest.fixture
def store(tmp_path: Path, journal: AuditJournal) -> MemoryStore:
    """A store that reports to it, one change an hour from noon on."""
    return MemoryStore(tmp_path / "memory", journal=journal, clock=_Hours())


def test_the_past_of_a_file_is_what_it_was_and_since_when(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Gone is not the same as never known."""
    store.write_file("a.md", "one")
    made = next(journal.entries("a.md")).time
    store.delete("a.md")
    gone = next(journal.entries("a.md", newest_first=True)).time
    assert journal.past("a.md", made - _HOUR) is None
    assert journal.past("a.md", made) == Past(revision_of(b"one"), made)
    assert journal.past("a.md", gone + _HOUR) == Past(None, gone)
    assert version_at(journal, "a.md", made) == b"one"
    assert version_at(journal, "a.md", gone) is None


def test_the_beginning_of_a_batchs_id_is_enough(store: MemoryStore, journal: AuditJournal) -> None:
    """Unless a change, or another batch, has an id that begins so."""
    store.write_file("a.md", "one", cause=Cause(batch="feedbeef00000001"))
    store.write_file("b.md", "one", cause=Cause(batch="feedbeef00000001"))
    store.write_file("c.md", "one", cause=Cause(batch="feedface00000002"))
    assert [entry.path for entry in journal.find("feedb")] == ["a.md", "b.md"]
    with pytest.raises(UsageError, match="2 changes or batches have an id that begins so"):
        journal.find("feed")
    with pytest.raises(NotFoundError):
        journal.find("fee")


def test_files_whose_newest_version_is_lost_are_named(
    tmp_path: Path, store: MemoryStore, journal: AuditJournal
) -> None:
    """Not those that are gone; keeping the version again mends it."""
    store.write_file("a.md", "one")
    store.write_file("b.md", "two")
    store.write_file("gone.md", "three")
    store.delete("gone.md")
    assert journal.missing_versions() == ()
    journal.close()
    (tmp_path / "journal" / "images.sqlite").unlink()
    assert journal.missing_versions() == ("a.md", "b.md")
    journal.keep(b"one", _NOON)
    assert journal.missing_versions() == ("b.md",)


def test_temporary_files_are_found_wherever_they_are(store: MemoryStore) -> None:
    """And nothing else is."""
    store.write_file("people/a.md", "one")
    name = leftover_name("a.md", NEW)
    (store.root / "people" / name).write_text("half")
    assert store.leftovers() == (f"people/{name}",)
    store.reconcile(sweep=True)
    assert store.leftovers() == ()


def test_a_part_of_the_log_has_the_name_of_its_file(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Closed, compressed, or growing."""
    store.write_file("a.md", "one")
    assert journal.part_name(1) == "audit.jsonl"
    journal.tidy(_NOON + timedelta(days=400))
    store.write_file("a.md", "two")
    assert journal.part_name(1) == "audit-000001.jsonl.gz"
    assert journal.part_name(2) == "audit.jsonl"


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        (b"", b"", (0, 0)),
        (b"", b"one\ntwo", (2, 0)),
        (b"one\ntwo\n", b"one\n", (0, 1)),
        (b"one\ntwo\nthree\n", b"one\nTWO\nthree\nfour\n", (2, 1)),
    ],
)
def test_lines_that_came_and_went_are_counted(
    before: bytes, after: bytes, counts: tuple[int, int]
) -> None:
    """A line that was changed did both."""
    assert count_lines(before, after) == counts
