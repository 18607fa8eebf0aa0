"""A quotation stands in what somebody said, or it is none."""

from __future__ import annotations

import pytest

from familiar_memory.writers.policy.evidence import shares_a_word, stands_in

SAID = "I don’t eat meat — “never did”,\n says Rowan; über alles, STRASSE… 3.5 kg"


@pytest.mark.parametrize(
    "quote",
    ["I don't eat meat", "don’t  EAT meat", "meat - \"never did\"", "rowan", "strasse...", "3.5 kg",
     "über alles"],
)  # fmt: skip
def test_case_spacing_and_signs_are_no_difference(quote):
    """A model writes them as it likes."""
    assert stands_in(quote, SAID)


@pytest.mark.parametrize(
    "quote", ["", "I", "?!", "eat mea", "on't eat", "I do eat meat", "Rowan says", "uber"]
)
def test_what_was_not_said_is_no_quotation(quote):
    """Nor is a part of a word, or next to nothing."""
    assert not stands_in(quote, SAID)


def test_scripts_without_spaces_have_no_words_to_cut():
    """A part of a sentence is one of its words."""
    assert stands_in("紅茶が", "わたしは紅茶が好きです")
    assert not stands_in("緑茶が", "わたしは紅茶が好きです")


@pytest.mark.parametrize(
    ("text", "is_shared"),
    [("Tests the engine.", True), ("Is rich.", False), ("Of the.", True), ("ENGINES", True)],
)
def test_what_is_told_has_a_word_of_what_was_said(text, is_shared):
    """In some form; small words do not count, and a text of nothing else says nothing wrong."""
    assert shares_a_word(text, "I test the engine") is is_shared
