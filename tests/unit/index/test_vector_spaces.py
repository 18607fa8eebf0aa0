"""Vectors by space: whoever opens an index asks with its own, once that covers the texts."""

from __future__ import annotations

import numpy as np
import pytest

from familiar_memory.domain.memory.document import Chunk, ParsedDocument, Passage, PassageKind
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.documents import EmbeddedDocument
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.base import NO_SPACE, Space

A, B = Space("a|m|2", 2), Space("b|m|3", 3)
TEA, COFFEE = b"t" * 16, b"c" * 16


@pytest.fixture
def opened(tmp_path):
    """Open the index of this test as several processes would."""
    made = []

    def open_as(space=NO_SPACE):
        identity = IndexIdentity(*space, "1")
        made.append(EmbeddingIndex(tmp_path / "i" / "index.sqlite", identity))
        return made[-1]

    yield open_as
    for index in made:
        index.close()


def write(index, key="n.md", window=TEA, vectors=True):
    """A note of one chunk in the index's own space, or in none."""
    passage = Passage(PassageKind.TURN, "tea", "everyone", author="a")
    chunk = Chunk("", 0, 3, 1, "tea", "everyone", 0, 0)
    windows = ((window,),) if vectors else ((),)
    parsed = ParsedDocument(key, "d", passages=(passage,), chunks=(chunk,))
    document = EmbeddedDocument(parsed, Stamp(key, 1, 1), 1, windows)
    row = np.ones(index.spaces.own.dimension, np.float32)
    index.write("memory", replaced=(document,), vectors={window: row} if vectors else {})


def fill(index, space, window=TEA):
    """Give every chunk the same vector in a space."""
    while wanted := index.spaces.wanting(space.key, 0, 9):
        row = np.ones(space.dimension, np.float32)
        index.spaces.put(space, [(*one, (window,)) for one in wanted], {window: row})
    index.spaces.filled(space.key, is_news=True)


def count_vectors(index):
    """How many vectors a question can meet."""
    return sum(len(segment.vectors) for segment in index.snapshot().segments)


def test_who_opens_a_new_index_asks_with_its_own_vectors(opened):
    """There is nobody to wait for, and the first sync makes vectors as it goes."""
    index = opened(A)
    assert (index.spaces.standing().is_ready, index.spaces.asked()) == (True, A)
    write(index)
    assert index.snapshot().embedder == A.key
    assert index.snapshot().segments[0].vectors.numbers.shape == (1, 2)


def test_two_that_differ_fill_two_spaces_and_leave_each_other_alone(opened):
    """Each asks with its own; who was there before goes on."""
    first = opened(A)
    write(first)
    first.spaces.filled(A.key, is_news=False)
    first.spaces.adopt()
    second = opened(B)
    assert (second.spaces.standing().is_ready, second.spaces.asked()) == (False, NO_SPACE)
    assert second.snapshot().embedder == ""
    fill(second, B)
    second.spaces.adopt()
    for index, space in ((first, A), (second, B)):
        assert index.spaces.asked() == space
        assert index.snapshot().embedder == space.key
        assert index.snapshot().segments[0].vectors.numbers.shape == (1, space.dimension)
    assert opened(A).spaces.standing().is_ready
    assert first.spaces.standing().told == A.key


def test_what_one_writes_the_other_lacks_until_it_is_filled(opened):
    """It asks with its own all the same: what is lacking is found by words."""
    first, second = opened(A), opened(B)
    write(first)
    for index, space in ((first, A), (second, B)):
        fill(index, space)
        index.spaces.adopt()
    write(first, "m.md", COFFEE)
    assert first.spaces.is_whole(A.key)
    assert not second.spaces.is_whole(B.key)
    assert second.unembedded() == (("memory", "m.md"),)
    assert second.spaces.asked() == B
    assert count_vectors(second) == 1
    fill(second, B)
    assert second.unembedded() == ()
    assert count_vectors(second) == 2


def test_a_new_choice_asks_with_the_former_space_until_it_is_ready(opened):
    """And only there where the same process had it."""
    index = opened(A)
    write(index)
    index.spaces.adopt()
    index.spaces.choose(B)
    assert (index.spaces.own, index.spaces.asked()) == (B, A)
    assert index.snapshot().embedder == A.key
    fill(index, B)
    index.spaces.adopt()
    assert (index.spaces.asked(), index.snapshot().embedder) == (B, B.key)
    index.spaces.choose(A)
    assert index.spaces.asked() == B
    index.spaces.filled(A.key, is_news=False)
    assert index.spaces.asked() == A


def test_who_falls_back_on_a_space_asks_with_it_only_where_it_is_there(opened):
    """A space that nobody has filled answers nothing."""
    write(opened(A))
    opened(A).spaces.adopt()
    later = opened(B)
    later.spaces.fall_back_on(Space("c|m|1", 1))
    assert later.spaces.asked() == NO_SPACE
    later.spaces.fall_back_on(A)
    assert later.spaces.asked() == A


def test_a_getter_writes_nothing(opened):
    """Neither looking nor asking."""
    write(opened(A))
    index = opened(B)
    before = index.path.read_bytes(), index.sequence(), index.spaces.sizes()
    index.spaces.standing()
    index.spaces.asked()
    index.snapshot()
    index.spaces.count_wanting(B.key)
    assert (index.path.read_bytes(), index.sequence(), index.spaces.sizes()) == before


def test_readers_of_a_space_are_told_of_its_vectors(opened):
    """Also those in another process, though no document has changed."""
    writer = opened(A)
    write(writer)
    writer.spaces.adopt()
    write(writer, "m.md", vectors=False)
    reader = opened(A)
    assert count_vectors(reader) == 1
    fill(writer, A)
    assert count_vectors(reader) == 2


def test_those_that_nobody_asks_with_are_dropped(opened):
    """The own one stays, the two used last beside it, and the one that was begun last."""
    index = opened(A)
    write(index)
    index.spaces.adopt()
    for name in ("c", "d", "e", "f"):
        index.spaces.choose(Space(f"{name}|m|1", 1))
        fill(index, index.spaces.own)
        index.spaces.adopt()
    index.tidy()
    assert {row.key[0] for row in index.spaces.sizes()} == {"f", "e", "d"}
    write(index, "m.md")
    for name in ("g", "h"):
        index.spaces.put(Space(f"{name}|m|1", 1), (), {})
    index.tidy()
    assert {row.key[0] for row in index.spaces.sizes()} == {"f", "e", "d", "h"}


def test_windows_are_not_given_to_a_chunk_that_is_another_text_by_now(opened):
    """Its number may have been used again."""
    index = opened(A)
    write(index)
    ((number, text),) = index.spaces.wanting(B.key, 0, 9)
    index.spaces.put(B, [(number, "coffee", (COFFEE,))], {})
    assert index.spaces.count_wanting(B.key) == 1
    index.spaces.put(B, [(number, text, (COFFEE,))], {COFFEE: np.ones(3, np.float32)})
    assert index.spaces.count_wanting(B.key) == 0
    assert index.spaces.count_wanting(A.key) == 0
