"""Whom an utterance names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.recall.names.concerned import _stem
from familiar_memory.recall.names.mentions import Mention, NameBook

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
    "rene\u0301e": ("discord-13",),
    "\u0130lker": ("discord-14",),
    "\U0001f98a": ("discord-15",),
    "\U0001f600\U0001f44d": ("discord-16",),
    "\u2b50 Star \u2b50": ("discord-17",),
    "太郎123": ("discord-18",),
    "Kenじ": ("discord-19",),
    "李": ("discord-20",),
    "राम": ("discord-21",),
    "mac": ("discord-22",),
    "(•_•)": ("discord-23",),
    "…": ("discord-24",),
}


def named(text: str, *, excluded: tuple[str, ...] = ()) -> list[str]:
    """The names found."""
    return [mention.name for mention in NameBook.of(PEOPLE).find(text, excluded)]


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
        ("hi renée and ren\u00e9e", ["rene\u0301e"]),
        ("RENE\u0301E's kettle", ["rene\u0301e"]),
        ("＠renee", ["rene\u0301e"]),
        ("is \u0130lker here? ilker? I\u0307LKER!", ["\u0130lker"]),
        ("so \U0001f98a came", ["\U0001f98a"]),
        ("hey @\U0001f98a!", ["\U0001f98a"]),
        ("\U0001f600\U0001f44d\ufe0f said", ["\U0001f600\U0001f44d"]),
        ("I like \U0001f600", []),
        ("a \U0001f98a\u200d\U0001f4bb at work", []),
        ("ask \u2b50\ufe0f Star \u2b50 or \u2b50Star\u2b50", ["\u2b50 Star \u2b50"]),
        ("太郎123は来た", ["太郎123"]),
        ("太郎1234は来た", []),
        ("昨日Kenじさんが", ["Kenじ"]),
        ("AlKenじ", []),
        ("macさんとrowanさん", ["mac", "rowan"]),
        ("今日は李さんが来た", ["李"]),
        ("李、元気?", ["李"]),
        ("桃李と李子", []),
        ("राम, राम!", ["राम"]),
        ("रामायण", []),
        ("a macbook", []),
        ("so (•_•) came", ["(•_•)"]),
        ("hey @(•_•)!", ["(•_•)"]),
        ("well… (•) _•)", []),
        ("", []),
        ("!?… 🎂", []),
    ],
)
def test_the_table_of_mentions(text, names):
    """Whole words, any case and accent, the longest name, in order."""
    assert named(text) == names


def test_a_name_of_several_people_is_not_guessed():
    """All who bear it are given."""
    assert NameBook.of(PEOPLE).find("ask alex") == (Mention("alex", ("discord-8", "twitch-9")),)


def test_names_that_fold_to_one_are_all_found():
    """Neither bearer hides the other."""
    people = {"zoe": ("a",), "zoë": ("b",)}
    assert NameBook.of(people).find("hi zoe") == (Mention("zoe", ("a", "b")),)


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
    found = NameBook.of(people).find(text)
    assert len(set(found)) == len(found)


def test_five_thousand_names_are_looked_up_without_reading_them_again():
    """The book is made once; an utterance costs its own length."""
    book = NameBook.of({f"name{n} of the {n}": (str(n),) for n in range(5_000)})
    assert [m.slugs for m in book.find("so name7 of the 7 came")] == [("7",)]


@given(st.lists(st.text(st.sampled_from("ab1Z-_é漢ß\u0130"), min_size=1, max_size=40), min_size=1))
def test_a_run_of_words_is_called_as_a_note_of_that_title(run):
    """However plain its words are."""
    assert _stem(run) == title_slug(" ".join(run))
