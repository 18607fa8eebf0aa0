"""Who listens to what sync writes hears each write once, and can harm nobody."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from familiar_memory.domain.memory.changed import Changed, Happened, News
from familiar_memory.domain.tree import MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.changes.document_change import DocumentChange, net_changes
from familiar_memory.sync.changes.feed import ChangeFeed
from familiar_memory.sync.notes.document import NoteParser
from familiar_memory.sync.notes.source import FileSource
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.testing import HashEmbedder

PATIENCE_S = 30.0


class World:
    """A tree and what keeps an index in step with it; several share one tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.root.mkdir(exist_ok=True)
        embedders = Embedders(HashEmbedder())
        store = MemoryStore(root)
        identity = IndexIdentity(embedders.own.id.key, embedders.own.id.dimension, "1")
        self.index = EmbeddingIndex(root / ".index" / "embeddings.sqlite", identity)
        source = FileSource(store, NoteParser())
        self.sync = Synchroniser(self.index, (source,), embedders, store)

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


def test_a_subscriber_hears_what_comes_after_it_has_subscribed(world: World) -> None:
    """Also what was written before it asks for the first time."""
    world.save("a.md")
    with world.sync.changes.subscribe() as listener:
        world.save("a.md", "two")
        world.save("b.md")
        assert names(listener.next(0)) == [("a.md", "changed"), ("b.md", "added")]
        assert listener.next(0) is None
        (world.root / "a.md").unlink()
        world.sync.update(MEMORY, ["a.md"])
        assert names(listener.next(0)) == [("a.md", "removed")]


def test_a_subscriber_that_was_away_goes_on_where_it_was(world: World) -> None:
    """With the cursor that it kept, in this process or in another."""
    with world.sync.changes.subscribe() as listener:
        world.save("a.md")
        assert names(listener.next(0)) == [("a.md", "added")]
        kept = listener.cursor
    world.save("b.md")
    with closing(World(world.root)) as other:
        assert names(other.sync.changes.subscribe(kept).next(0)) == [("b.md", "added")]
    assert names(world.sync.changes.subscribe(kept).next(0)) == [("b.md", "added")]


def test_a_write_wakes_whoever_waits(world: World) -> None:
    """While it waits without an end."""
    heard: list[list[tuple[str, str]]] = []
    listener = world.sync.changes.subscribe()
    waiting = threading.Thread(target=lambda: heard.append(names(listener.next())))
    waiting.start()
    world.save("a.md")
    waiting.join(PATIENCE_S)
    assert heard == [[("a.md", "added")]]


def test_each_batch_is_told_when_it_is_written(world: World) -> None:
    """Not at the end of a long sync, and in the order in which it is indexed."""
    for number in range(150):
        (world.root / f"{number:03}.md").write_text("- one\n")
    listener = world.sync.changes.subscribe()
    seen: list[int] = []

    def progress(done: int, _: int) -> None:
        while news := listener.next(0):
            seen.extend(int(one.key[:3]) for one in news.told)
        assert len(seen) == done

    world.sync.sync_all(progress)
    assert seen == list(range(150))


def test_the_writes_of_another_process_are_heard_when_the_waiting_ends(world: World) -> None:
    """Nobody rings for them."""
    listener = world.sync.changes.subscribe()
    with closing(World(world.root)) as other:
        other.save("a.md")
    assert names(listener.next(0.0)) == [("a.md", "added")]


def test_a_subscriber_that_fails_or_never_asks_harms_nobody(world: World) -> None:
    """Sync calls none of them; whoever fails goes on with what comes after."""
    failing, idle = world.sync.changes.subscribe(), world.sync.changes.subscribe()
    failed: list[News] = []

    def fail() -> None:
        for news in failing:
            failed.append(news)
            break

    failure = threading.Thread(target=fail)
    failure.start()
    world.save("a.md")
    failure.join(PATIENCE_S)
    assert world.sync.sync_all().failed == {}
    world.save("b.md")
    assert [names(one) for one in failed] == [[("a.md", "added")]]
    assert names(failing.next(0)) == [("b.md", "added")]
    assert names(idle.next(0)) == [("a.md", "added"), ("b.md", "added")]


def test_whoever_blocks_keeps_sync_from_nothing(world: World) -> None:
    """One thread that holds on to what it was told, and never comes back."""
    listener = world.sync.changes.subscribe()
    told, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        for _ in listener:
            told.set()
            let_go.wait(PATIENCE_S)

    thread = threading.Thread(target=hold)
    thread.start()
    world.save("a.md")
    assert told.wait(PATIENCE_S)
    for number in range(5):
        world.save(f"{number}.md")
    assert len(world.index.known(MEMORY)) == 6
    listener.close()
    let_go.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_a_rebuild_is_told_as_everything_and_then_note_by_note(world: World) -> None:
    """Whoever lists the documents when it hears of it, and follows, knows all of them."""
    for name in ("a.md", "b.md"):
        world.save(name)
    listener = world.sync.changes.subscribe()
    world.sync.rebuild()
    news = listener.next(0)
    assert news == News(world.sync.changes.cursor(), is_everything=True)
    assert sorted(world.index.known(MEMORY)) == ["a.md", "b.md"]
    world.save("c.md")
    assert names(listener.next(0)) == [("c.md", "added")]


def test_a_rebuild_of_an_empty_tree_wakes_whoever_waits(world: World) -> None:
    """There is nothing in it to be written."""
    heard: list[News] = []
    listener = iter(world.sync.changes.subscribe())
    waiting = threading.Thread(target=lambda: heard.append(next(listener)))
    waiting.start()
    world.sync.rebuild()
    waiting.join(PATIENCE_S)
    assert [news.is_everything for news in heard] == [True]


def test_an_index_that_cannot_be_read_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`next` says so; whoever iterates hears of what comes when it is back."""
    listener = world.sync.changes.subscribe()
    since = ChangeFeed.since
    asked = threading.Event()

    def refuse(*_: object) -> News:
        asked.set()
        raise IndexUnavailableError("the index cannot be read", "a sound one")

    monkeypatch.setattr(ChangeFeed, "since", refuse)
    with pytest.raises(IndexUnavailableError):
        listener.next(0)
    heard: list[list[tuple[str, str]]] = []
    asked.clear()

    def listen() -> None:
        for news in listener:
            heard.append(names(news))
            break

    thread = threading.Thread(target=listen)
    thread.start()
    assert asked.wait(PATIENCE_S)
    monkeypatch.setattr(ChangeFeed, "since", since)
    world.save("a.md")
    thread.join(PATIENCE_S)
    assert heard == [[("a.md", "added")]]


def test_who_is_closed_hears_no_more(world: World) -> None:
    """Alone, with all the others, and when it comes too late."""
    feed = world.sync.changes
    one, other = feed.subscribe(), feed.subscribe()
    waiting = threading.Thread(target=lambda: list(other))
    waiting.start()
    one.close()
    world.save("a.md")
    assert one.next() is None
    feed.close()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()
    assert feed.subscribe().next() is None


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
