"""What happens to files without the store is noted too, once, and as what it is."""

from __future__ import annotations

import contextlib
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from versions import version_at

from familiar_memory.errors import NotFoundError
from familiar_memory.store import (
    AuditJournal,
    Cause,
    ChangeState,
    JournalEntry,
    MemoryStore,
    Operation,
    Seen,
    revision_of,
)

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)
_LATER = _NOON + timedelta(hours=1)


def _look(store: MemoryStore, *paths: str) -> list[JournalEntry]:
    seen = []
    for path in paths:
        # Asking first whether it is there would leave time for it to go.
        data: bytes | None = None
        with contextlib.suppress(NotFoundError):
            data = store.read_bytes(path)
        seen.append(Seen(path, data, _LATER))
    return store.observe(seen)


def _told(entries: list[JournalEntry]) -> list[tuple[str, str, str, str | None, str | None]]:
    return [(e.source, e.operation.value, e.path, e.before, e.after) for e in entries]


def test_the_first_sight_is_a_baseline(store: MemoryStore, journal: AuditJournal) -> None:
    """Until the tree was seen whole; its versions are kept; seeing it again adds nothing."""
    store.root.mkdir()
    (store.root / "a.md").write_bytes(b"caf\xe9")
    one = revision_of(b"caf\xe9")
    assert _told(_look(store, "a.md")) == [("baseline", "write", "a.md", None, one)]
    assert _look(store, "a.md") == []
    assert not journal.has_baseline()
    journal.complete_baseline(_NOON)
    journal.complete_baseline(_LATER)
    assert journal.has_baseline()
    assert journal.path.read_bytes().count(b"mark") == 1
    (store.root / "b.md").write_bytes(b"x")
    assert _told(_look(store, "a.md", "b.md")) == [
        ("human", "write", "b.md", None, revision_of(b"x"))
    ]
    assert version_at(journal, "a.md", _LATER) == b"caf\xe9"


def test_a_persons_edits_are_told(store: MemoryStore, journal: AuditJournal) -> None:
    """Several between two looks are one; a file that goes and comes is two."""
    store.write_file("a.md", "one")
    path = store.root / "a.md"
    path.write_text("two")
    path.write_text("three")
    one, three, four = (revision_of(text) for text in (b"one", b"three", b"four"))
    assert _told(_look(store, "a.md")) == [("human", "edit", "a.md", one, three)]
    path.unlink()
    assert _told(_look(store, "a.md")) == [("human", "delete", "a.md", three, None)]
    assert _look(store, "a.md") == []
    path.write_text("four")
    assert _told(_look(store, "a.md")) == [("human", "write", "a.md", None, four)]
    assert [entry.state for entry in journal.entries()] == [ChangeState.DONE] * 4
    assert version_at(journal, "a.md", _LATER) == b"four"


def test_own_changes_are_no_persons(store: MemoryStore, journal: AuditJournal) -> None:
    """Not even when they are seen late, as older bytes."""
    store.write_file("a.md", "one")
    stale = Seen("a.md", b"one", _NOON)
    gone = Seen("a.md", None, _NOON)
    store.write_file("a.md", "two")
    assert store.observe([stale]) == []
    assert store.observe([gone]) == []
    assert len(list(journal.entries())) == 2


def test_an_edit_that_nobody_has_looked_at_is_told_before_the_next_change(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """So every change begins where the last one ended."""
    store.root.mkdir()
    (store.root / "old.md").write_text("0")
    store.append_file("old.md", "!")
    store.write_file("a.md", "one")
    (store.root / "a.md").write_text("by hand")
    store.append_file("a.md", "!", cause=Cause("memory_writer"))
    (store.root / "a.md").unlink()
    store.write_file("b.md", "x")
    store.move("b.md", "a.md")
    texts = {revision_of(text.encode()): text for text in ("0", "0!", "one", "by hand", "x")}
    texts[revision_of(b"by hand!")] = "by hand!"
    told = [
        (e.source, e.operation, e.path, texts.get(e.before or ""), texts.get(e.after or ""))
        for e in journal.entries()
    ]
    assert told == [
        ("baseline", Operation.WRITE, "old.md", None, "0"),
        ("unknown", Operation.APPEND, "old.md", "0", "0!"),
        ("unknown", Operation.WRITE, "a.md", None, "one"),
        ("human", Operation.EDIT, "a.md", "one", "by hand"),
        ("memory_writer", Operation.APPEND, "a.md", "by hand", "by hand!"),
        ("unknown", Operation.WRITE, "b.md", None, "x"),
        ("human", Operation.DELETE, "a.md", "by hand!", None),
        ("unknown", Operation.MOVE, "b.md", "x", "x"),
    ]


def test_a_first_sight_that_comes_late_is_void(store: MemoryStore, journal: AuditJournal) -> None:
    """A change that was noted meanwhile is what counts, also while it is under way."""
    store.write_file("a.md", "two")
    baseline = JournalEntry(
        "1", _NOON, Operation.WRITE, "a.md", "baseline", (), None, revision_of(b"one"), 0, 3
    )
    late = [JournalEntry(**{**_values(baseline), "state": ChangeState.DONE})]
    journal.note(late, [b"one"])
    assert [entry.source for entry in journal.entries()] == ["unknown"]
    assert journal.heads(["a.md"])["a.md"].revision == revision_of(b"two")


def _values(entry: JournalEntry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in JournalEntry.__dataclass_fields__}


def test_many_files_are_noted_in_few_steps(store: MemoryStore, journal: AuditJournal) -> None:
    """As after a git checkout: every one is told once."""
    store.root.mkdir()
    names = [f"{number:03}.md" for number in range(150)]
    for name in names:
        (store.root / name).write_text(name)
    assert len(_look(store, *names)) == 150
    for name in names:
        (store.root / name).write_text(f"{name} anew")
    assert [entry.path for entry in _look(store, *names)] == names
    assert _look(store, *names) == []


@pytest.mark.long
def test_writers_and_an_observer_never_mistake_each_other(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """However they interleave, no change of the store is told as a person's."""
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            _look(store, "a.md", "b.md")

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for number in range(40):
            store.write_file("a.md", f"{number}", cause=Cause("memory_writer"))
            store.append_file("b.md", f"{number}\n", cause=Cause("memory_writer"))
            if number % 10 == 9:
                store.delete("a.md", cause=Cause("memory_writer"))
    finally:
        stop.set()
        watcher.join()
    assert {entry.source for entry in journal.entries()} == {"memory_writer"}


def test_without_a_journal_nothing_is_noted(tmp_path: Path) -> None:
    """And nothing fails."""
    store = MemoryStore(tmp_path)
    assert store.observe([Seen("a.md", b"x", _NOON)]) == []
    assert store.reconcile(sweep=True).recovered == ()


@pytest.mark.parametrize("has_baseline", [False, True])
@pytest.mark.parametrize("edited", [False, True])
@pytest.mark.parametrize("what", ["write", "edit", "append", "delete", "move", "create"])
def test_a_move_is_met_by_whatever_changes_either_name(
    store: MemoryStore, journal: AuditJournal, what: str, edited: bool, has_baseline: bool
) -> None:
    """Before any look: the story goes on under the new name, whichever name is written."""
    text = "one line\nanother line\na third line\n"
    store.write_file("lore/old.md", text, cause=Cause("import"))
    if has_baseline:
        journal.complete_baseline(_NOON)
    (store.root / "lore/old.md").rename(store.root / "lore/new.md")
    if edited and what != "create":
        (store.root / "lore/new.md").write_text(text + "more\n")
    if what == "write":
        store.write_file("lore/new.md", "else")
    elif what == "edit":
        store.edit("lore/new.md", lambda text: text + "x")
    elif what == "append":
        store.append_file("lore/new.md", "x")
    elif what == "delete":
        store.delete("lore/new.md")
    elif what == "move":
        store.move("lore/new.md", "lore/newest.md")
    else:
        list(store.create_files({"lore/old.md": b"another note"}))
    last = "lore/newest.md" if what == "move" else "lore/new.md"
    told = [(e.source, e.operation.value, e.moved_to) for e in journal.entries(last, follow=True)]
    assert told[:2] == [("import", "write", None), ("human", "move", "lore/new.md")]
    assert len(told) == 2 + (edited and what != "create") + (what != "create")
    assert next(journal.entries("lore/old.md")).path == "lore/old.md"
