"""Whom an utterance names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.recall.mentions import Mention, NameBook, find_mentions

PEOPLE = {
    "will": ("discord-1",),
    "zoë": ("discord-2",),
    "mary jane": ("discord-3",),
    "mary": ("discord-4",),
    "はるか": ("discord-5",),
    "はるかぜ": ("discord-6",),
    "佐々木 太郎": ("discord-7",),
    "alex": ("discord-8", "twitch-9"),
    "dark_lord": ("discord-10",),
    "rowan": ("discord-11",),
    "o'neil": ("discord-12",),
}


def named(text: str, *, excluded: tuple[str, ...] = ()) -> list[str]:
    """The names found."""
    return [mention.name for mention in find_mentions(text, PEOPLE, excluded)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I will go", []),
        ("Will you go?", []),
        ("so Will said", ["will"]),
        ("Will, are you there?", ["will"]),
        ("will, are you there?", []),
        ("hey @will", ["will"]),
        ("It ended. Will came.", []),
        ("I saw Will's kettle", ["will"]),
        ("I hope Will'll come", ["will"]),
        ("WILL ROWAN'S TEA", ["rowan"]),
        ("ask Zoë", ["zoë"]),
        ("ask ZOE or zoe", ["zoë"]),
        ("zoe\u0308", ["zoë"]),
        ("the summary janet wrote", []),
        ("so mary jane came", ["mary jane"]),
        ("Mary  Jane", ["mary jane"]),
        ("mary, jane", ["mary jane"]),
        ("only mary", ["mary"]),
        ("今日はるかが来た", ["はるか"]),
        ("春のはるかぜが", ["はるかぜ"]),
        ("はるかとはるかぜ", ["はるか", "はるかぜ"]),
        ("佐々木太郎さん", ["佐々木 太郎"]),
        ("佐々木 太郎さん", ["佐々木 太郎"]),
        ("alexander and alexa", []),
        ("rowan and alex", ["rowan", "alex"]),
        ("dark_lord_ rises", ["dark_lord"]),
        ("O’Neil or o'neil", ["o'neil"]),
        ("rowan rowan rowan", ["rowan"]),
        ("rowan/alex—zoë", ["rowan", "alex", "zoë"]),
        ("", []),
        ("!?… 🎂", []),
    ],
)
def test_the_table_of_mentions(text, names):
    """Whole words, any case and accent, the longest name, in order."""
    assert named(text) == names


def test_a_name_of_several_people_is_not_guessed():
    """All who bear it are given."""
    assert find_mentions("ask alex", PEOPLE) == (Mention("alex", ("discord-8", "twitch-9")),)


def test_names_that_fold_to_one_are_all_found():
    """Neither bearer hides the other."""
    people = {"zoe": ("a",), "zoë": ("b",)}
    assert find_mentions("hi zoe", people) == (Mention("zoe", ("a", "b")),)


@pytest.mark.parametrize("word", ["rowan", "Rowan", "mary jane", "はるか"])
def test_excluded_names_never_count(word):
    """In any script, of any length."""
    assert word.casefold() not in named(f"so {word} came", excluded=(word,))


@given(
    st.dictionaries(st.text(max_size=8), st.just(("x",)), max_size=6),
    st.text(max_size=40),
)
def test_any_names_and_any_text_are_harmless(people, text):
    """And nobody is found twice."""
    found = find_mentions(text, people)
    assert len(set(found)) == len(found)


def test_five_thousand_names_are_looked_up_without_reading_them_again():
    """The book is made once; an utterance costs its own length."""
    book = NameBook.of({f"name{n} of the {n}": (str(n),) for n in range(5_000)})
    assert [m.slugs for m in book.find("so name7 of the 7 came")] == [("7",)]
