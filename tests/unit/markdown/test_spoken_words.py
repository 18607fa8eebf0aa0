"""What a line says behind whoever speaks in it."""

from __future__ import annotations

import pytest

from familiar_memory.markdown.text.spoken import behind_the_speaker, words_behind_the_speaker


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[[Rowan]]: tea, then", "tea, then"),
        ("[[Rowan Ash|Rowan]]: tea, then", "tea, then"),
        ("**Rowan**: tea, then", "tea, then"),
        ("tea with [[Rowan]]: hot", "tea with [[Rowan]]: hot"),
        ("[[Rowan]] is here", "[[Rowan]] is here"),
        ("", ""),
    ],
)
def test_only_who_speaks_at_the_beginning_is_left_out(line: str, said: str) -> None:
    """In either way in which a line names them."""
    assert behind_the_speaker(line) == said


def test_a_link_that_leads_elsewhere_by_the_same_label_says_the_same() -> None:
    """An editor has renamed the note; another label is another word."""
    one = words_behind_the_speaker("[[Rowan]]: ask [[Mara]]")
    assert words_behind_the_speaker("[[Rowan Ash]]: ask [[Mara Lind|Mara]]") == one
    assert words_behind_the_speaker("[[Rowan]]: ask [[Bex]]") != one
