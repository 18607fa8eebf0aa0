"""Scores depend on a row and on nothing around it; segments add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.document import Chunk, ParsedDocument, Passage, PassageKind
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index.arrays.similarity import score_vector
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.documents import EmbeddedDocument
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.by_content import text_hash
from familiar_memory.index.words.terms import decode_terms, encode_terms, windows_of
from familiar_memory.index.words.tokens import content_terms

DIMENSION = 37


@pytest.fixture
def index(tmp_path):
    """An empty index."""
    made = EmbeddingIndex(tmp_path / "i" / "index.sqlite", IndexIdentity("e", DIMENSION, "1"))
    yield made
    made.close()


def embedded(key, texts, audience="everyone", digest="d"):
    """A document of turns."""
    passages = tuple(Passage(PassageKind.TURN, text, audience, author="a") for text in texts)
    chunks = tuple(Chunk("", 0, 0, 1, text, audience, n, n) for n, text in enumerate(texts))
    windows = tuple((text_hash(text),) for text in texts)
    document = ParsedDocument(key, digest, passages=passages, chunks=chunks)
    return EmbeddedDocument(document, Stamp(key, 1, 1), 1, windows)


def vectors(texts):
    """Random vectors of texts, the same in every run."""
    random = np.random.default_rng(3)
    rows = random.standard_normal((len(texts), DIMENSION)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return {text_hash(text): row for text, row in zip(texts, rows, strict=True)}


def scores(snapshot, query):
    """The cosine of each passage that stands, by document and position."""
    found = {}
    masks = snapshot.alive
    for segment, mask, values in zip(
        snapshot.segments, masks, score_vector(snapshot.segments, masks, query), strict=True
    ):
        found |= {
            (snapshot.document(int(d)), int(p)): float(v)
            for d, p, v, alive in zip(segment.document, segment.position, values, mask, strict=True)
            if alive
        }
    return found


@pytest.mark.long
def test_a_cosine_has_the_same_bits_in_whatever_segment_it_stands(index):
    """Or a hidden neighbour would show in it."""
    texts = [f"text {n}" for n in range(400)]
    known = vectors(texts)
    query = known[text_hash("text 5")]
    for n in range(0, 400, 4):
        index.write("memory", replaced=[embedded(f"{n:03}", texts[n : n + 4])], vectors=known)
    whole = scores(index.snapshot(), query)
    for n in range(0, 400, 12):
        index.write("memory", removed=[f"{n:03}"])
        index.write("memory", replaced=[embedded(f"{n + 4:03}", texts[n + 4 : n + 8], digest="e")])
    parts = index.snapshot()
    assert len(parts.segments) == 2
    assert scores(parts, query) == {k: v for k, v in whole.items() if int(k[0][1]) % 12}


def test_a_document_number_is_never_used_twice(index):
    """Nor a passage's: a reader may still hold the old one."""
    index.write("memory", replaced=[embedded("a", ["one", "two"])])
    before = {int(p) for segment in index.snapshot().segments for p in segment.passage}
    index.write("memory", removed=["a"])
    index.write("memory", replaced=[embedded("b", ["three", "four"], "discord-dm-42")])
    after = {
        int(p)
        for s, m in zip(index.snapshot().segments, index.snapshot().alive, strict=True)
        for p in s.passage[m]
    }
    assert not before & after and len(after) == 2
    assert index.passages(sorted(before)) == {}


def test_changes_are_trimmed_and_a_reader_who_missed_them_reads_anew(index, monkeypatch):
    """The list of changes does not grow for ever."""
    monkeypatch.setattr("familiar_memory.index.index.KEEP_CHANGES", 3)
    index.write("memory", replaced=[embedded("a", ["one"])])
    index.snapshot()
    for n in range(20):
        index.write("memory", replaced=[embedded("b", [f"text {n}"], digest=str(n))])
    index.tidy()
    found = index.snapshot()
    ids = [int(p) for s, m in zip(found.segments, found.alive, strict=True) for p in s.passage[m]]
    assert sorted(p.text for p in index.passages(ids).values()) == ["one", "text 19"]


def test_using_a_closed_index_is_said_plainly(index):
    """And closing it again does nothing."""
    from familiar_memory.errors import IndexUnavailableError

    index.close()
    index.close()
    with pytest.raises(IndexUnavailableError, match="is closed"):
        index.stats()


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Kettles singing", {"kettl": 1, "sing": 1}),
        ("the of and", {}),
        ("東京", {"東": 1, "京": 1, "東京": 1}),
        ("はるか", {"はる": 1, "るか": 1}),
        ("佐々木", {"佐": 1, "佐々": 1, "々木": 1, "木": 1}),
        ("tea東京", {"tea": 1, "東": 1, "京": 1, "東京": 1}),
        ("naïve café", {"naiv": 1, "cafe": 1}),
        ("🎂!!!", {"🎂": 1}),
    ],
)
def test_the_terms_of_a_text(text, terms):
    """Stems; pairs where there are no spaces."""
    assert dict(content_terms(text)) == terms


@given(st.text(st.characters(), max_size=50), st.text(max_size=20))
def test_any_text_can_be_indexed(text, context):
    """And its terms read back, in one order."""
    (window,) = windows_of(text, context)
    packed = decode_terms([encode_terms([window])])
    assert packed.sizes.tolist() == [len(window.weights)] == [len(packed.terms)]
    assert packed.length.tolist() == [window.length] and packed.chars.tolist() == [len(text)]
    assert window.length <= sum(window.weights.values())
    assert list(packed.terms["term"]) == sorted(packed.terms["term"])
