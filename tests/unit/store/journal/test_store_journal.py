"""The journal tells who changed what, and survives torn lines."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from versions import version_at

from familiar_memory.errors import (
    LimitError,
    NotFoundError,
    StorageError,
    StoreError,
    UsageError,
)
from familiar_memory.store import (
    AuditJournal,
    Cause,
    ChangeState,
    JournalEntry,
    JournalSettings,
    Limits,
    MemoryStore,
    Operation,
    Pruned,
    TidyReport,
    revision_of,
)
from familiar_memory.store.journal.derived.fold import fold_line
from familiar_memory.store.journal.journal import DERIVED_NAME
from familiar_memory.store.journal.log.parts import LogLine
from familiar_memory.store.journal.outside import outside_change

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, journal: AuditJournal) -> MemoryStore:
    """A store that reports to it, at noon."""
    limits = Limits(max_file_bytes=100)
    return MemoryStore(tmp_path / "memory", limits=limits, journal=journal, clock=lambda: _NOON)


def test_every_change_is_told_in_order(store: MemoryStore, journal: AuditJournal) -> None:
    """With its source, its turns, both revisions and sizes, and how it ended."""
    store.write_file("a.md", "one", cause=Cause("memory_writer", ("7", "8")))
    store.append_file("a.md", "!")
    store.edit("a.md", lambda text: text.upper(), cause=Cause("human"))
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
    assert [(e.path, e.state) for e in _all(journal)] == [
        ("a.md", ChangeState.DONE),
        ("b.md", ChangeState.DONE),
    ]
    assert [(damaged.part, damaged.line) for damaged in journal.damaged_lines()] == [(1, 3)]


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
    assert _all(journal) == []
    assert [(damaged.part, damaged.line) for damaged in journal.damaged_lines()] == [(1, 1)]


def test_a_change_that_was_cut_off_stays_an_intent(journal: AuditJournal) -> None:
    """Its entry can be compared with the file."""
    entry = JournalEntry(
        "1", _NOON, Operation.WRITE, "a.md", "test", ("r",), None, revision_of(b"x"), 0, 1
    )
    assert _all(journal) == []
    journal.intend([entry], [b"x"])
    assert journal.cut_off() == (entry,)
    assert journal.cut_off(["b.md"]) == ()
    assert _all(journal) == [entry]
    journal.conclude([entry], ChangeState.ABORTED)
    assert [e.state for e in _all(journal)] == [ChangeState.ABORTED]
    assert journal.cut_off() == ()


def test_without_a_journal_line_nothing_is_changed(tmp_path: Path) -> None:
    """If the intent cannot be noted, the change is not made."""
    (tmp_path / "journal").write_text("a file stands where the folder should be")
    store = MemoryStore(tmp_path / "memory", journal=AuditJournal(tmp_path / "journal"))
    with pytest.raises(StoreError, match="journal"):
        store.write_file("a.md", "one")
    assert not store.exists("a.md")


def test_the_log_is_asked_by_place_source_turns_and_batch(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Each narrows it; a source covers its kinds; the newest can come first."""
    store.write_file("people/a.md", "1", cause=Cause("import:card", ("7",), batch="b1"))
    store.write_file("people-b.md", "2", cause=Cause("importer", ("8",), batch="b1"))
    store.move("people/a.md", "c.md", cause=Cause("cli", ("7", "9")))

    def paths(**asked: Any) -> list[str]:
        return [entry.path for entry in journal.entries(**asked)]

    assert paths() == ["people/a.md", "people-b.md", "people/a.md"]
    assert paths(newest_first=True) == ["people/a.md", "people-b.md", "people/a.md"]
    assert paths(path="people") == ["people/a.md", "people/a.md"]
    assert paths(path="c.md") == ["people/a.md"]
    assert paths(source="import") == ["people/a.md"]
    assert paths(refs=["8", "9"]) == ["people-b.md", "people/a.md"]
    assert paths(batch="b1") == ["people/a.md", "people-b.md"]
    assert paths(path="people", batch="b1", source="cli") == []


def test_pages_of_the_log_join(store: MemoryStore, journal: AuditJournal) -> None:
    """However many entries there are, each comes once, in either order."""
    entries = [
        outside_change(f"{n}.md", None, revision_of(b""), 0, _NOON, True) for n in range(1_203)
    ]
    journal.note([entry for entry in entries if entry is not None], [b""])
    assert _all(journal) == entries
    assert list(journal.entries(newest_first=True)) == entries[::-1]


def test_an_id_may_be_shortened(store: MemoryStore, journal: AuditJournal) -> None:
    """As long as it can mean one change only."""
    for key, batch in (("abcd01", None), ("abcd02", "b"), ("ef", "b")):
        entry = JournalEntry(
            key, _NOON, Operation.WRITE, "a.md", "s", (), None, None, 0, 0, batch=batch
        )
        journal.intend([entry], [])
    assert [entry.id for entry in journal.find("abcd01")] == ["abcd01"]
    assert [entry.id for entry in journal.find("b")] == ["abcd02", "ef"]
    assert [entry.id for entry in journal.find("abcd0" + "1")] == ["abcd01"]
    with pytest.raises(UsageError, match="2 changes"):
        journal.find("abcd")
    with pytest.raises(NotFoundError):
        journal.find("abc")


def test_every_version_can_be_read_as_of_its_time(tmp_path: Path) -> None:
    """Through writes, moves and deletes; a place where nothing stood has none."""
    hours = iter(range(100))
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(
            tmp_path / "memory",
            journal=journal,
            clock=lambda: _NOON + timedelta(hours=next(hours)),
        )
        store.write_file("a.md", "one")
        store.append_file("a.md", "!")
        store.move("a.md", "b.md")
        store.delete("b.md")
        store.write_file("a.md", "new")
    moments = [_NOON + timedelta(hours=hour, minutes=30) for hour in range(-1, 5)]
    assert [version_at(journal, "a.md", moment) for moment in moments] == [
        None,
        b"one",
        b"one!",
        None,
        None,
        b"new",
    ]
    assert [version_at(journal, "b.md", moment) for moment in moments] == [
        None,
        None,
        None,
        b"one!",
        None,
        None,
    ]
    assert version_at(journal, "c.md", _NOON) is None
    journal.close()


def test_a_version_that_cannot_be_kept_stops_the_change(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """What could not be taken back is not made."""
    store.write_file("a.md", "one")
    journal.close()
    journal.images.path.unlink()
    for side in ("-wal", "-shm"):
        Path(f"{journal.images.path}{side}").unlink(missing_ok=True)
    journal.images.path.mkdir()
    with pytest.raises(StorageError, match="images"):
        store.write_file("a.md", "two")
    assert store.read_file("a.md") == "one"


def test_what_is_derived_comes_back_from_the_lines(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Whether it is lost, behind, or does not belong to these lines."""
    store.write_file("a.md", "one")
    store.write_file("b.md", "two")
    before = _all(journal), journal.heads(["a.md", "b.md"])
    journal.rebuild()
    assert (_all(journal), journal.heads(["a.md", "b.md"])) == before
    lines = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"".join(lines[2:]))
    assert [entry.path for entry in _all(journal)] == ["b.md"]
    assert journal.heads(["a.md"]) == {}
    journal.path.unlink()
    assert _all(journal) == []


def test_tables_of_other_versions_go_when_ours_stand(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """They tell of the same notes, and no program of this version would keep them up to date."""
    folder = journal.path.parent
    folder.mkdir()
    for name in ("derived-1.sqlite", "derived-99.sqlite"):
        with closing(sqlite3.connect(folder / name)) as other, other:
            other.execute("CREATE TABLE heads (path TEXT)")
    (folder / "derived-2.sqlite").write_bytes(b"not a database")
    (folder / "derived-2.sqlite-wal").write_bytes(b"nor its log")
    (folder / "derived-notes.sqlite").write_bytes(b"a person's")
    store.write_file("a.md", "one")
    assert [entry.path for entry in _all(journal)] == ["a.md"]
    left = sorted(file.name for file in folder.glob("derived-*.sqlite"))
    assert left == [DERIVED_NAME, "derived-notes.sqlite"]
    assert not (folder / "derived-2.sqlite-wal").exists()


def test_tables_of_a_version_that_is_running_stay(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """To take them away would leave that process with a file that has no name."""
    folder = journal.path.parent
    folder.mkdir()
    file = folder / "derived-2.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE heads (path TEXT)")
        store.write_file("a.md", "one")
        assert file.exists()
        other.execute("INSERT INTO heads VALUES ('a.md')")
    journal.close()
    store.write_file("a.md", "two")
    assert not file.exists()


def test_another_process_sees_each_change_at_once(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Two journals on one folder tell the same."""
    with AuditJournal(journal.path.parent) as other:
        store.write_file("a.md", "one")
        assert list(other.entries()) == _all(journal)
        store.write_file("a.md", "two")
        assert list(other.entries()) == _all(journal)
        assert version_at(other, "a.md", _NOON) == b"two"


def test_parts_are_rotated_by_size_and_read_as_one(tmp_path: Path) -> None:
    """Closed parts are compressed at tidying, and nothing of the story is lost."""
    settings = JournalSettings(rotate_mb=0.002)
    with AuditJournal(tmp_path / "journal", settings=settings) as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
        for number in range(20):
            store.write_file("a.md", str(number))
        told = _all(journal)
        assert [entry.after for entry in told] == [
            revision_of(str(number).encode()) for number in range(20)
        ]
        report = journal.tidy(_NOON)
        assert (report.rotated, report.compressed > 2) == (False, True)
        assert journal.tidy(_NOON).compressed == 0
        names = sorted(path.name for path in journal.path.parent.glob("audit*.jsonl*"))
        assert names[:2] == ["audit-000001.jsonl.gz", "audit-000002.jsonl.gz"]
        assert names[-1] == "audit.jsonl"
        store.write_file("a.md", "last")
        journal.rebuild()
        assert _all(journal)[:-1] == told
        assert len(_all(journal)) == 21


def test_a_part_is_rotated_by_age(tmp_path: Path) -> None:
    """When its first line is older than the setting; an empty one is not."""
    settings = JournalSettings(rotate_days=7)
    with AuditJournal(tmp_path / "journal", settings=settings) as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
        store.write_file("a.md", "one")
        assert journal.tidy(_NOON + timedelta(days=6)) == TidyReport(False, 0, Pruned(0, 0))
        assert journal.tidy(_NOON + timedelta(days=8)) == TidyReport(True, 1, Pruned(0, 0))
        assert journal.tidy(_NOON + timedelta(days=20)) == TidyReport(False, 0, Pruned(0, 0))
        store.write_file("a.md", "two")
        assert len(_all(journal)) == 2


def test_a_damaged_part_costs_what_is_damaged(tmp_path: Path) -> None:
    """Its readable lines and the other parts are still told, and doctor can say where."""
    settings = JournalSettings(rotate_mb=0.1, rotate_days=1)
    with AuditJournal(tmp_path / "journal", settings=settings) as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
        for number in range(50):
            store.write_file("a.md", str(number))
        journal.tidy(_NOON + timedelta(days=2))
        store.write_file("b.md", "x")
        part = tmp_path / "journal" / "audit-000001.jsonl.gz"
        part.write_bytes(part.read_bytes()[:-400])
        journal.rebuild()
        assert 0 < len(_all(journal)) < 51
        assert _all(journal)[-1].path == "b.md"
        assert journal.damaged_lines()


def _all(journal: AuditJournal) -> list[JournalEntry]:
    return list(journal.entries())


def test_a_program_that_cannot_read_a_line_leaves_it_to_those_that_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one counts the line as damage, for itself alone, whoever reads it first."""
    folder = tmp_path / "journal"

    def older(connection: sqlite3.Connection, line: LogLine) -> bool:
        return fold_line(connection, LogLine(line.text.replace(b'"mark"', b'"what"'), line.end))

    def of_older() -> tuple[int, set[str]]:
        with monkeypatch.context() as patch:
            patch.setattr("familiar_memory.store.journal.derived.tables.fold_line", older)
            patch.setattr("familiar_memory.store.journal.journal.DERIVED_NAME", "images.sqlite")
            with AuditJournal(folder) as journal:
                return len(journal.damaged_lines()), set(journal.missing())

    def of_newer() -> tuple[int, set[str]]:
        with AuditJournal(folder) as journal:
            return len(journal.damaged_lines()), set(journal.missing())

    with AuditJournal(folder) as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal)
        store.write_file("a.md", "one\n")
        store.write_file("b.md", "two\n")
        journal.note_missing(["a.md"], _NOON)
    assert of_older() == (1, set())
    assert of_newer() == (0, {"a.md"})
    with AuditJournal(folder) as journal:
        journal.note_missing(["a.md", "b.md"], _NOON)
    assert of_older() == (2, set())
    assert of_newer() == (0, {"a.md", "b.md"})
