"""A writer that never pauses between scoring and reading."""

import itertools
from datetime import UTC, datetime

from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.synchroniser import Synchroniser


def test_an_answer_that_a_writer_kept_tearing_apart_says_so(tmp_path, monkeypatch):
    """Nothing is found, and the reason is given: silence would be taken for an answer."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file("a.md", "# A\n\na samovar\n")
    index = EmbeddingIndex(tmp_path / "index.sqlite", IndexIdentity("none", 0, "1"))
    source = FileSource(store, NoteParser(), TreeRegister(store))
    sync = Synchroniser(index, (source,), Embedders(NoEmbedder()), store, source.register)
    sync.sync_all()
    read = index.passages
    cups = itertools.count(1)

    def written_meanwhile(ids):
        store.write_file("a.md", f"# A\n\na samovar, and cup {next(cups)}\n")
        sync.update("memory", ["a.md"])
        return read(ids)

    monkeypatch.setattr(index, "passages", written_meanwhile)
    filters = Filters(now=datetime(2026, 1, 1, tzinfo=UTC))
    query = Query("samovar", Viewer(), filters, 5)
    found = Retriever(index, Embedders(NoEmbedder())).retrieve(query)
    index.close()
    assert (found.hits, found.degraded) == ((), "what was just being written is left out")
