"""Which memories are merged with which: the worked examples 10 and 11, and for all graphs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record
from familiar_memory.maintenance.consolidation.clusters import clusters
from familiar_memory.maintenance.consolidation.worded.merging import BestWording


def _alike(*pairs: str):
    known = {frozenset(pair) for pair in pairs}
    return lambda one, other: frozenset((one, other)) in known


def test_a_chain_is_no_cluster():
    """Example 10: A is like B and B like C, but C is not like A."""
    assert clusters("ABC", _alike("AB", "BC"), 5) == [["A", "B"]]


def test_a_cluster_is_no_larger_than_it_may_be():
    """Example 11: of four that are all alike, three are merged and one is left alone."""
    assert clusters("ABCD", lambda *_: True, 3) == [["A", "B", "C"]]
    assert clusters("ABCDE", lambda *_: True, 3) == [["A", "B", "C"], ["D", "E"]]


def test_what_is_like_nothing_stays_out():
    """And so does one alone."""
    assert clusters("ABC", lambda *_: False, 5) == []
    assert clusters("A", lambda *_: True, 5) == []
    assert clusters("", lambda *_: True, 5) == []


@given(
    st.integers(0, 9),
    st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8))),
    st.integers(2, 5),
)
def test_all_of_a_cluster_are_like_each_other(count, edges, most):
    """Each item is in one at most; none is larger than it may be."""
    edges = edges | {(b, a) for a, b in edges}

    def alike(one: int, other: int) -> bool:
        return (one, other) in edges

    found = clusters(range(count), alike, most)
    everyone = [item for group in found for item in group]
    assert len(everyone) == len(set(everyone))
    for group in found:
        assert 2 <= len(group) <= most
        assert all(alike(a, b) for a, b in combinations(group, 2))


def test_the_words_that_say_everything_are_kept():
    """No word is made up, and nothing is lost: where none says_all_of the others, all stay."""
    short, full = Record("Rowan likes tea"), Record("Rowan likes tea with milk")
    assert BestWording().merge((short, full)) == full.text
    assert BestWording().merge((full, short, short)) == full.text
    black, green = Record("Rowan likes black tea"), Record("Rowan likes green tea")
    assert BestWording().merge((black, green)) is None
