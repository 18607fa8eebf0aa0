"""A note that a person renames while it is being read is not forgotten."""

from __future__ import annotations

import pytest

from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import NotFoundError
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.testing import HashEmbedder

KEY, OLD, NEW = "people/discord-42.md", "people/Rowan.md", "people/Rowan Kerr.md"
NOTE = "---\nid: discord-42\naliases: [archivist]\n---\n\n- likes:: tea\n"


@pytest.fixture
def store(tmp_path):
    """A tree with one person in it."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file(OLD, NOTE)
    return store


def _renaming(store, monkeypatch):
    """Let the file be renamed just before it is read."""
    read = store.read_bytes

    def read_bytes(path):
        if path == OLD and (store.root / OLD).exists():
            (store.root / OLD).rename(store.root / NEW)
        return read(path)

    monkeypatch.setattr(store, "read_bytes", read_bytes)


def test_it_is_read_where_it_stands_now(store, monkeypatch):
    """It was there when it was looked for."""
    source = FileSource(store, NoteParser(), TreeRegister(store))
    assert source.stamp(KEY) is not None
    _renaming(store, monkeypatch)
    assert [alias.name for alias in source.load(KEY).aliases] == ["archivist"]


def test_one_that_is_gone_is_said_to_be_gone(store, monkeypatch):
    """Not to be another's."""
    source = FileSource(store, NoteParser(), TreeRegister(store))
    assert source.stamp(KEY) is not None
    (store.root / OLD).unlink()
    with pytest.raises(NotFoundError, match="no such file"):
        source.load(KEY)
    with pytest.raises(NotFoundError, match="no such file"):
        source.load("lore/nowhere.md")


def test_one_that_could_not_be_found_is_read_at_the_next_look(store, monkeypatch):
    """Its bytes are what they were: they say nothing of whether it was read."""
    embedder = HashEmbedder()
    source = FileSource(store, NoteParser(), TreeRegister(store))
    identity = IndexIdentity(embedder.id.key, embedder.id.dimension, "1")
    index = EmbeddingIndex(store.root / ".index" / "embeddings.sqlite", identity)
    sync = Synchroniser(index, (source,), Embedders(embedder), store, source.register)
    sync.sync_all()
    assert index.aliases() == {"archivist": ("discord-42",)}

    with monkeypatch.context() as patched:

        def vanished(key):
            raise NotFoundError(f"{key}: there is no such file or folder")

        patched.setattr(source, "load", vanished)
        (store.root / OLD).write_text(NOTE.replace("archivist", "keeper"), "utf-8")
        assert sync.sync_all().failed
        assert index.aliases() == {}
    (store.root / OLD).rename(store.root / NEW)
    assert not sync.sync_all().failed
    assert index.aliases() == {"keeper": ("discord-42",)}
    index.close()
