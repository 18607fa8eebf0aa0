"""One space is live, others lie beside it: who may write, claim and take over."""

from __future__ import annotations

import numpy as np
import pytest

from familiar_memory.domain.memory.document import Chunk, ParsedDocument
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.documents import EmbeddedDocument
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.switching import Standing

A, B = IndexIdentity("a|m|2", 2, "1"), IndexIdentity("b|m|3", 3, "1")
UNSETTLED = IndexIdentity("", 0, "1")


@pytest.fixture
def opened(tmp_path):
    """Open the index of this test as several processes would."""
    made = []

    def open_as(identity, **more):
        made.append(EmbeddingIndex(tmp_path / "i" / "index.sqlite", identity, **more))
        return made[-1]

    yield open_as
    for index in made:
        index.close()


def summary(standing: Standing):
    """What a process may do."""
    return (standing.is_live, standing.is_to_switch, standing.writes_vectors)


def test_who_opens_a_new_index_is_live(opened):
    """And has nothing to claim any more."""
    index = opened(A)
    assert summary(index.spaces.standing()) == (True, False, True)
    assert index.spaces.standing().recorded.live == A.embedder


def test_who_opens_it_later_with_another_claims_it_once(opened):
    """The former gives way, and does not claim it again."""
    first, second = opened(A), opened(B)
    assert summary(second.spaces.standing()) == (False, True, True)
    second.spaces.begin(B.embedder, 3)
    assert second.spaces.take_over(B.embedder, 3)
    assert summary(second.spaces.standing()) == (True, False, True)
    assert summary(first.spaces.standing()) == (False, False, False)
    third = opened(A)
    assert third.spaces.take_over(A.embedder, 2)
    assert summary(second.spaces.standing()) == (False, False, False)
    assert summary(first.spaces.standing()) == (True, False, True)


def test_one_that_follows_claims_nothing_but_what_is_nobodys(opened):
    """As `auto` in the settings does, and a process without its model."""
    opened(UNSETTLED)
    assert summary(opened(UNSETTLED).spaces.standing()) == (False, False, False)
    follower = opened(A, claims=False)
    assert summary(follower.spaces.standing()) == (False, True, True)
    follower.spaces.take_over(A.embedder, 2)
    assert summary(opened(B, claims=False).spaces.standing()) == (False, False, False)


def test_a_newer_choice_is_not_taken_over(opened):
    """The older one is told."""
    index = opened(A)
    index.spaces.begin("c|m|1", 1)
    assert not index.spaces.take_over(B.embedder, 3)
    assert index.spaces.standing().recorded.live == A.embedder


def test_windows_are_not_given_to_a_chunk_that_is_another_text_by_now(opened):
    """Its number may have been used again."""
    index = opened(A)
    vector = np.ones(2, np.float32)
    chunk = Chunk("", 0, 3, 1, "tea", "everyone", -1, -1)
    document = EmbeddedDocument(
        ParsedDocument("n.md", "d", chunks=(chunk,)), Stamp("n.md", 1, 1), 1, ((b"t" * 16,),)
    )
    index.write("memory", replaced=(document,), vectors={b"t" * 16: vector})
    ((number, text),) = index.spaces.wanting(B.embedder, 0, 9)
    index.spaces.put(B.embedder, 3, [(number, "coffee", (b"c" * 16,))], {})
    assert index.spaces.count_wanting(B.embedder) == 1
    three = {b"c" * 16: np.ones(3, np.float32)}
    index.spaces.put(B.embedder, 3, [(number, text, (b"c" * 16,))], three)
    assert index.spaces.count_wanting(B.embedder) == 0
    assert index.spaces.count_wanting(A.embedder) == 0
