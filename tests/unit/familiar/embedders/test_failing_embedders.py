"""An embedder that is late, fails or gives what is no vector takes no words with it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from time import monotonic

import numpy as np
import pytest
from people_and_places import TAVERN

from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.embeddings.sound import QuestionEmbedder
from familiar_memory.errors import EmbedderError
from familiar_memory.recall.search import query
from familiar_memory.testing import HashEmbedder


class Failing(HashEmbedder):
    """Does what it is told with questions and with documents, until it is well."""

    def __init__(self, question=None, documents=None):
        """As if it were the sound one: the same space."""
        super().__init__()
        self.question, self.documents = question, documents

    def embed_query(self, text):
        """As told."""
        row = super().embed_query(text)
        return row if self.question is None else self.question(row)

    def embed_documents(self, texts):
        """As told."""
        rows = super().embed_documents(texts)
        return rows if self.documents is None else self.documents(rows)


def with_nan(rows):
    """One number that is none, in the last row."""
    rows = rows.copy()
    rows[..., 0] = np.nan
    return rows


def boom(_):
    """Fail in a way of its own."""
    raise KeyError("tensor")


WAYS = {
    "raises": boom,
    "NaN": with_nan,
    "infinity": lambda rows: rows * np.float32("inf"),
    "too large to be multiplied": lambda rows: rows * np.float32(3e38),
    "another width": lambda rows: rows[..., :7],
    "nothing": lambda _: None,
    "words": lambda _: ["no", "numbers"],
}


def vectors_of(familiar):
    """All stored vectors, as one array."""
    with sqlite3.connect(familiar.parts.files.index.path) as connection:
        blobs = [v for (v,) in connection.execute("SELECT vector FROM vectors")]
    return np.frombuffer(b"".join(blobs), "<f4")


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_question_without_a_vector_is_answered_by_its_words(tmp_path, new_familiar, way):
    """And the answer says why, in a search and in a recall."""

    async def run():
        async with new_familiar(tmp_path, embedder=Failing(question=way)) as familiar:
            familiar.store.write_file("topics/tea.md", "# Tea\n\n- the kettle sings\n")
            await familiar.settle()
            found = await familiar.search(RecallRequest("kettle", place=TAVERN))
            context = await familiar.recall(RecallRequest("kettle", None, TAVERN))
            return found, context

    found, context = asyncio.run(run())
    assert [hit.text for hit in found.hits] == ["the kettle sings"]
    assert found.degraded.startswith("lexical only: the embedder hash ")
    assert "the kettle sings" in context.render()
    assert any(reason.startswith("lexical only") for reason in context.trace.degraded)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_documents_without_vectors_are_indexed_and_tried_again(tmp_path, new_familiar, way):
    """No such vector is stored, `settle` does not fail, and a model that recovers makes them."""
    embedder = Failing(documents=way)

    async def run():
        async with new_familiar(tmp_path, embedder=embedder) as familiar:
            familiar.store.write_file("topics/tea.md", "# Tea\n\n- the kettle sings\n")
            await familiar.settle()
            found = await familiar.search("kettle")
            stored = vectors_of(familiar)
            embedder.documents = None
            await familiar.settle()
            return found, stored, vectors_of(familiar), familiar.parts.files.index.unembedded()

    found, stored, after, lacking = asyncio.run(run())
    assert ([hit.text for hit in found.hits], stored.size) == (["the kettle sings"], 0)
    assert (after.size, np.isfinite(after).all(), lacking) == (HashEmbedder.DIMENSION, True, ())


def test_one_text_without_a_vector_costs_the_others_nothing(tmp_path, new_familiar):
    """Only the row that is no vector is left out."""

    def one_bad(rows):
        return np.vstack([with_nan(row) if n == 1 else row for n, row in enumerate(rows)])

    async def run():
        async with new_familiar(tmp_path, embedder=Failing(documents=one_bad)) as familiar:
            for name in ("a", "b", "c"):
                familiar.parts.files.store.write_file(
                    f"topics/{name}.md", f"# {name}\n\n- {name}x\n"
                )
            await familiar.settle()
            return vectors_of(familiar), familiar.parts.files.index.unembedded()

    stored, lacking = asyncio.run(run())
    assert np.isfinite(stored).all()
    assert stored.size >= 2 * HashEmbedder.DIMENSION
    assert len(lacking) <= 1


def test_a_text_that_is_refused_again_changes_nothing(tmp_path, new_familiar):
    """Whoever reads the index need not read it anew, however often it is tried."""

    async def run():
        async with new_familiar(tmp_path, embedder=Failing(documents=with_nan)) as familiar:
            familiar.store.write_file("topics/tea.md", "# Tea\n\n- the kettle sings\n")
            await familiar.settle()
            before = familiar.parts.files.index.sequence()
            await familiar.settle()
            return (
                before,
                familiar.parts.files.index.sequence(),
                familiar.parts.files.index.unembedded(),
            )

    before, after, lacking = asyncio.run(run())
    assert before == after
    assert lacking == (("memory", "topics/tea.md"),)


@pytest.mark.parametrize("size", [1e-30, 1e15])
def test_an_index_of_odd_vectors_is_the_same_made_anew(tmp_path, new_familiar, size):
    """What is too small or too large to be squared in 32 bits has a direction all the same."""

    async def run():
        odd = Failing(documents=lambda rows: rows * np.float32(size))
        async with new_familiar(tmp_path, embedder=odd) as familiar:
            familiar.store.write_file("a.md", "# A\n\n- tea\n- coffee\n")
            await familiar.settle()
            return await familiar.index.verify()

    report = asyncio.run(run())
    assert report.vectors > 0
    assert report.same


def test_a_stored_vector_that_is_none_is_harmless(tmp_path, new_familiar):
    """As after a bad model of an older version: the index is made anew."""

    async def run():
        for turn in range(2):
            async with new_familiar(tmp_path) as familiar:
                if not turn:
                    familiar.store.write_file("topics/tea.md", "# Tea\n\n- the kettle sings\n")
                await familiar.settle()
                if turn:
                    found = await familiar.search("kettle")
                    return found, vectors_of(familiar)
                path = familiar.parts.files.index.path
            with sqlite3.connect(path) as connection:
                bad = np.full(HashEmbedder.DIMENSION, np.nan, "<f4").tobytes()
                connection.execute("UPDATE vectors SET vector = ?", (bad,))
        raise AssertionError

    found, stored = asyncio.run(run())
    assert [hit.text for hit in found.hits] == ["the kettle sings"]
    assert np.isfinite(stored).all()


@pytest.fixture
def stuck():
    """An embedder that answers no question before the test is over."""
    go_on = threading.Event()

    def wait(row):
        go_on.wait(60)
        return row

    yield Failing(question=wait)
    go_on.set()


@pytest.mark.long
@pytest.mark.parametrize("mode", list(Mode))
def test_words_come_in_time_whatever_the_embedder_takes(tmp_path, new_familiar, stuck, mode):
    """Each question that waits is left behind, and says so."""

    async def run():
        async with new_familiar(tmp_path, embedder=stuck) as familiar:
            familiar.store.write_file("topics/tea.md", "# Tea\n\n- the kettle sings\n")
            await familiar.settle()
            request = RecallRequest("kettle", None, TAVERN, mode=mode, deadline_s=3.0)
            return await asyncio.gather(*(familiar.recall(request) for _ in range(3)))

    for context in asyncio.run(run()):
        assert "the kettle sings" in context.render()
        assert "lexical only: the embedder hash was not ready in time" in context.trace.degraded


@pytest.mark.long
def test_a_search_does_not_wait_for_ever(tmp_path, new_familiar, stuck, monkeypatch):
    """Nor do searches after it, though the model is still at the first."""
    monkeypatch.setattr(query, "PATIENCE_S", 0.05)

    async def run():
        async with new_familiar(tmp_path, embedder=stuck) as familiar:
            familiar.store.write_file("topics/tea.md", "# Tea\n\n- the kettle sings\n")
            await familiar.settle()
            return [await familiar.search(f"kettle {n}") for n in range(12)]

    for found in asyncio.run(run()):
        assert [hit.text for hit in found.hits] == ["the kettle sings"]
        assert found.degraded == "lexical only: the embedder hash was not ready in time"


class Noting(HashEmbedder):
    """Says whether it is quick, and in which threads it embeds questions."""

    def __init__(self, is_quick):
        super().__init__()
        self.is_quick, self.threads = is_quick, []
        self.began, self.go = threading.Event(), threading.Event()

    def embed_query(self, text):
        """Note the thread; one that is not quick may be stuck."""
        self.threads.append(threading.get_ident())
        self.began.set()
        assert self.is_quick or self.go.wait(30)
        return super().embed_query(text)


def test_a_quick_embedder_needs_no_thread():
    """Any other has one that can be left behind, and so has whoever is asked something long."""
    asked = QuestionEmbedder()
    quick, slow = Noting(is_quick=True), Noting(is_quick=False)
    here = threading.get_ident()
    assert asked.vector(quick, "kettle", monotonic() + 30).shape == (64,)
    assert quick.threads == [here]
    asked.vector(quick, "kettle " * 2_000, monotonic() + 30)
    assert quick.threads[1:] != [here]
    with pytest.raises(EmbedderError, match="not ready in time"):
        asked.vector(slow, "kettle", monotonic() + 0.01)
    assert slow.began.wait(30)
    slow.go.set()
    assert here not in slow.threads


def test_a_quick_embedder_that_fails_is_told_of_all_the_same():
    """By the same error as one in a thread."""
    embedder = Failing(question=boom)
    embedder.is_quick = True
    with pytest.raises(EmbedderError, match="failed: KeyError"):
        QuestionEmbedder().vector(embedder, "kettle", monotonic() + 30)
