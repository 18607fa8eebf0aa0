"""Any change, or batch of changes, can be taken back, and what came later stays."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_memory.errors import ConflictError, NotFoundError, StorageError, UsageError
from familiar_memory.store import (
    AuditJournal,
    Cause,
    IndexingMemoryStore,
    JournalSettings,
    MemoryStore,
    PlannedFile,
    Seen,
    UndoWay,
    plan_undo,
    undo,
)
from familiar_memory.store.disk.filesystem import FileSystem, PathOrSpot

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)


def _last(journal: AuditJournal) -> str:
    return next(journal.entries(newest_first=True)).id


def _tree(store: MemoryStore) -> dict[str, bytes]:
    return {file.path: store.read_bytes(file.path) for file in store.scan_files().files}


def test_each_kind_of_change_is_taken_back_and_made_again(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """An undo is a change like any other, so undoing it restores what was undone."""
    store.write_file("a.md", "one\n")
    for change in (
        lambda: store.write_file("b.md", "made"),
        lambda: store.write_file("a.md", "two\n"),
        lambda: store.append_file("a.md", "more\n"),
        lambda: store.edit("a.md", str.upper),
        lambda: store.move("a.md", "people/c.md"),
        lambda: store.delete("people/c.md"),
    ):
        before = _tree(store)
        change()
        after, entry = _tree(store), _last(journal)
        report = undo(store, journal, entry)
        assert _tree(store) == before
        assert [one.id for one in report.entries] == [entry]
        again = undo(store, journal, report.batch)
        assert _tree(store) == after
        undo(store, journal, again.batch)
        assert _tree(store) == before
        undo(store, journal, _last(journal))
        assert _tree(store) == after


def test_an_undo_says_in_the_journal_what_it_took_back(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """By its source and its batch; a move stays a move; listeners are told."""
    reported: list[str] = []
    listening = IndexingMemoryStore(store, reported.append)
    store.write_file("a.md", "one")
    store.move("a.md", "b.md")
    entry = _last(journal)
    report = undo(listening, journal, entry, source="cli")
    (told,) = journal.entries(batch=report.batch)
    assert (told.source, told.path, told.moved_to) == (f"cli:{entry}", "b.md", "a.md")
    assert reported == ["b.md", "a.md"]


def test_later_lines_stay(store: MemoryStore, journal: AuditJournal) -> None:
    """Only the lines of the change are taken out."""
    store.write_file("a.md", "# A\n\n- one\n")
    store.append_file("a.md", "- two\n")
    entry = _last(journal)
    (store.root / "a.md").write_text("# A\n\nby hand\n\n- one\n- two\n- three\n")
    undo(store, journal, entry)
    assert store.read_file("a.md") == "# A\n\nby hand\n\n- one\n- three\n"


def test_lines_that_a_stale_editor_overwrote_come_back(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """By undoing the person's save, which the journal has noted."""
    store.write_file("a.md", "- one\n")
    (stale,) = [store.read_file("a.md")]
    store.append_file("a.md", "- two\n- three\n", cause=Cause("memory_writer"))
    (store.root / "a.md").write_text(stale)
    (noted,) = store.observe([Seen("a.md", stale.encode(), _NOON)])
    store.append_file("a.md", "- four\n", cause=Cause("memory_writer"))
    undo(store, journal, noted.id)
    assert store.read_file("a.md") == "- one\n- two\n- three\n- four\n"


def test_what_was_typed_into_a_stale_buffer_stays(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """The lines that it wiped out come back beside it, also where both were added at the end."""
    store.write_file("a.md", "# A\n\n- one\n- old\n")
    store.append_file("a.md", "- two\n", cause=Cause("memory_writer"))
    store.edit(
        "a.md", lambda text: text.replace("- old", "- ~~old~~"), cause=Cause("memory_writer")
    )
    saved = b"# A\n\nby hand\n\n- one\n- old\n- mine\n"
    (store.root / "a.md").write_bytes(saved)
    (noted,) = store.observe([Seen("a.md", saved, _NOON)])
    plan = plan_undo(store, journal, noted.id)
    rejoined = b"# A\n\nby hand\n\n- one\n- ~~old~~\n- two\n- mine\n"
    assert plan.files == (PlannedFile("a.md", saved, rejoined, UndoWay.REJOINED),)
    assert store.read_bytes("a.md") == saved
    report = plan.apply()
    assert store.read_bytes("a.md") == rejoined
    (again,) = plan_undo(store, journal, noted.id).files
    assert again.way is UndoWay.UNTOUCHED
    undo(store, journal, report.batch)
    assert store.read_bytes("a.md") == saved
    undo(store, journal, noted.id, whole=True)
    assert store.read_file("a.md") == "# A\n\n- one\n- ~~old~~\n- two\n"


def test_an_edit_of_what_stood_there_is_taken_back_whole(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Who has seen the newest line, and kept it, had no stale buffer."""
    store.write_file("a.md", "- one\n")
    store.append_file("a.md", "- two\n- three\n", cause=Cause("memory_writer"))
    saved = b"- one\n- two\n- mine\n"
    (store.root / "a.md").write_bytes(saved)
    (noted,) = store.observe([Seen("a.md", saved, _NOON)])
    (file,) = plan_undo(store, journal, noted.id).files
    assert (file.way, file.then) == (UndoWay.RESTORED, b"- one\n- two\n- three\n")


def test_a_plan_that_the_world_has_overtaken_is_a_conflict(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """Who saves between the look and the undo wins."""
    store.write_file("a.md", "one\n")
    plan = plan_undo(store, journal, _last(journal))
    (store.root / "a.md").write_text("mine\n")
    with pytest.raises(ConflictError):
        plan.apply()
    assert store.read_file("a.md") == "mine\n"


def test_a_file_that_is_no_text_comes_back(store: MemoryStore, journal: AuditJournal) -> None:
    """Whatever its bytes, and even over the cap."""
    data = b"\xff\xfe" * 200_000
    store.root.mkdir()
    (store.root / "a.md").write_bytes(data)
    store.observe([Seen("a.md", data, _NOON)])
    (store.root / "a.md").unlink()
    (noted,) = store.observe([Seen("a.md", None, _NOON)])
    undo(store, journal, noted.id)
    assert store.read_bytes("a.md") == data


def test_a_batch_is_taken_back_whole(store: MemoryStore, journal: AuditJournal) -> None:
    """Over several files, several changes of one file, and later lines of others."""
    store.write_file("a.md", "- a\n")
    store.write_file("old.md", "x")
    before = _tree(store)
    store.append_file("a.md", "- b1\n", cause=Cause(batch="run"))
    store.append_file("a.md", "- other\n")
    store.append_file("a.md", "- b2\n", cause=Cause(batch="run"))
    store.write_file("new.md", "made\n", cause=Cause(batch="run"))
    store.delete("old.md", cause=Cause(batch="run"))
    store.move("new.md", "people/new.md", cause=Cause(batch="run"))
    report = undo(store, journal, "run")
    assert _tree(store) == {**before, "a.md": b"- a\n- other\n"}
    assert [entry.path for entry in report.entries] == [
        "a.md",
        "a.md",
        "new.md",
        "old.md",
        "new.md",
    ]
    assert sorted(result.path for result in report.results) == ["a.md", "old.md", "people/new.md"]


def test_an_overlap_is_named_and_nothing_is_done(store: MemoryStore, journal: AuditJournal) -> None:
    """The lines, and the changes that came later; other files of the batch stay too."""
    store.write_file("a.md", "- tea\n", cause=Cause(batch="run"))
    store.write_file("b.md", "x", cause=Cause(batch="run"))
    store.edit("a.md", lambda text: text.replace("tea", "coffee"), cause=Cause("human"))
    later = _last(journal)
    before = _tree(store)
    with pytest.raises(ConflictError) as caught:
        undo(store, journal, "run")
    assert caught.value.problem == (
        f"a.md: these lines were changed since:\n  - coffee\n  by {later} (human, 2026-01-28 12:00)"
    )
    assert _tree(store) == before


@pytest.mark.parametrize("to", [None, "c.md"])
def test_a_file_that_went_is_a_conflict(
    to: str | None, store: MemoryStore, journal: AuditJournal
) -> None:
    """Whether it was deleted or moved, there is nothing to take the lines out of."""
    store.write_file("a.md", "one")
    store.append_file("a.md", "!")
    entry = _last(journal)
    if to is None:
        store.delete("a.md")
    else:
        store.move("a.md", to)
    with pytest.raises(ConflictError, match=r"a\.md: the file has gone since"):
        undo(store, journal, entry)


def test_a_place_that_is_taken_is_a_conflict(store: MemoryStore, journal: AuditJournal) -> None:
    """A deleted or moved file does not come back over another one."""
    store.write_file("a.md", "one")
    store.move("a.md", "b.md")
    moved = _last(journal)
    store.write_file("a.md", "other")
    with pytest.raises(ConflictError, match=r"a\.md: the file has been created again since"):
        undo(store, journal, moved)
    store.delete("b.md")
    deleted = _last(journal)
    store.write_file("b.md", "anew")
    with pytest.raises(ConflictError, match="the file has been created again since"):
        undo(store, journal, deleted)


def test_what_cannot_be_undone_says_why(store: MemoryStore, journal: AuditJournal) -> None:
    """A baseline, a change that failed, one that is not known."""
    store.root.mkdir()
    (store.root / "a.md").write_text("x")
    (baseline,) = store.observe([Seen("a.md", b"x", _NOON)])
    with pytest.raises(UsageError, match="first sight"):
        undo(store, journal, baseline.id)
    with pytest.raises(NotFoundError):
        undo(store, journal, "nothing")
    (store.root / "d").mkdir()
    assert store.read_file("a.md") == "x"


def test_an_undo_twice_does_nothing_the_second_time(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """The file is as before already."""
    store.write_file("a.md", "one")
    store.append_file("a.md", "!")
    entry = _last(journal)
    undo(store, journal, entry)
    count = len(list(journal.entries()))
    assert undo(store, journal, entry).results == ()
    assert len(list(journal.entries())) == count


def test_a_version_that_was_dropped_is_a_typed_error(tmp_path: Path) -> None:
    """And nothing is done."""
    settings = JournalSettings(keep_days=1)
    with AuditJournal(tmp_path / "journal", settings=settings) as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
        store.write_file("a.md", "one")
        store.write_file("a.md", "two")
        entry = _last(journal)
        journal.tidy(datetime(2026, 3, 1, tzinfo=UTC))
        with pytest.raises(NotFoundError, match="no longer kept"):
            undo(store, journal, entry)
        assert store.read_file("a.md") == "two"


def test_a_disk_that_fills_up_in_the_middle_leaves_everything(tmp_path: Path) -> None:
    """What was written already is put back."""

    class FillsUp(FileSystem):
        left = 10**9

        def open_new(self, place: PathOrSpot, mode: int = 0o666) -> int:
            self.left -= 1
            if self.left == 0:
                raise OSError(28, "No space left on device")
            return super().open_new(place, mode)

    fs = FillsUp()
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, fs=fs)
        for name in ("a.md", "b.md", "c.md"):
            store.write_file(name, "old\n")
            store.append_file(name, "new\n", cause=Cause(batch="run"))
        before = _tree(store)
        fs.left = 3
        with pytest.raises(StorageError, match="No space"):
            undo(store, journal, "run")
        assert _tree(store) == before
        undo(store, journal, "run")
        assert _tree(store) == dict.fromkeys(before, b"old\n")
