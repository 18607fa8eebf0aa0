"""The words by which facts are asked for."""

from __future__ import annotations

import pytest

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.predicate_words import (
    RULE,
    object_of,
    predicate_of,
    words_of_predicate,
)
from familiar_memory.knowledge.predicates import SAME_AS, SHIPPED
from familiar_memory.knowledge.words import content_words


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_entry_is_of_a_predicate_and_can_be_found(language):
    """No entry is empty, of stop words alone, or twice in a row."""
    table = language_tables(RULE)[language]
    assert set(table) <= set(SHIPPED)
    for name, words in table.items():
        assert words and len(words) == len(set(words)), name
        assert all(content_words(word) for word in words), name


def test_english_has_words_for_all_that_comes_along():
    """But for what joins two notes of one person, which nobody asks for."""
    assert set(SHIPPED) - set(language_tables(RULE)["en"]) == {SAME_AS}


def test_japanese_entries_are_japanese_and_no_single_kana():
    """An entry counts wherever its characters stand."""
    entries = [word for words in language_tables(RULE)["ja"].values() for word in words]
    assert all(is_dense_script(word[0]) for word in entries)
    assert all(len(word) > 1 or "\u4e00" <= word <= "\u9fff" for word in entries)


def test_words_are_of_all_languages_and_of_its_own_name():
    """A predicate that no table has is asked for by its name."""
    assert {"works at", "employer", "職場"} <= set(words_of_predicate("works_at"))
    assert words_of_predicate("tea_of_choice") == ("tea of choice",)


def test_a_record_is_taken_apart():
    """What has no predicate has no fact."""
    assert (predicate_of("works_at:: Acme"), object_of("works_at:: Acme")) == ("works_at", "Acme")
    assert (predicate_of("works at Acme"), object_of("works at Acme")) == (None, "works at Acme")
