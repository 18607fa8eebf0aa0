"""Frames: a few words in their order, with others in between."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.frames.classes import ENGLISH
from familiar_memory.writers.forms.frames.english import ROWS
from familiar_memory.writers.forms.frames.frame import frame_places, read_frame
from familiar_memory.writers.forms.frames.reading import find_framed
from familiar_memory.writers.forms.frames.words import said_in, sentence_words, word_phrases
from familiar_memory.writers.known.ends import ENDS
from familiar_memory.writers.known.places_taken import CHANGES


def _stands(written: str, said: str) -> bool:
    return any(True for _ in frame_places(read_frame(written, ENGLISH), sentence_words(said)))


def _found(said: str) -> set[str]:
    found = (
        one
        for lasting in (True, False)
        for one in find_framed(said, said, wide=False, lasting=lasting)
    )
    return {f"{one.predicate}:: {one.object}" for one in found}


def test_a_sentence_is_its_words_and_marks() -> None:
    """What is said short is a word of its own; hyphens and dots within words are not."""
    said = "My flat's gluten-free, isn't it? I've 3.5 of St. Louis"
    assert [word.text for word in sentence_words(said)] == [
        *("My", "flat", "'s", "gluten-free", ",", "isn't", "it", "?"),
        *("I", "'ve", "3.5", "of", "St", ".", "Louis"),
    ]


def test_phrases_are_found_by_their_first_word() -> None:
    """The longest first."""
    words = sentence_words("I gave up on it")
    assert list(said_in(words, word_phrases("gave_up gave_up_on it"))) == [(1, 4), (1, 3), (4, 5)]


@pytest.mark.parametrize(
    ("written", "said", "stands"),
    [
        ("<my> ..2 flat in", "my tiny cheap flat in Hull", True),
        ("<my> ..1 flat in", "my tiny cheap flat in Hull", False),
        ("<my> ..2 flat in", "my sister flat in Hull", False),
        ("<my> :2 flat in", "my sister flat in Hull", True),
        ("<i> ..3 live", "I would never live there", False),
        ("flat ~ mine", "that flat, the tiny one, is mine", True),
        ("flat ~ mine", "that flat, the tiny one, is not mine", False),
        ("flat & mine", "that flat, the tiny one, is not mine", True),
        ("^ based in", "hello, based in Hull", True),
        ("^ based in", "she is based in Hull", False),
        ("^^ based in", "hello, based in Hull", False),
        ("vegan $", "I'm vegan so no", True),
        ("vegan $", "a vegan cheese", False),
        ("home !to", "Hull is home to many", False),
        ("home !to", "Hull is home", True),
        ("i really* am", "I really really am", True),
        ("i really? am", "I really really am", False),
    ],
)
def test_a_frame_stands_where_its_words_do(written: str, said: str, stands: bool) -> None:
    """In their order, with no more between them than it leaves room for."""
    assert _stands(written, said) is stands


def test_every_row_can_be_read() -> None:
    """Each class and slot that a row names is there."""
    for row in (*ROWS, *ENDS, *CHANGES):
        written = row.said.replace("{x}", "{thing}")
        list(frame_places(read_frame(written, ENGLISH), sentence_words("I live in York")))
        assert row.predicate or "{kin}" in row.said


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("our kitchen in Oban has damp again", "lives_in:: Oban"),
        ("Oban has been home for a while", "lives_in:: Oban"),
        ("I came to live in Oban by accident", "lives_in:: Oban"),
        ("my manager at Quarry Mill sings", "works_at:: Quarry Mill"),
        ("it's Quarry Mill that employs me", "works_at:: Quarry Mill"),
        ("I clocked out at the tram depot, shattered", "works_at:: tram depot"),
        ("I'm away visiting Oban with no laptop", "staying_in:: Oban"),
        ("careful with the walnuts, I'm allergic", "allergic_to:: walnuts"),
        ("my fiddle lesson was moved", "plays:: fiddle"),
        ("my Welsh is decent by now", "speaks:: Welsh"),
        ("Welsh menus are easy, I can read it", "speaks:: Welsh"),
        ("strictly vegan over here", "diet:: vegan"),
        ("had plum jam again, I'm obsessed", "loves:: plum jam"),
        ("sorry about that, it was Toast, my whippet", "has_pet:: whippet called Toast"),
        ("Oban is pretty, that's where I'm from", "from_place:: Oban"),
        ("4 May works badly for me, that's my birthday", "birthday:: 4 May"),
    ],
)
def test_what_no_form_foresees_is_found(said: str, fact: str) -> None:
    """By a few of its words."""
    assert fact in _found(said)


@pytest.mark.parametrize(
    "said",
    [
        "my sister's kitchen in Oban has damp",
        "my parents have a flat in Oban",
        "I quit my job at Quarry Mill",
        "I applied for a job at Quarry Mill",
        "my old flat in Oban was nicer",
        "I'd love a flat in Oban",
        "he got the keys to my place in Oban",
        "I miss our house in Oban",
        "my brother plays the fiddle",
        "my son has a fiddle lesson",
        "I'm not vegan",
        "I only eat vegan cheese",
        "my Welsh is terrible",
        "my Welsh teacher is good",
        "she's the walnuts person, she says I'm allergic to fun",
        "Toast, my whippet is asleep",
        "I play the fiddle in the game",
        "imagine our kitchen in Oban",
        "I'm stuck in Traffic",
        "my first day at the festival",
        "my sister's birthday is on 4 May",
        "I make it with almond flour. It's my favorite for birthdays",
        "French is hard but Marie is fluent",
        "the flat in Oban we looked at was damp",
        "my hotel in Oban has no wifi",
        "we watched a film about Oban, that's where my uncle is from",
        "the bakery pays my sister's bills",
        "my interview at Quarry Mill is on Monday",
        "being vegan sounds hard",
        "she was so proud when I got a job with a pension",
        "my flat in Cities Skylines has no road",
        "settled in Skyrim, my house in Whiterun is nice",
        "first day at Hogwarts, my character got a badge",
    ],
)
def test_what_comes_near_is_not(said: str) -> None:
    """Of somebody else, of before, of what is not so, or of no such thing."""
    assert _found(said) == set()
