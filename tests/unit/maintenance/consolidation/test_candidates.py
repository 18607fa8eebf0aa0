"""Pairs that may be alike are found by their words, without comparing all with all."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.maintenance.consolidation.candidates import holding_pairs, sharing_pairs

_BAGS = st.lists(st.frozensets(st.sampled_from("abcdef"), max_size=5), max_size=12)


def _pairs(bags, fits):
    found = combinations(range(len(bags)), 2)
    return {(one, other) for one, other in found if fits(bags[one], bags[other])}


@given(_BAGS)
def test_every_pair_is_found_of_which_one_has_all_words_of_the_other(bags):
    """As comparing all with all does; a text without words is in none."""
    found = list(holding_pairs(bags))
    assert len(found) == len(set(found))
    assert set(found) == _pairs(bags, lambda one, other: one and other and _holds(one, other))


@given(_BAGS)
def test_every_pair_is_found_that_shares_half_of_its_words(bags):
    """Of the shorter one."""
    found = list(sharing_pairs(bags))
    assert len(found) == len(set(found))
    assert set(found) == _pairs(
        bags, lambda one, other: one & other and 2 * len(one & other) >= min(len(one), len(other))
    )


def test_thousands_that_say_the_same_are_paired_with_a_few_each():
    """All of them become one in time, and no night compares each with each."""
    bags = [frozenset({"likes", "tea"})] * 3_000
    assert len(list(holding_pairs(bags))) <= 3_000 * 50
    assert {at for pair in holding_pairs(bags) for at in pair} == set(range(3_000))
    # What everybody says tells nobody from the others.
    assert list(sharing_pairs(bags)) == []


def test_of_many_that_share_as_much_the_first_are_compared():
    """In whatever order a process has the words of a set."""
    words = [f"word{number}" for number in range(12)]
    others = [frozenset({words[number % 12], f"own{number}"}) for number in range(120)]
    found = [pair for pair in sharing_pairs([frozenset(words), *others]) if pair[0] == 0]
    assert found == [(0, number) for number in range(1, 51)]


def _holds(one, other):
    return one <= other or other <= one
