"""No match is missed for the words that a pattern is said to need."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
import regex
from every_pattern import every_pattern
from hypothesis import given
from hypothesis import strategies as st

import benchmarks.year
from familiar_memory.knowledge.languages.bounded_pattern import bounded
from familiar_memory.knowledge.languages.required_words import required_words, without_case
from familiar_memory.writers.text.sentences import split_sentences


def needs(pattern: str) -> list[list[str]]:
    """What it needs, in an order to be read."""
    return [sorted(words) for words in required_words(pattern)]


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("lives? in", [["live"], ["in"]]),
        (r"\bmoved\s+(?:to|into)\b", [["moved"], ["into", "to"]]),
        ("(?:I|we) left (?P<o>.+)", [["left"]]),
        ("my (cat|guinea pig) (?P<name>Bob|Al)?", [["cat", "guinea"], ["my"]]),
        ("(?:moved (?:away|out)|gone)", [["gone", "moved"]]),
        ("(?:gave up|quit)+ now", [["gave", "quit"], ["now"]]),
        ("a(?:bc){0,3}d?xyz{2}", [["xy"]]),
        ("(?=tomorrow)come(?! back)", [["come"]]),
        ("(?<=never )again", [["again"]]),
        (r"it\-s\ over\.", [["over."], ["it-s"]]),
        ("(?-i:York)(?i:town)", [["york"], ["town"]]),
        ("[Ll]eave|stay", [["eave", "stay"]]),
        ("住んで[いる]?", [["住んで"]]),
        ("CAFÉ", [["café"]]),
        ("", []),
        ("a|b", []),
        ("one|", []),
    ],
)
def test_what_a_pattern_needs(pattern: str, needed: list[list[str]]) -> None:
    """The most telling first: the longest, of the fewest."""
    assert needs(pattern) == needed


@pytest.mark.parametrize(
    "pattern",
    [
        r"(\w+) and \1", "(?P<a>x) (?P=a)", "(x)?(?(1)yes|no)", r"word\L<names>",
        "(?:kettle){e<=1}", "(?i)kettle", "(?x: ket tle)", r"\x6bettle", "kettle(?R)?",
        "[[a-z]--[k]]ettle", "(?#no)kettle",
    ],
)  # fmt: skip
def test_what_is_not_understood_needs_nothing(pattern: str) -> None:
    """The whole pattern is tried then."""
    assert required_words(pattern) == ()


def test_a_verbose_pattern_needs_nothing() -> None:
    """Its spaces and remarks are none of the text."""
    pattern = bounded("ket tle  # of copper", regex.VERBOSE)
    assert pattern.search("a kettle") is not None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("kettle", "\u212aETTLE"),
        ("is over", "\u0130S over"),
        ("is over", "\u0131s over"),
        ("\u0130s over", "is over"),
        ("left", "le\ufb05"),
        ("straße", "STRASSE"),
        ("strasse", "straße"),
        ("CAFÉ", "café"),
    ],
)
def test_letters_that_are_the_same_where_case_is_ignored(pattern: str, text: str) -> None:
    """What `regex` finds is found."""
    flags = regex.IGNORECASE | regex.VERSION1
    found = regex.search(pattern, text, flags)
    assert (bounded(pattern, flags).search(text) is None) == (found is None)


WORDS = st.sampled_from(
    ["kettle", "is", "ski", "fish", "straße", "CAFÉ", "e\u0301", "in York", "住む", "a", "fluff"]
)
REPEATS = st.sampled_from(["", "", "", "?", "*", "+", "{2}", "{0,2}", "{,2}", "{1,}", "+?", "?+"])


def _grouped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    groups = st.sampled_from(["(?:{})", "({})", "(?P<o{n}>{})", "(?-i:{})", "(?>{})"])
    parts = st.tuples(groups, st.lists(inner, min_size=1, max_size=3), REPEATS)
    group = parts.map(lambda p: p[0].replace("{n}", "x").format("|".join(p[1])) + p[2])
    around = st.tuples(st.sampled_from(["(?={})", "(?!{})"]), inner).map(
        lambda p: p[0].format(p[1])
    )
    plain = st.sampled_from([r"\b", r"\s*", ".", "[a-z]?", "^", r"\w+", "s?", "k+"])
    return st.lists(group | inner | plain | around, min_size=1, max_size=4).map("".join)


PATTERNS = st.recursive(WORDS, _grouped, max_leaves=8)
ODD = {"k": "\u212a", "s": "\u017f", "i": "\u0130ı", "f": "\ufb00", "ss": "ß", "e": "É"}


@st.composite
def spelt_otherwise(draw: st.DrawFn, text: str) -> str:
    """The same text in letters that are the same to a search that ignores case."""
    for plain, odd in ODD.items():
        if draw(st.booleans()):
            text = text.replace(plain, draw(st.sampled_from([plain.upper(), *odd])))
    return text


@given(st.data(), PATTERNS)
def test_a_text_without_what_is_needed_never_matches(data: st.DataObject, pattern: str) -> None:
    """Whatever the pattern is made of, and in whatever letters the text is."""
    try:
        made = regex.compile(pattern, regex.IGNORECASE | regex.VERSION1)
        texts = st.from_regex(re.compile(pattern, re.IGNORECASE))
    except (regex.error, re.error):
        return
    pieces = st.lists(WORDS | st.sampled_from([" ", "s", "k"]), max_size=5).map("".join)
    text = data.draw(texts | pieces)
    text = data.draw(spelt_otherwise(text))
    try:
        found = list(made.finditer(text, timeout=0.1))
    except TimeoutError:
        return  # a repeat of repeats
    if found:
        told = without_case(text)
        assert all(any(word in told for word in words) for words in required_words(pattern))
    now = bounded(pattern, regex.IGNORECASE | regex.VERSION1)
    assert [one.span() for one in now.finditer(text)] == [one.span() for one in found]


def _texts(table: object) -> Iterator[str]:
    """Every text of a table, at whatever depth."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for one in table.values() if isinstance(table, dict) else table:
            yield from _texts(one)


@pytest.mark.long
def test_no_pattern_of_a_language_misses_what_it_would_find() -> None:
    """In every wording of the year and its talk: each pattern in a fifth of them."""
    of_year = Path(benchmarks.year.__file__).parent
    tables = (tomllib.loads(path.read_text("utf-8")) for path in sorted(of_year.glob("*.toml")))
    filled = {"{it}": "York", "{old}": "Hull", "{when}": "May 2024", "{kind}": "cat"}
    said = [
        regex.sub(r"\{\w+\}", lambda m: filled.get(m[0], "two"), one) for one in _texts([*tables])
    ]
    assert len(said) > 1_000
    sentences = list(dict.fromkeys(chain.from_iterable(map(split_sentences, said))))
    stride = 1 if os.environ.get("EVERY_STEP") else 5
    missed = [
        (pattern.pattern[:120], sentence)
        for number, pattern in enumerate(every_pattern())
        for sentence in sentences[number % stride :: stride]
        if not pattern.finditer(sentence) and pattern.compiled.search(sentence) is not None
    ]
    assert missed == []
