"""Many notes that vanish at once are kept until a person agrees, however it is noticed."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.tree import MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.vanishing import RemovalGuard
from familiar_memory.testing import HashEmbedder

NOTES = tuple(f"notes/{number:02}.md" for number in range(30))


class Sweeps(FileSource):
    """A source that counts how often everything was looked at."""

    swept = 0

    def scan(self):
        """As any source."""
        self.swept += 1
        return super().scan()


class World:
    """Thirty notes, indexed."""

    def __init__(self, root):
        self.root = root
        for path in NOTES:
            self.save(path)
        embedder = HashEmbedder()
        store = MemoryStore(root)
        self.source = Sweeps(store, NoteParser(), TreeRegister(store))
        identity = IndexIdentity(embedder.id.key, embedder.id.dimension, "1")
        self.index = EmbeddingIndex(root.parent / "index" / "embeddings.sqlite", identity)
        self.sync = Synchroniser(
            self.index, (self.source,), Embedders(embedder), store, self.source.register
        )
        self.sync.sync_all()
        self.source.swept = 0

    def save(self, path):
        """Any text."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# Note\n\n- {path}\n")

    def remove(self, *paths):
        """By hand."""
        for path in paths:
            (self.root / path).unlink()

    @property
    def known(self):
        """What is indexed, in order."""
        return tuple(sorted(self.index.known(MEMORY)))


@pytest.fixture
def world(tmp_path):
    """A world of its own."""
    world = World(tmp_path / "memory")
    yield world
    world.index.close()


def test_one_note_that_is_deleted_is_believed_without_a_look_at_the_others(world):
    """It is what people do, and it costs no sweep."""
    world.remove(NOTES[0])
    assert world.sync.update(MEMORY, [NOTES[0]]) == SyncReport(removed=1)
    assert world.known == NOTES[1:]
    assert world.source.swept == 0


def test_a_burst_that_names_every_note_is_held(world):
    """A watcher hears each note of a tree that is moved elsewhere."""
    shutil.move(world.root, world.root.with_name("elsewhere"))
    report = world.sync.update(MEMORY, NOTES)
    assert (report.removed, report.held) == (0, NOTES)
    assert world.known == NOTES


def test_a_burst_that_is_met_one_by_one_is_held_after_the_first(world):
    """However the reports are cut: as soon as there are two, all are looked at."""
    world.remove(*NOTES)
    reports = [world.sync.update(MEMORY, [path]) for path in NOTES]
    assert sum(report.removed for report in reports) == 1
    assert world.known == NOTES[1:]
    assert reports[1].held == (NOTES[1],)
    assert world.source.swept == 1


def test_what_is_held_is_looked_at_no_more_until_it_is_back(world):
    """A search that meets it again and again sweeps nothing, and a note that is back is read."""
    world.remove(*NOTES)
    world.sync.update(MEMORY, NOTES)
    world.source.swept = 0
    for _ in range(3):
        assert world.sync.update(MEMORY, NOTES[:5]).held == NOTES[:5]
    assert world.source.swept == 0
    world.save(NOTES[0])
    (world.root / NOTES[0]).write_text("# Note\n\n- it is back\n")
    assert world.sync.update(MEMORY, NOTES[:1]).changed == 1


def test_many_notes_that_are_less_than_half_are_just_gone(world):
    """Somebody has tidied up."""
    world.remove(*NOTES[:14])
    assert world.sync.update(MEMORY, NOTES[:14]).removed == 14
    assert world.known == NOTES[14:]


def test_a_person_who_agrees_lets_them_go(world):
    """And from then on nothing is held."""
    world.remove(*NOTES[1:])
    assert world.sync.update(MEMORY, NOTES[1:]).held == NOTES[1:]
    assert world.sync.sync_all().held == NOTES[1:]
    assert world.sync.sync_all(allow_mass_removal=True).removed == 29
    assert world.known == NOTES[:1]
    world.save(NOTES[1])
    assert world.sync.update(MEMORY, NOTES[1:2]).added == 1
    world.remove(NOTES[1])
    assert world.sync.update(MEMORY, NOTES[1:2]) == SyncReport(removed=1)


async def test_turns_that_are_deleted_are_never_held(new_familiar, tmp_path):
    """However many: they must not be told any longer."""
    place, rowan = Place("discord", "tavern", "lantern"), Author("discord", "42", "Rowan")
    turns = [
        Turn(str(day), datetime(2026, 2, day, tzinfo=UTC), place, rowan, f"Secret {day}")
        for day in range(1, 21)
    ]
    async with new_familiar(tmp_path) as familiar:
        await familiar.record_many(turns)
        assert len((await familiar.search("secret", limit=30)).hits) == 20
    later = datetime(2026, 2, 27, tzinfo=UTC)
    with closing(HistoryStore(tmp_path / "ember" / "history.sqlite")) as history:
        history.record_many(
            replace(turn, timestamp=later, edited=True, deleted=True) for turn in turns[1:]
        )
    async with new_familiar(tmp_path) as familiar:
        assert (await familiar.settle()).held == ()
        assert [hit.text for hit in (await familiar.search("secret")).hits] == ["Secret 1"]


def test_a_folder_that_is_renamed_is_no_disappearance(world):
    """Its notes are elsewhere with the same bytes: there are as many as before."""
    (world.root / "notes").rename(world.root / "renamed")
    renamed = tuple(path.replace("notes/", "renamed/") for path in NOTES)
    report = world.sync.update(MEMORY, (*NOTES, *renamed))
    assert (report.added, report.removed, report.held) == (30, 30, ())
    (world.root / "renamed").rename(world.root / "again")
    assert world.sync.sync_all().held == ()
    assert [path.split("/")[0] for path in world.known] == ["again"] * 30


def test_deletions_that_are_far_apart_are_never_one(world):
    """Somebody who takes a note away every minute ends with none, and is not asked."""
    now_s = 0.0
    guard = RemovalGuard(lambda: now_s)
    left = dict(world.index.known(MEMORY))
    for path in NOTES:
        now_s += 60.0
        (world.root / path).unlink()
        assert guard.in_report(world.source, (path,), left, lambda: left) == ()
        del left[path]
    assert world.source.swept == 0
