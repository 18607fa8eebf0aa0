"""What the journal has of several changes that are made all or none, and what torn lines say."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.errors import LimitError, StorageError
from familiar_memory.store import AuditJournal, Cause, ChangeState, MemoryStore, undo
from familiar_memory.store.journal.derived.fold import fold_line
from familiar_memory.store.journal.log.parts import LogLine
from familiar_memory.testing import FaultyFileSystem

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)
_PATHS = ("a.md", "b.md", "c.md")


@pytest.fixture
def store(tmp_path: Path, journal: AuditJournal) -> MemoryStore:
    """Three notes; the clock goes on by an hour with each change."""
    times = iter(_NOON + timedelta(hours=hours) for hours in range(1_000))
    store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: next(times))
    for path in _PATHS:
        store.write_file(path, f"{path} old\n")
    return store


def _new(store: MemoryStore) -> None:
    store.edit_all(dict.fromkeys(_PATHS, str.upper), cause=Cause("tool", ("t1",)))


def _tree(store: MemoryStore) -> list[str]:
    return [store.read_file(path) for path in _PATHS]


_OLD = [f"{path} old\n" for path in _PATHS]
_NEW = [text.upper() for text in _OLD]


def test_it_is_one_batch_of_one_moment(store: MemoryStore, journal: AuditJournal) -> None:
    """The past knows all of it or nothing, and one undo takes all of it back."""
    _new(store)
    entries = list(journal.entries(source="tool"))
    assert [(one.path, one.refs, one.state) for one in entries] == [
        (path, ("t1",), ChangeState.DONE) for path in _PATHS
    ]
    [batch], [time] = {one.batch for one in entries}, {one.time for one in entries}
    assert batch is not None and journal.find(batch) == tuple(entries)
    before, after = journal.all_past(time - timedelta(minutes=1)), journal.all_past(time)
    assert all(before[path] != after[path] for path in _PATHS)
    found = journal.atomic_batch(entries[1].id)
    assert found is not None and found.entries == tuple(entries) and found.is_whole
    undo(store, journal, batch)
    assert _tree(store) == _OLD


def test_one_note_alone_is_a_change_like_any_other(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """There is nothing to keep together; a batch that was given joins it to others."""
    store.edit_all({"a.md": str.upper, "b.md": lambda text: text}, cause=Cause("tool"))
    store.edit_all({"c.md": str.upper}, cause=Cause("tool", batch="b1"))
    assert [(one.path, one.batch) for one in journal.entries(source="tool")] == [
        ("a.md", None),
        ("c.md", "b1"),
    ]
    assert all(journal.atomic_batch(one.id) is None for one in journal.entries())
    assert b'"mark"' not in journal.path.read_bytes()


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_outcomes_that_were_torn_say_how_the_others_ended(
    lines: int, store: MemoryStore, journal: AuditJournal
) -> None:
    """All notes were changed before the first outcome: what differs now is a person's."""
    _new(store)
    _cut(journal, lines)
    (store.root / "c.md").write_text(_OLD[2])
    store.reconcile()
    states = {one.state for one in journal.entries(source="tool")}
    assert states == {ChangeState.DONE}
    # Without any outcome nobody can tell who put the old text back.
    assert _tree(store) == ([*_NEW[:2], _OLD[2]] if lines < 3 else _NEW)
    assert journal.cut_off() == ()


@pytest.mark.parametrize("intents", [0, 1, 2])
def test_intents_that_were_torn_were_not_begun(
    intents: int, store: MemoryStore, journal: AuditJournal
) -> None:
    """Whatever stands there by now is not of the batch."""
    _new(store)
    _cut(journal, 6 - intents)
    for path, text in zip(_PATHS, _OLD, strict=True):
        (store.root / path).write_text(text)
    (store.root / "a.md").write_text("by hand\n")
    store.reconcile()
    assert _tree(store) == ["by hand\n", *_OLD[1:]]
    assert [one.state for one in journal.entries(source="tool")] == [ChangeState.ABORTED] * intents
    last = list(journal.entries("a.md"))[-1]
    assert (last.source, last.state) == (
        ("human", ChangeState.DONE) if intents else ("unknown", ChangeState.DONE)
    )


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_a_disk_that_refuses_all_from_some_step_on(tmp_path: Path, every: int) -> None:
    """Taking it back is refused too; once the disk works again, the next one ends it."""
    halves = 0
    for number in range(1, 400, every):
        root = tmp_path / str(number)
        fs = FaultyFileSystem()
        with AuditJournal(root / "journal") as journal:
            plain = MemoryStore(root / "memory", journal=journal)
            for path, text in zip(_PATHS, _OLD, strict=True):
                plain.write_file(path, text)
            store = MemoryStore(root / "memory", journal=journal, fs=fs)
            store.prepare()
            fs.fail_at(number, lambda: OSError(5, "Input/output error"))
            with suppress(StorageError):
                _new(store)
            if len(fs.calls) < number:
                break
            halves += _tree(plain) not in (_OLD, _NEW)
            plain.reconcile(sweep=True)
            assert _tree(plain) in (_OLD, _NEW), fs.calls[number - 1]
            assert journal.cut_off() == () and plain.leftovers() == ()
    assert halves


def test_an_older_program_takes_the_mark_for_damage(
    store: MemoryStore, journal: AuditJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that it cannot read, for itself alone; the changes it knows as ever."""
    _new(store)

    def older(connection: sqlite3.Connection, line: LogLine) -> bool:
        return fold_line(connection, LogLine(line.text.replace(b'"mark"', b'"what"'), line.end))

    with monkeypatch.context() as patch:
        patch.setattr("familiar_memory.store.journal.derived.tables.fold_line", older)
        patch.setattr("familiar_memory.store.journal.journal.DERIVED_NAME", "derived-3.sqlite")
        with AuditJournal(journal.path.parent) as old:
            assert len(old.damaged_lines()) == 1
            assert [one.state for one in old.entries(source="tool")] == [ChangeState.DONE] * 3
    assert journal.damaged_lines() == ()


@pytest.mark.parametrize("ids", [b"[]", b'"x"', b"null", b"{}"])
def test_a_mark_of_nothing_is_damage(ids: bytes, journal: AuditJournal) -> None:
    """And no more than that."""
    journal.path.parent.mkdir()
    line = b'{"mark":"batch","time":"2026-01-28T12:00:00+00:00","ids":%b}\n' % ids
    journal.path.write_bytes(line)
    assert len(journal.damaged_lines()) == 1


def test_it_stays_one_batch_when_something_is_erased(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """The mark names changes, which stay; what they were of is gone."""
    store.edit_all({path: lambda text: text + "secret word\n" for path in _PATHS})
    store.edit_all({path: lambda text: text.replace("secret word\n", "") for path in _PATHS})
    marks = [line for line in journal.path.read_bytes().splitlines() if b'"mark":"batch"' in line]
    what = Erasure(texts=("secret word",), paths=frozenset({"c.md"}))
    store.delete("c.md")
    journal.eraser.erase(what)
    assert journal.eraser.residue(what) == ()
    lines = journal.path.read_bytes().splitlines()
    assert len(marks) == 2 and [line for line in lines if b'"mark":"batch"' in line] == marks
    for entry in journal.entries("a.md"):
        found = journal.atomic_batch(entry.id)
        assert found is None or (found.is_whole and len(found.entries) == 3)


def _cut(journal: AuditJournal, lines: int) -> None:
    """Take lines off the end, and half of another is left of them."""
    told = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"".join(told[:-lines]) + told[-lines][:9])


def test_more_files_than_can_be_locked_together_are_refused(store: MemoryStore) -> None:
    """Each lock is an open file; nothing is changed."""
    paths = [f"n{number}.md" for number in range(65)]
    with pytest.raises(LimitError, match="64 is the most"):
        store.edit_all({path: lambda text: text + "new\n" for path in paths})
    assert not any(store.exists(path) for path in paths)
    assert len(store.edit_all({path: lambda text: text + "new\n" for path in paths[:64]})) == 64
