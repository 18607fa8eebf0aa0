"""However many rows tie for the last place, the order of candidates decides which of them come."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.document import Chunk, ParsedDocument, Passage, PassageKind
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.documents import EmbeddedDocument
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.recall.ranking.asked.question import read_question
from familiar_memory.recall.ranking.rank import Ranking
from familiar_memory.recall.ranking.weights import RankingWeights

EVERYBODY = 10_000
"""More than there are."""


def written(key: str, texts: list[str], audiences: list[str]) -> EmbeddedDocument:
    """A document of turns."""
    passages = tuple(
        Passage(PassageKind.TURN, text, audience, author="a")
        for text, audience in zip(texts, audiences, strict=True)
    )
    chunks = tuple(
        Chunk("", 0, 0, 1, text, audience, n, n)
        for n, (text, audience) in enumerate(zip(texts, audiences, strict=True))
    )
    document = ParsedDocument(key, key, passages=passages, chunks=chunks)
    return EmbeddedDocument(document, Stamp(key, 1, 1), 1, tuple(() for _ in texts))


AUDIENCES = st.sampled_from(["everyone", "discord-dm-42", "discord-a"])
same_again = st.tuples(st.just("copper kettle"), AUDIENCES)
"""Turns of one score, but for those beside another audience's or at an end."""
turns = st.tuples(st.sampled_from(["copper kettle", "a copper kettle", "copper", "tea"]), AUDIENCES)
documents = st.dictionaries(
    st.sampled_from(["a", "b", "aa", "é", "z", "B", "𝒂"]),
    st.lists(same_again, min_size=1, max_size=12) | st.lists(turns, min_size=1, max_size=9),
    min_size=1,
)


@pytest.mark.parametrize("segments", [1, 2])
@given(documents, st.data())
def test_the_best_are_the_first_of_all(segments, tmp_path_factory, documents, data):
    """Read shallow or deep, whatever ties."""
    folder = tmp_path_factory.mktemp("index")
    index = EmbeddingIndex(folder / "index.sqlite", IndexIdentity("e", 8, "1"))
    try:
        written_ones = [
            written(key, *map(list, zip(*turns, strict=True))) for key, turns in documents.items()
        ]
        half = len(written_ones) // segments
        index.write("conversation", replaced=written_ones[:half])
        index.snapshot()
        index.write("conversation", replaced=written_ones[half:])
        snapshot = index.snapshot()
        masks = [np.ones(len(segment), bool) for segment in snapshot.segments]
        question = read_question("copper kettle", {})
        ranking = Ranking(snapshot, masks, question, None, RankingWeights())
        every = ranking.best(EVERYBODY)
        limit = data.draw(st.integers(1, len(every) + 1))
        assert ranking.best(limit) == every[:limit]
        assert every == sorted(every, key=lambda one: one.order)
    finally:
        index.close()
