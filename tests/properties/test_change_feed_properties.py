"""The changes that are told, replayed over the earlier list of documents, give the later one."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, Happened
from familiar_memory.domain.tree import MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.changes.feed import ChangeFeed
from familiar_memory.sync.changes.picture import Picture
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.testing import HashEmbedder

NAMES = tuple(f"{name}.md" for name in "abcd")
BULK = tuple(f"bulk{number:02}.md" for number in range(24))
TEXTS = ("- tea\n", "- tea\n- thesis\n", "# Kettle\n\n- viva\n", "")
NO_TEXT = b"caf\xe9"


class Moody(FileSystem):
    """A file system of which some files cannot be opened now."""

    def __init__(self) -> None:
        self.refused: set[str] = set()

    def open_read(self, path, **more):
        """As the real one, or refused."""
        given = str(getattr(path, "path", path))
        if any(given.endswith(name) for name in self.refused):
            raise PermissionError(13, "Permission denied", given)
        return super().open_read(path, **more)


class Process:
    """What one process has of the tree: an index that it opened, and its synchroniser."""

    def __init__(self, root: Path, fs: FileSystem) -> None:
        embedders = Embedders(HashEmbedder())
        store = MemoryStore(root, fs=fs)
        identity = IndexIdentity(embedders.own.id.key, embedders.own.id.dimension, "1")
        self.index = EmbeddingIndex(root / ".index" / "embeddings.sqlite", identity)
        source = FileSource(store, NoteParser(), TreeRegister(store))
        self.sync = Synchroniser(self.index, (source,), embedders, store, source.register)


class Replay:
    """A list of documents that is kept by nothing but what is told."""

    def __init__(self, feed: ChangeFeed, listing: Callable[[], dict[str, str]]) -> None:
        self.feed = feed
        self.listing = listing
        self.cursor: ChangeCursor | None = None
        self.documents: dict[str, str] = {}
        self.told: list[Changed] = []
        self.listed = 0

    def go_on(self) -> None:
        """Take in all that is told by now; each must fit what was told before it."""
        while news := self.feed.since(self.cursor):
            self.cursor = news.cursor
            if news.is_everything:
                self.documents = self.listing()
                self.told = []
                self.listed += 1
                continue
            for change in news.told:
                assert change.source == MEMORY
                assert not self.told or change.sequence > self.told[-1].sequence
                assert self.documents.pop(change.key, None) == change.before
                if change.after is not None:
                    self.documents[change.key] = change.after
                assert change.what is _what(change)
                self.told.append(change)


def _what(change: Changed) -> Happened:
    if change.after is None:
        return Happened.REMOVED
    return Happened.ADDED if change.before is None else Happened.CHANGED


class World:
    """A tree that people edit, two processes that index it, and who listens in each."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "memory"
        self.root.mkdir()
        self.fs = Moody()
        self.processes = [Process(self.root, self.fs) for _ in range(2)]
        self.replays = [Replay(process.sync.changes, self.known) for process in self.processes]
        self.picture = Picture(self.processes[0].index, (MEMORY,))
        self.picture.begin()
        self.pictured = self.known()

    def known(self) -> dict[str, str]:
        """What the index has now."""
        known = self.processes[0].index.known(MEMORY)
        return {key: document.digest for key, document in known.items()}

    def save(self, name: str, text: str) -> None:
        """As an editor does."""
        (self.root / name).write_text(text)

    def spoil(self, name: str) -> None:
        """What is no text any more."""
        (self.root / name).write_bytes(NO_TEXT)

    def remove(self, name: str) -> None:
        """By hand."""
        (self.root / name).unlink(missing_ok=True)

    def rename(self, name: str, to: str) -> None:
        """By hand."""
        if (self.root / name).exists():
            (self.root / name).replace(self.root / to)

    def fill(self) -> None:
        """Many notes come."""
        for name in BULK:
            self.save(name, f"- {name}\n")

    def empty(self) -> None:
        """And most of them go at once: more than is believed."""
        for name in BULK:
            self.remove(name)

    def refuse(self, name: str) -> None:
        """A note that cannot be opened, or can be again."""
        self.fs.refused ^= {name}

    def sync_all(self, by: int) -> None:
        """Compare everything."""
        self.processes[by].sync.sync_all()

    def accept(self, by: int) -> None:
        """A person agrees to what is gone."""
        self.processes[by].sync.sync_all(allow_mass_removal=True)

    def update(self, by: int, name: str) -> None:
        """What a watcher reports."""
        self.processes[by].sync.update(MEMORY, [name])

    def rebuild(self, by: int) -> None:
        """Everything anew, unless it is held."""
        self.processes[by].sync.rebuild()

    def both(self, name: str) -> None:
        """Both processes write at once, while somebody saves."""
        work = [threading.Thread(target=process.sync.sync_all) for process in self.processes]
        for thread in work:
            thread.start()
        self.save(name, TEXTS[1])
        for thread in work:
            thread.join()

    def look(self) -> None:
        """Who keeps a picture is told what has become another."""
        self.picture.look()
        before, after = self.picture.turn(MEMORY)
        for key in before.keys() | after.keys():
            assert self.pictured.pop(key, None) == before.get(key)
        self.pictured |= after
        assert self.pictured == self.known()

    def close(self) -> None:
        """End it."""
        for process in self.processes:
            process.index.close()


_names = st.sampled_from(NAMES)
_who = st.integers(0, 1)
_steps = st.one_of(
    st.tuples(st.just("save"), _names, st.sampled_from(TEXTS)),
    st.tuples(st.just("spoil"), _names),
    st.tuples(st.just("remove"), _names),
    st.tuples(st.just("rename"), _names, _names),
    st.tuples(st.just("fill")),
    st.tuples(st.just("empty")),
    st.tuples(st.just("refuse"), _names),
    st.tuples(st.just("sync_all"), _who),
    st.tuples(st.just("accept"), _who),
    st.tuples(st.just("update"), _who, _names),
    st.tuples(st.just("rebuild"), _who),
    st.tuples(st.just("both"), _names),
    st.tuples(st.just("look")),
)


@contextlib.contextmanager
def _a_world() -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(World(Path(folder))) as world:
        yield world


@few_and_many(10, 40, steps=st.lists(_steps, min_size=1, max_size=25))
def test_what_is_told_makes_the_new_list_out_of_the_old_one(steps: list[tuple]) -> None:
    """Each write once and in order, whichever process made it and wherever one listens."""
    with _a_world() as world:
        for replay in world.replays:
            replay.go_on()
        for name, *given_to in steps:
            getattr(world, name)(*given_to)
            # One listens all the time; the other comes back at the end.
            world.replays[0].go_on()
            assert world.replays[0].documents == world.known()
        world.replays[1].go_on()
        world.look()
        here, there = world.replays
        assert there.documents == here.documents
        assert here.told[len(here.told) - len(there.told) :] == there.told
        if "rebuild" not in {name for name, *_ in steps}:
            assert here.told == there.told
            assert (here.listed, there.listed) == (1, 1)
