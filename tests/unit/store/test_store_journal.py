"""The journal tells who changed what, and survives torn lines."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_memory.errors import LimitError, StoreError
from familiar_memory.store import (
    AuditJournal,
    ChangeState,
    JournalEntry,
    Limits,
    MemoryStore,
    Operation,
    revision_of,
)

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> AuditJournal:
    """A journal that does not exist yet."""
    return AuditJournal(tmp_path / "journal")


@pytest.fixture
def store(tmp_path: Path, journal: AuditJournal) -> MemoryStore:
    """A store that reports to it, at noon."""
    limits = Limits(max_file_bytes=100)
    return MemoryStore(tmp_path / "memory", limits=limits, journal=journal, clock=lambda: _NOON)


def test_every_change_is_told_in_order(store: MemoryStore, journal: AuditJournal) -> None:
    """With its source, its turns, both revisions and sizes, and how it ended."""
    store.write_file("a.md", "one", source="memory_writer", refs=("7", "8"))
    store.append_file("a.md", "!")
    store.edit("a.md", lambda text: text.upper(), source="human")
    store.move("a.md", "b.md")
    store.delete("b.md")
    told = [
        (e.operation, e.path, e.moved_to, e.source, e.refs, e.before, e.after)
        for e in _all(journal)
    ]
    one, more, upper = revision_of(b"one"), revision_of(b"one!"), revision_of(b"ONE!")
    assert told == [
        (Operation.WRITE, "a.md", None, "memory_writer", ("7", "8"), None, one),
        (Operation.APPEND, "a.md", None, "unknown", (), one, more),
        (Operation.EDIT, "a.md", None, "human", (), more, upper),
        (Operation.MOVE, "a.md", "b.md", "unknown", (), upper, upper),
        (Operation.DELETE, "b.md", None, "unknown", (), upper, None),
    ]
    assert [(e.before_bytes, e.after_bytes) for e in _all(journal)] == [
        (0, 3),
        (3, 4),
        (4, 4),
        (4, 4),
        (4, 0),
    ]
    assert {(e.time, e.state) for e in _all(journal)} == {(_NOON, ChangeState.DONE)}
    assert len({e.id for e in _all(journal)}) == 5


def test_what_changed_nothing_is_not_told(store: MemoryStore, journal: AuditJournal) -> None:
    """Equal bytes, a refused write and a derived file leave no line."""
    store.write_file("a.md", "one")
    store.write_file("a.md", "one")
    with pytest.raises(LimitError):
        store.write_file("a.md", "x" * 101)
    store.write_derived("people/_aliases.json", "{}")
    assert [entry.path for entry in _all(journal)] == ["a.md"]


def test_a_path_has_its_own_story(store: MemoryStore, journal: AuditJournal) -> None:
    """A move belongs to the path it came from and the one it went to."""
    store.write_file("a.md", "one")
    store.write_file("c.md", "two")
    store.move("a.md", "b.md")
    assert [e.operation for e in journal.entries("a.md")] == [Operation.WRITE, Operation.MOVE]
    assert [e.operation for e in journal.entries("b.md")] == [Operation.MOVE]


def test_a_torn_line_is_skipped_and_reported(store: MemoryStore, journal: AuditJournal) -> None:
    """What a crash cut off costs that line alone; the next line begins anew."""
    store.write_file("a.md", "one")
    with journal.path.open("ab") as file:
        file.write(b'{"id": "12", "sta')
    store.write_file("b.md", "two")
    damage: list[int] = []
    entries = list(journal.entries(on_damage=lambda number, why: damage.append(number)))
    assert [(e.path, e.state) for e in entries] == [
        ("a.md", ChangeState.DONE),
        ("b.md", ChangeState.DONE),
    ]
    assert damage == [3]


@pytest.mark.parametrize(
    "line",
    [
        b"null\n",
        b"[]\n",
        b'{"state":"done","id":"unknown"}\n',
        b'{"state":"intent","id":"1"}\n',
        b"\xff\n",
        b'{"state":"intent","id":"1","time":"never","op":"write","path":"a","source":"s","refs":[],'
        b'"before":null,"after":null,"before_bytes":0,"after_bytes":0}\n',
    ],
)
def test_a_foreign_line_stops_no_reader(journal: AuditJournal, line: bytes) -> None:
    """Whatever it holds, it is one damaged line."""
    journal.path.parent.mkdir()
    journal.path.write_bytes(line)
    damage: list[int] = []
    assert list(journal.entries(on_damage=lambda number, why: damage.append(number))) == []
    assert damage == [1]


def test_a_change_that_was_cut_off_stays_an_intent(journal: AuditJournal) -> None:
    """Its entry can be compared with the file."""
    entry = JournalEntry(
        "1", _NOON, Operation.WRITE, "a.md", "test", ("r",), None, revision_of(b"x"), 0, 1
    )
    assert _all(journal) == []
    journal.intend(entry)
    assert _all(journal) == [entry]
    journal.settle(entry, ChangeState.ABORTED)
    assert [e.state for e in _all(journal)] == [ChangeState.ABORTED]


def test_without_a_journal_line_nothing_is_changed(tmp_path: Path) -> None:
    """If the intent cannot be noted, the change is not made."""
    (tmp_path / "journal").write_text("a file stands where the folder should be")
    store = MemoryStore(tmp_path / "memory", journal=AuditJournal(tmp_path / "journal"))
    with pytest.raises(StoreError, match="journal"):
        store.write_file("a.md", "one")
    assert not store.exists("a.md")


def _all(journal: AuditJournal) -> list[JournalEntry]:
    return list(journal.entries())
