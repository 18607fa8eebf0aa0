"""Something is taken out of the notes and of all their past, and the rest is one story."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from familiar_memory.domain.erasure import Erasure, redacted, spellings
from familiar_memory.errors import ConflictError, InputError, NotFoundError
from familiar_memory.store import (
    AuditJournal,
    Cause,
    JournalSettings,
    MemoryStore,
    Seen,
    undo,
)
from familiar_memory.store.erasing import ERASING, TreeEraser
from familiar_memory.store.journal.batch_signs import UnfinishedBatch
from familiar_memory.store.journal.erasing import stand_in

NOON = datetime(2026, 2, 2, 12, tzinfo=UTC)
SECRET = 'the "key" lies under the mat'
WHAT = Erasure(texts=(SECRET,))
CARD = ".card.json"


@pytest.fixture
def journal(tmp_path):
    """Parts are closed soon, so that several are rewritten."""
    with AuditJournal(tmp_path / "journal", settings=JournalSettings(rotate_mb=0.0007)) as journal:
        yield journal


@pytest.fixture
def store(tmp_path, journal):
    """A tree with this journal."""
    return MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: NOON)


def erase(store, journal, what):
    """In the order of a familiar; the counts."""
    return TreeEraser(store).erase(what), journal.eraser.erase(what)


def residue(store, journal, what):
    """What both say is still there."""
    return (*TreeEraser(store).residue(what), *journal.eraser.residue(what))


def all_bytes(folder: Path) -> bytes:
    """Every file of a folder, as it lies there; compressed parts and versions unpacked."""
    found = [file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()]
    found += [gzip.decompress(file.read_bytes()) for file in folder.rglob("*.gz")]
    with AuditJournal(folder / "journal") as journal:
        found += [data for _, _, data in journal.images.versions() if data is not None]
    return b"\0".join(found)


def story(journal):
    """What the log tells, without ids and times."""
    return [
        (one.operation.value, one.path, one.source, one.state.value, one.erased)
        for one in journal.entries()
    ]


class TestRedacting:
    """Whole lines go, and nothing else."""

    @pytest.mark.parametrize(
        ("data", "text", "rest"),
        [
            (b"a\nb x\nc\n", "x", b"a\nc\n"),
            (b"a\nb x", "x", b"a\n"),
            (b"x\r\nb\r\n", "x", b"b\r\n"),
            (b"a\nx\ny\nb\n", "x\ny", b"a\nb\n"),
            (b"a\nx\nb\n", "x\n", b"a\nb\n"),
            (b"a\nx\nb\n", "\nx", b"b\n"),
            (b"k\nxx\nm\n", "k\nm", b"k\nxx\nm\n"),
            (b"xyx\nxx\nb", "x", b"b"),
            ("ä\nü ß\n".encode(), "ß", "ä\n".encode()),
            (b"", "x", b""),
        ],
    )
    def test_each_line_that_holds_it_goes(self, data, text, rest):
        """The first, the last, without an end, with others between."""
        assert redacted(data, spellings((text,))) == rest

    def test_what_comes_together_is_looked_at_again(self):
        """Two lines that make the text once a third is gone."""
        assert redacted(b"k\nxx\nm\nb\n", spellings(("xx", "k\nm"))) == b"b\n"

    @pytest.mark.parametrize("text", ["", " \n", "\ud800"])
    def test_what_every_line_holds_is_refused(self, text):
        """And what no file can hold."""
        with pytest.raises(InputError):
            Erasure(texts=(text,))


def test_the_past_is_told_without_it_and_holds_together(store, journal, tmp_path):
    """Each version is the one before with its change, as if the lines had never been."""
    store.write_file("a.md", "# A\n\n- one\n", cause=Cause("cli"))
    store.append_file("a.md", f"- {SECRET} (2026-02-02, ref:7)\n", cause=Cause("memory_writer"))
    store.append_file("a.md", "- two\n", cause=Cause("memory_writer"))
    store.write_file("b.md", "b\n")
    journal.tidy(NOON)
    assert SECRET.encode() in all_bytes(tmp_path)
    told = [(e.id, e.time) for e in journal.entries()]

    assert erase(store, journal, WHAT) > (0, 0)

    assert SECRET.encode() not in all_bytes(tmp_path)
    assert residue(store, journal, WHAT) == ()
    assert store.read_file("a.md") == "# A\n\n- one\n- two\n"
    assert [(e.id, e.time) for e in journal.entries()][: len(told)] == told
    assert story(journal) == [
        ("write", "a.md", "cli", "done", False),
        ("append", "a.md", "memory_writer", "done", True),
        ("append", "a.md", "memory_writer", "done", True),
        ("write", "b.md", "unknown", "done", False),
        ("write", "a.md", ERASING, "done", True),
    ]
    of_a = list(journal.entries("a.md"))
    for one, following in pairwise(of_a):
        assert one.after == following.before
        assert one.after_bytes == following.before_bytes == len(journal.version(one.after))
    assert journal.version(of_a[1].after) == b"# A\n\n- one\n"
    assert of_a[-1].after == store.revision("a.md")
    assert journal.missing_versions() == ()
    assert journal.damaged_lines() == ()
    assert journal.images.check() == ()
    assert store.observe([Seen("a.md", store.read_bytes("a.md"), NOON)]) == []


def test_it_is_the_same_when_done_again(store, journal):
    """Nothing is left to do, and nothing is changed."""
    store.write_file("a.md", f"- one\n- {SECRET}\n")
    erase(store, journal, WHAT)
    before = list(journal.entries())
    assert erase(store, journal, WHAT) == (0, 0)
    assert list(journal.entries()) == before


def test_what_was_erased_cannot_be_undone(store, journal):
    """Undo says so; a change that had more in it is taken back as far as it still is."""
    store.write_file("a.md", "- one\n")
    alone = store.append_file("a.md", f"- {SECRET}\n").revision
    mixed = store.append_file("a.md", f"- two\n- {SECRET} again\n").revision
    ids = {entry.after: entry.id for entry in journal.entries()}
    erase(store, journal, WHAT)
    with pytest.raises(ConflictError, match="erased for good"):
        undo(store, journal, ids[alone])
    undo(store, journal, ids[mixed])
    assert store.read_file("a.md") == "- one\n"
    erased = next(journal.entries(source=ERASING))
    with pytest.raises(ConflictError, match="erased for good"):
        undo(store, journal, erased.id)


def test_a_note_goes_as_a_whole_and_by_name(store, journal, tmp_path):
    """With its versions and its former names; another note with the same bytes stays."""
    store.write_file("topics/first.md", "of zanzibar\n")
    store.move("topics/first.md", "topics/second.md")
    store.append_file("topics/second.md", "more\n")
    store.write_file("same.md", "more of the same\n")
    store.write_file("topics/third.md", "more of the same\n")
    what = Erasure(paths=frozenset({"topics/second.md", "topics/third.md"}))
    entry = next(e for e in journal.entries() if e.operation.value == "append")

    erase(store, journal, what)

    assert residue(store, journal, what) == ()
    assert [file.path for file in store.scan_files().files] == ["same.md"]
    data = all_bytes(tmp_path)
    for gone in (b"zanzibar", b"first.md", b"second.md", b"third.md"):
        assert gone not in data, gone
    assert b"more of the same" in data
    (found,) = journal.find(entry.id)
    assert (found.path, found.erased) == (stand_in("topics/second.md"), True)
    with pytest.raises(NotFoundError):
        journal.version(found.after)
    with pytest.raises(ConflictError, match="erased for good"):
        undo(store, journal, entry.id)
    assert journal.missing_versions() == ()


def test_a_note_made_anew_under_a_former_name_keeps_its_past(store, journal):
    """The name is another note's by now."""
    store.write_file("old.md", "of zanzibar\n")
    store.move("old.md", "new.md")
    store.write_file("old.md", "another note\n")
    erase(store, journal, Erasure(paths=frozenset({"new.md"})))
    assert store.read_file("old.md") == "another note\n"
    assert journal.version(store.revision("old.md")) == b"another note\n"
    assert [e.path for e in journal.entries("old.md")][-1] == "old.md"


def test_files_beside_notes_that_hold_it_go(store, journal, tmp_path):
    """Of a card no line can be taken; what is derived is made anew by others."""
    store.write_file("self/ember.md", "# Ember\n")
    card = b'{"name": "Ember", "k": "the \\"key\\" lies under the mat"}'
    list(store.create_files({f"self/{CARD}": card}))
    store.write_derived("people/_aliases.json", '{"the \\"key\\" lies under the mat": ["x"]}')
    erase(store, journal, WHAT)
    assert residue(store, journal, WHAT) == ()
    assert sorted(store.names("self")) == ["ember.md"]
    assert b"under the mat" not in all_bytes(tmp_path)


def test_what_the_store_may_not_change_is_told(store, journal):
    """Another program's file, a name, a repository."""
    store.write_file("a.md", "x\n")
    (store.root / ".obsidian").mkdir()
    (store.root / ".obsidian" / "cache").write_text(SECRET)
    (store.root / ".git").mkdir()
    (store.root / f"{SECRET.replace(chr(34), '')}.txt").write_text("x")
    erase(store, journal, WHAT)
    told = residue(store, journal, Erasure(texts=(SECRET, "lies under the mat")))
    assert [one.split()[0] for one in told] == ["the", ".obsidian/cache", ".git"]
    assert not any("mat" in one for one in told)


def test_signs_torn_lines_and_older_tables_are_looked_at(store, journal, tmp_path):
    """Whatever lies in the folder of the journal."""
    store.write_file("a.md", "x\n")
    folder = tmp_path / "journal"
    journal.signs.shown(UnfinishedBatch("a1", "import", SECRET, 3)).__enter__()
    (folder / "derived-1.sqlite").write_bytes(SECRET.encode())
    with (folder / "audit.jsonl").open("ab") as file:
        file.write(b'{"id": "torn ' + SECRET.encode())
    erase(store, journal, WHAT)
    assert residue(store, journal, WHAT) == ()
    assert SECRET.encode() not in all_bytes(tmp_path)
    assert journal.signs.unfinished() == ()
    (folder / "images-damaged-1.sqlite").write_bytes(b"?")
    assert residue(store, journal, WHAT) == (
        "images-damaged-1.sqlite was set aside, and cannot be looked into",
    )


def test_the_name_of_a_batch_is_replaced_and_still_names_it(store, journal, tmp_path):
    """Whoever makes changes may call their batch what they like."""
    cause = Cause("import", batch=f"trip: {SECRET}")
    for name in ("a.md", "b.md"):
        store.write_file(name, "tea\n", cause=cause)
    store.write_file("c.md", "tea\n", cause=Cause("import", batch="other"))
    assert residue(store, journal, WHAT)
    erase(store, journal, WHAT)
    assert residue(store, journal, WHAT) == ()
    assert SECRET.encode() not in all_bytes(tmp_path)
    batches = [entry.batch for entry in journal.entries()]
    assert batches[0] == batches[1] and batches[2] == "other"
    assert batches[0].startswith("erased-")


def test_freed_pages_hold_nothing(store, journal, tmp_path):
    """A program without care has left the text in pages that SQLite has let go."""
    long = "".join(f"{number * 7919 % 10_007:05}" for number in range(4_000))
    store.write_file("a.md", "x\n")
    journal.close()
    file = tmp_path / "journal" / "images.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as careless:
        careless.execute("PRAGMA secure_delete = OFF")
        values = ("r", len(long), len(long), 0, 0, long)
        careless.execute("INSERT INTO images VALUES (?, ?, ?, ?, ?, ?)", values)
        careless.execute("DELETE FROM images WHERE revision = 'r'")
        careless.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert careless.execute("PRAGMA freelist_count").fetchone()[0] > 0
    stretches = [long[at : at + 60].encode() for at in range(0, len(long), 500)]
    assert any(one in file.read_bytes() for one in stretches)
    erase(store, journal, Erasure(texts=(long,)))
    for one in (tmp_path / "journal").iterdir():
        assert not any(stretch in one.read_bytes() for stretch in stretches), one.name
    assert journal.images.check() == ()
