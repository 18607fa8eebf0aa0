"""Whatever the books hold, the engine keeps its word."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.memory.lore import (
    BookSettings,
    LoreBook,
    LoreEntry,
    LoreLogic,
    LorePosition,
)
from familiar_memory.lore.activation.compiled import compile_lore
from familiar_memory.lore.activation.key import PatternTime, key_of
from familiar_memory.lore.activation.needles import Needles
from familiar_memory.lore.activation.scan import activate
from familiar_memory.lore.activation.settings import ActivationSettings, Message, Scene, Strategy
from familiar_memory.lore.activation.timed import Effects, Span

pytestmark = pytest.mark.long


WORDS = ("tea", "Kettle", "milk", "a cup", "猫", "/te./i", "/(/", "", " ", "{{user}}", "/(a+)+b/")
words = st.sampled_from(WORDS)
keys = st.lists(words, max_size=3).map(tuple)
texts = st.lists(st.sampled_from((*WORDS, "TEA", "kettles", "黒猫")), max_size=4).map(" ".join)
contents = st.builds(
    lambda head, text, times: head + " ".join([text] * times),
    st.sampled_from(("", "", "@@activate\n", "@@dont_activate\n", "@@exclude_keys milk\n")),
    texts,
    st.sampled_from((1, 1, 40)),
)
small = st.integers(0, 3)
entries = st.builds(
    LoreEntry,
    path=st.integers(0, 10**6).map(lambda n: f"lore/{n}.md"),
    title=st.just("it"),
    content=contents,
    keys=keys,
    secondary_keys=keys,
    logic=st.sampled_from(list(LoreLogic)),
    selective=st.booleans(),
    enabled=st.sampled_from((True, True, False)),
    constant=st.sampled_from((False, False, True)),
    order=st.integers(0, 5),
    position=st.sampled_from(list(LorePosition)),
    probability=st.none() | st.integers(0, 100),
    scan_depth=st.none() | small,
    case_sensitive=st.none() | st.booleans(),
    whole_words=st.none() | st.booleans(),
    use_regex=st.sampled_from((False, False, True)),
    ignore_budget=st.sampled_from((False, False, True)),
    exclude_recursion=st.booleans(),
    prevent_recursion=st.booleans(),
    delay_until_recursion=st.sampled_from((0, 0, 1, 2)),
    groups=st.lists(st.sampled_from("gh"), max_size=2, unique=True).map(tuple),
    group_override=st.booleans(),
    group_weight=st.integers(-1, 100),
    group_scoring=st.none() | st.booleans(),
    sticky=small,
    cooldown=small,
    delay=small,
)
books = st.lists(
    st.builds(
        LoreBook,
        st.just("book"),
        st.just("lore"),
        st.lists(entries, max_size=6, unique_by=lambda entry: entry.path).map(tuple),
        st.builds(
            BookSettings,
            st.none() | small,
            st.none() | st.integers(0, 60),
            st.none() | st.booleans(),
        ),
        st.booleans(),
    ),
    max_size=2,
).map(tuple)
modes = st.builds(
    ActivationSettings,
    scan_depth=small,
    budget_tokens=st.sampled_from((0, 20, 60, 1_000)),
    recursion=st.booleans(),
    whole_words=st.booleans(),
    min_activations=small,
    max_recursion=small,
    strategy=st.sampled_from(list(Strategy)),
    seed=st.integers(),
)
talks = st.lists(
    st.builds(Message, st.sampled_from(("Rowan", "")), texts, st.booleans()), max_size=5
).map(tuple)


def scene_of(messages):
    """The moment after these messages."""
    return Scene(messages, expand=lambda text: text.replace("{{user}}", "Rowan"))


@settings(max_examples=300, deadline=None)
@given(books, modes, talks)
def test_the_same_input_gives_the_same_entries_within_the_budget(given_books, mode, messages):
    """Compiled anew or not; each once, none disabled, in the order of a prompt."""
    lore = compile_lore(given_books, mode)
    found = activate(lore, scene_of(messages))
    assert activate(lore, scene_of(messages)) == found
    assert activate(compile_lore(given_books, mode), scene_of(messages)) == found
    inside = [one.entry for one in found.entries]
    assert [one.order for one in inside] == sorted(one.order for one in inside)
    assert len({id(one) for one in inside}) == len(inside)
    assert [one for one in inside if not one.enabled] == []
    assert sum(o.tokens for o in found.entries if not o.entry.ignore_budget) <= mode.budget_tokens
    assert [one.content for one in found.entries if one.content.startswith("@@")] == []
    out = {id(one.entry) for one in found.passed}
    assert out.isdisjoint(id(one) for one in inside)


@settings(max_examples=200, deadline=None)
@given(books, modes, talks, st.integers(1, 5))
def test_a_cooled_entry_never_comes_unless_it_sticks(given_books, mode, messages, more):
    """Whatever its keys say."""
    lore = compile_lore(given_books, mode)
    length = len(messages)
    cooling = {path: Span(length - 1, length + more) for path in lore.by_path}
    assert activate(lore, scene_of(messages), Effects(cooling=cooling)).entries == ()


@settings(max_examples=200, deadline=None)
@given(books, modes, talks, talks)
def test_what_is_in_another_conversation_changes_nothing(given_books, mode, messages, others):
    """Nothing is kept between two activations, nor what patterns cost."""
    lore = compile_lore(given_books, mode)
    expected = activate(compile_lore(given_books, mode), scene_of(messages))
    activate(lore, scene_of(others))
    assert activate(lore, scene_of(messages)) == expected


@settings(max_examples=200, deadline=None)
@given(books, talks)
def test_an_entry_that_is_disabled_might_as_well_not_be_there(given_books, messages):
    """Neither a group nor the budget feels it."""
    without = tuple(
        replace(book, entries=tuple(entry for entry in book.entries if entry.enabled))
        for book in given_books
    )
    mode = ActivationSettings(recursion=True, budget_tokens=60)
    expected = activate(compile_lore(without, mode), scene_of(messages))
    assert activate(compile_lore(given_books, mode), scene_of(messages)) == expected


PIECES = (
    "a",
    "b+",
    "(",
    ")",
    "*",
    "+?",
    "{2,9}",
    "[",
    "]",
    "^",
    "|",
    "\\w",
    "\\1",
    "(?:",
    "(?<=",
    "(?<n>",
    "\\k<n>",
    "$",
    ".",
    "\\",
    "/",
    "?",
    "{",
    "\\u00e9",
    "é",
    "\\b",
    "(a+)+",
)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=30),
    st.text("gimsuy", max_size=3),
    st.sampled_from(("a" * 3_000 + "!", "ab" * 500, "é\nb\x01", "")),
)
def test_any_pattern_ends_within_its_bound(pattern, flags, text):
    """It is found, not found, or refused with a reason; never an error."""
    key = key_of(f"/{pattern}/{flags}", case_sensitive=False, whole_words=False, is_pattern=True)
    if key.pattern is None:
        assert key.reason or not key.written.strip() or key.text
        return
    began = time.perf_counter()
    found, why = key.pattern.look(text, PatternTime(0.02, 0.02, time.perf_counter))
    assert time.perf_counter() - began < 1
    assert not (found and why)


@given(
    st.lists(st.text("abcA 猫", min_size=1, max_size=6), max_size=20),
    st.text("abcA 猫", max_size=60),
)
def test_needles_are_found_exactly_where_they_stand(needles, text):
    """As by looking for each of them."""
    expected = frozenset(n for n, needle in enumerate(needles) if needle in text)
    assert Needles(needles).found_in(text) == expected
