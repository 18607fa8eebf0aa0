"""What sync writes is told once, in its order, and whoever listens is woken."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from weakref import ref

import pytest

from familiar_memory.domain.memory.changed import Changed, Happened, News
from familiar_memory.domain.tree import MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.changes.document_change import DocumentChange, net_changes
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.testing import HashEmbedder


class World:
    """A tree and what keeps an index in step with it; several share one tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.root.mkdir(exist_ok=True)
        embedders = Embedders(HashEmbedder())
        store = MemoryStore(root)
        identity = IndexIdentity(embedders.own.id.key, embedders.own.id.dimension, "1")
        self.index = EmbeddingIndex(root / ".index" / "embeddings.sqlite", identity)
        source = FileSource(store, NoteParser(), TreeRegister(store))
        self.sync = Synchroniser(self.index, (source,), embedders, store, source.register)

    def save(self, path: str, text: str = "one") -> None:
        """As an editor does, and tell sync."""
        (self.root / path).write_text(f"- {text}\n")
        self.sync.update(MEMORY, [path])

    def close(self) -> None:
        """End it."""
        self.sync.changes.close()
        self.index.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty one."""
    with closing(World(tmp_path / "memory")) as world:
        yield world


def names(news: News | None) -> list[tuple[str, str]]:
    """Keys, and what became of them."""
    assert news is not None and not news.is_everything
    return [(one.key, one.what.value) for one in news.told]


class Bell:
    """Counts how often it is rung."""

    def __init__(self) -> None:
        self.rung = 0
        self.is_closed = False

    def wake(self) -> None:
        """Once more."""
        self.rung += 1

    def close(self) -> None:
        """For good."""
        self.is_closed = True


def test_each_batch_is_told_when_it_is_written(world: World) -> None:
    """Not at the end of a long sync, and in the order in which it is indexed."""
    for number in range(150):
        (world.root / f"{number:03}.md").write_text("- one\n")
    feed, bell = world.sync.changes, Bell()
    cursor = feed.cursor()
    feed.add(bell)
    seen: list[int] = []

    def progress(done: int, _: int) -> None:
        nonlocal cursor
        while news := feed.since(cursor):
            cursor = news.cursor
            seen.extend(int(one.key[:3]) for one in news.told)
        assert len(seen) == done

    world.sync.sync_all(progress)
    assert seen == list(range(150))
    assert bell.rung >= 3


def test_a_rebuild_is_told_as_everything_and_then_note_by_note(world: World) -> None:
    """Whoever lists the documents when it hears of it, and follows, knows all of them."""
    for name in ("a.md", "b.md"):
        world.save(name)
    feed, bell = world.sync.changes, Bell()
    start = feed.cursor()
    feed.add(bell)
    world.sync.rebuild()
    assert bell.rung
    news = feed.since(start)
    assert news == News(feed.cursor(), is_everything=True)
    assert sorted(world.index.known(MEMORY)) == ["a.md", "b.md"]
    world.save("c.md")
    assert names(feed.since(news.cursor)) == [("c.md", "added")]


def test_a_rebuild_of_an_empty_tree_wakes_whoever_waits(world: World) -> None:
    """There is nothing in it to be written."""
    bell = Bell()
    world.sync.changes.add(bell)
    world.sync.rebuild()
    assert bell.rung


def test_who_is_let_go_of_is_not_woken_any_more(world: World) -> None:
    """Nobody has to say that they listen no longer; whoever comes after the end is told so."""
    feed, bell = world.sync.changes, Bell()
    feed.add(bell)
    gone = ref(bell)
    del bell
    gc.collect()
    assert gone() is None
    world.save("a.md")
    late, early = Bell(), Bell()
    feed.add(early)
    feed.close()
    feed.add(late)
    assert early.is_closed and late.is_closed


def test_what_became_of_named_documents_is_told_net(world: World) -> None:
    """However often each was written; what failed is told as that, others are not told."""
    world.save("a.md")
    start = world.sync.changes.cursor()
    world.save("a.md", "two")
    world.save("b.md")
    world.save("other.md")
    (world.root / "a.md").unlink()
    world.sync.update(MEMORY, ["a.md"])
    assert world.sync.changes.net_since(start, MEMORY, ["a.md", "b.md"], {"c.md": "odd"}) == [
        DocumentChange(MEMORY, "a.md", Happened.REMOVED),
        DocumentChange(MEMORY, "b.md", Happened.ADDED),
        DocumentChange(MEMORY, "c.md", Happened.FAILED, "odd"),
    ]
    world.sync.rebuild()
    assert world.sync.changes.net_since(start, MEMORY, ["a.md", "b.md"], {}) == [
        DocumentChange(MEMORY, "b.md", Happened.ADDED)
    ]


def test_writes_that_undo_one_another_are_no_change() -> None:
    """There and back, come and gone; and one source is not the other."""

    def wrote(key: str, before: str | None, after: str | None, source: str = MEMORY) -> Changed:
        return Changed(source, key, Happened.CHANGED, 1, before, after)

    told = [
        wrote("back.md", "1", "2"),
        wrote("back.md", "2", "1"),
        wrote("gone.md", None, "1"),
        wrote("gone.md", "1", None),
        wrote("anew.md", "1", None),
        wrote("anew.md", None, "2"),
        wrote("same.md", "1", "1"),
        wrote("anew.md", "2", None, "conversation"),
    ]
    (change,) = net_changes(MEMORY, told, {})
    assert change == DocumentChange(MEMORY, "anew.md", Happened.CHANGED)
    assert (change.before, change.after) == ("1", "2")
