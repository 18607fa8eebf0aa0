"""What is recorded in a history of any kind is found again: alone, and within a familiar."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from history_back_ends import BACK_ENDS
from people_and_places import DM, ROWAN, TAVERN
from turns import said

from familiar_memory.assembly import files
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.history.opening import OpenedHistory
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.store import MemoryStore
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.testing import HashEmbedder, MemoryHistory, MemoryIndex

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_what_is_recorded_is_synced_and_found_without_a_file(tmp_path, say):
    """And is found no more when it is deleted, or said otherwise, though nobody has synced."""
    history, embedder = MemoryHistory(), HashEmbedder()
    index = MemoryIndex(IndexIdentity(embedder.id.key, embedder.id.dimension, "1"))
    store = MemoryStore(tmp_path / "memory")
    notes, embedders = FileSource(store, NoteParser(), TreeRegister(store)), Embedders(embedder)
    talk = ConversationSource(history)
    synchroniser = Synchroniser(index, (notes, talk), embedders, store, notes.register)
    search = FreshSearch(
        Retriever(index, embedders), FreshLook(notes, history, synchroniser.refresh)
    )

    def found(text, viewer=None):
        query = Query(text, viewer or Viewer(), Filters(now=NOW), 9)
        return [hit.text for hit in search.search(query).hits]

    history.record_many([say("m1", "a copper kettle"), say("m2", "the pot", minute=90)])
    history.record(say("m4", "a kettle of secrets", place=DM))
    synchroniser.sync_all()
    assert set(found("kettle")) == {"a copper kettle", "a kettle of secrets"}
    assert found("kettle", Viewer(TAVERN.slug, AudiencePolicy.STRICT)) == ["a copper kettle"]
    history.record(say("m4", deleted=True, place=DM))
    history.record(say("m2", "an iron kettle", minute=95, edited=True))
    assert set(found("kettle pot")) == {"a copper kettle", "an iron kettle"}
    index.close()


async def live(familiar):
    """Talk, write it up, ask; then take some of it back, and ask again."""
    told = []
    await familiar.start()
    try:
        await familiar.record_many(
            said(ref, text, minute=minute, author=ROWAN)
            for minute, (ref, text) in enumerate(
                (("m1", "I am allergic to cats"), ("m2", "my sister is Bex"), ("m3", "goodbye"))
            )
        )
        report = await familiar.write()
        await familiar.settle()
        for _ in range(2):
            found = await familiar.search(
                RecallRequest("who is allergic to cats?", place=TAVERN, author=ROWAN)
            )
            context = await familiar.recall(RecallRequest("hello, any cats?", ROWAN, TAVERN))
            told.append([(hit.text, hit.ref, hit.path) for hit in found.hits])
            told.append([(one.label, one.text) for one in context.contributions])
            told.append([author.slug for author in familiar.history.authors()])
            await familiar.record(said("m1", deleted=True, author=ROWAN))
        return report.turns, told, familiar.history.counts(), familiar.history.watermark()
    finally:
        await familiar.close()


@pytest.mark.long
def test_a_familiar_lives_on_any_history(tmp_path, new_familiar, monkeypatch):
    """Talk, notes that the writer makes of it, search and recall: the same on each."""
    lives = {}
    for name, make in BACK_ENDS.items():
        home = tmp_path / name
        home.mkdir()
        opened = OpenedHistory(make(home))
        monkeypatch.setattr(files, "open_history", lambda *_, made=opened, **__: made)
        lives[name] = asyncio.run(live(new_familiar(home)))
    first = lives["sqlite"]
    assert (first[0], first[1][0][0][1]) == (3, "m1")
    for name, life in lives.items():
        assert life == first, name


@pytest.mark.parametrize("make", BACK_ENDS.values(), ids=BACK_ENDS)
def test_a_session_that_is_not_there_is_named(make, tmp_path):
    """With what it was looked for in."""
    history = make(tmp_path)
    with pytest.raises(Exception, match=f"{history.name} has no session 'x/1'"):
        ConversationSource(history).load("x/1")
    history.close()
