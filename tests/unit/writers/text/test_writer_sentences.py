"""What somebody typed is cut into sentences, and what is not their own is put aside."""

from __future__ import annotations

import pytest

from familiar_memory.writers.text.sentences import (
    MASK,
    MAX_SENTENCE_CHARS,
    mask_quotations,
    plain_prose,
    split_sentences,
)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", ("One.", "Two!", "Three?")),
        ("I passed!!! Really.", ("I passed!!!", "Really.")),
        ("Incident No. 1 is Mr. Ash. It is 3.4 m", ("Incident No. 1 is Mr. Ash.", "It is 3.4 m")),
        ("金沢です。犬です！本当？はい", ("金沢です。", "犬です！", "本当？", "はい")),
        ("a line\nanother", ("a line", "another")),
        ("  \n ", ()),
    ],
)
def test_sentences_end_at_marks_and_line_ends(text: str, sentences: tuple[str, ...]) -> None:
    """Marks stay; abbreviations and decimals are no ends."""
    assert split_sentences(text) == sentences


def test_a_sentence_is_never_longer_than_the_bound() -> None:
    """Patterns never see more, whatever somebody pastes."""
    assert [len(s) for s in split_sentences("x" * 5_000)] == [MAX_SENTENCE_CHARS]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('he said "I live in Rome" today', f"he said {MASK} today"),
        ("「東京に住んでいます」と言った", f"{MASK}と言った"),
        ("*I work at the castle* hello", f"{MASK} hello"),
        ("I **love** it, I’m *so* glad", "I love it, I'm so glad"),
        ("run `I live in x`", f"run {MASK}"),
    ],
)
def test_other_peoples_words_are_masked(text: str, masked: str) -> None:
    """Quotations, code and acted asides; emphasis is kept as plain words."""
    assert mask_quotations(text) == masked


def test_code_and_quoted_lines_are_dropped() -> None:
    """A fence that is never closed reaches to the end."""
    assert plain_prose("hello\n> I live in Rome\nbye\n```\nI live in x\n") == "hello\n\nbye"
