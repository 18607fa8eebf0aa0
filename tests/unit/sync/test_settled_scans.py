"""What sync has found in order is not looked at again, and what has moved since always is."""

from __future__ import annotations

import os
import time

import pytest

from familiar_memory.domain.memory.racy import RACY_WINDOW_NS
from familiar_memory.domain.tree import ALIAS_FILE, MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.marks import scan_mark
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.diff import scan_digest
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.testing import HashEmbedder


def later():
    """So long after every save that its times can be trusted."""
    return time.time_ns() + 10 * RACY_WINDOW_NS


class World:
    """A tree and its index."""

    def __init__(self, folder):
        self.root = folder / "memory"
        self.root.mkdir()
        self.store = MemoryStore(self.root)
        self.source = FileSource(self.store, NoteParser(), TreeRegister(self.store))
        embedder = HashEmbedder()
        identity = IndexIdentity(embedder.id.key, embedder.id.dimension, "1")
        self.index = EmbeddingIndex(self.root / ".index" / "embeddings.sqlite", identity)
        self.sync = Synchroniser(
            self.index,
            (self.source,),
            Embedders(embedder),
            self.store,
            self.source.register,
            now_ns=later,
        )

    def note(self, path, text, age=1):
        """Save a note."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        os.utime(file, ns=(age, age))

    def settle(self):
        """Sync until there is nothing to do, and note it."""
        while self.sync.sync_all().wrote or self.index.mark(scan_mark(MEMORY)) is None:
            pass


@pytest.fixture
def world(tmp_path):
    """Two notes, settled."""
    made = World(tmp_path)
    made.note("people/ada.md", "# Ada\n\n- likes tea\n")
    made.note("topics/tea.md", "# Tea\n\n- green\n")
    made.settle()
    yield made
    made.index.close()


def test_a_settled_tree_is_not_compared_again(world, monkeypatch):
    """No row is read at a start with nothing changed."""
    monkeypatch.setattr(world.index, "known", None)
    report = world.sync.sync_all()
    assert (report.unchanged, report.wrote) == (2, False)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda w: w.note("topics/tea.md", "# Tea\n\n- black\n", age=2), (0, 1, 0)),
        (lambda w: w.note("topics/new.md", "# New\n"), (1, 0, 0)),
        (lambda w: (w.root / "topics/tea.md").unlink(), (0, 0, 1)),
        (lambda w: (w.root / "topics/tea.md").rename(w.root / "topics/t.md"), (1, 0, 1)),
    ],
)
def test_whatever_moves_after_a_settled_scan_is_seen(world, change, expected):
    """Also when it is the first thing that moves."""
    change(world)
    report = world.sync.sync_all()
    assert (report.added, report.changed, report.removed) == expected


def test_a_write_takes_the_note_back(world):
    """A file put back to its old stamp after a write is compared with what was written."""
    world.note("topics/tea.md", "# Tea\n\n- black\n", age=2)
    world.sync.update(MEMORY, ["topics/tea.md"])
    world.note("topics/tea.md", "# Tea\n\n- green\n", age=1)
    assert world.sync.sync_all().changed == 1


def test_an_index_that_was_emptied_is_not_taken_for_settled(world):
    """The notes of order go with the rows."""
    world.index.reset("a test")
    assert world.sync.sync_all().added == 2


def test_what_cannot_be_seen_whole_is_never_settled(world):
    """A scan with something unreadable has no digest."""
    scan = world.source.scan()
    assert scan_digest(scan) == world.index.mark(scan_mark(MEMORY))
    assert scan_digest(type(scan)(scan.stamps, {"topics/": "denied"})) is None


def test_an_alias_file_that_was_lost_is_written_again(world):
    """Though no note has changed."""
    before = world.store.read_bytes(ALIAS_FILE)
    world.sync.sync_all()
    assert world.index.mark("alias_file") is not None
    (world.root / ALIAS_FILE).unlink()
    world.sync.sync_all()
    assert world.store.read_bytes(ALIAS_FILE) == before


def test_names_are_read_again_only_when_names_change(world):
    """A save of any other note leaves them, object and all."""
    rows = world.index.alias_rows()
    world.note("topics/tea.md", "# Tea\n\n- black\n", age=2)
    world.note("people/ada.md", "# Ada\n\n- likes coffee\n", age=2)
    assert world.sync.sync_all().changed == 2
    assert world.index.alias_rows() is rows
    world.note("people/ada.md", "# Ada Byron\n\n- likes coffee\n", age=3)
    world.sync.sync_all()
    assert [row.name_key for row in world.index.alias_rows()] == ["ada byron"]
    (world.root / "people/ada.md").unlink()
    world.sync.sync_all()
    assert world.index.alias_rows() == ()


def test_notes_that_came_back_are_missed_again_one_by_one(world):
    """What was held while a disk was away is not held once it has been seen again."""
    for number in range(12):
        world.note(f"topics/{number}.md", f"- note {number}\n")
    world.settle()
    away = world.root.parent / "away"
    (world.root / "topics").rename(away)
    assert len(world.sync.sync_all().held) == 13
    away.rename(world.root / "topics")
    assert world.sync.sync_all().unchanged == 14
    (world.root / "topics" / "3.md").unlink()
    assert world.sync.update(MEMORY, ["topics/3.md"]).removed == 1


def test_what_another_process_indexes_during_the_sweep_is_not_settled(world, monkeypatch):
    """It had a note in hand that was deleted meanwhile; its row must be seen by the next sync."""
    world.index.write(MEMORY)
    another = Synchroniser(
        world.index,
        (world.source,),
        Embedders(HashEmbedder()),
        world.store,
        world.source.register,
        now_ns=later,
    )
    sweep = world.source.scan

    def sweep_and_be_overtaken():
        monkeypatch.undo()
        swept = sweep()
        world.note("topics/brief.md", "- soon gone\n")
        another.update(MEMORY, ["topics/brief.md"])
        (world.root / "topics/brief.md").unlink()
        return swept

    monkeypatch.setattr(world.source, "scan", sweep_and_be_overtaken)
    world.sync.sync_all()
    world.sync.sync_all()
    assert sorted(world.index.known(MEMORY)) == ["people/ada.md", "topics/tea.md"]
