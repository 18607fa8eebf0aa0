"""Which words name what talk was about: seen by what stands in front of them."""

from __future__ import annotations

import pytest

from familiar_memory.writers.text.subject_words import is_common, is_subject


@pytest.mark.parametrize(
    ("word", "texts", "is_one"),
    [
        ("kiln", ["the kiln is hot"], True),
        ("kiln", ["kiln!", "hot kiln"], True),
        ("kiln", ["to kiln it"], False),
        ("kiln", ["my kiln", "your kiln", "we kiln it"], True),
        ("kiln", ["the kiln", "we kiln it"], False),
        ("kiln", ["The Kiln", "TO KILN", "the kiln"], True),
        ("窯", ["to 窯"], True),
        ("hmmmm", ["the hmmmm"], False),
        ("lol", ["the lol"], False),
    ],
    ids=[
        "a noun",
        "nothing in front of it",
        "a verb",
        "a noun more often",
        "as often a verb",
        "in capitals",
        "in a script without a table",
        "stretched",
        "listed",
    ],
)
def test_a_word_is_a_subject_where_it_stands_as_a_noun(
    word: str, texts: list[str], is_one: bool
) -> None:
    """More often than as a verb; where nothing says which it is, it may be one."""
    assert is_subject(word, texts) is is_one


def test_words_that_say_nothing_are_common_however_they_stand() -> None:
    """Verbs in their regular forms, too."""
    assert [is_common(one) for one in ("lol", "thing", "kiln")] == [True, True, False]
