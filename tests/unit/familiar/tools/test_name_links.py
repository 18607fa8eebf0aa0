"""Names in the words of a memory become links, once each, and the text reads as before."""

from __future__ import annotations

import pytest

from familiar_memory.life.tools.stored.name_links import link_to, with_links


@pytest.mark.parametrize(
    ("text", "names", "linked"),
    [
        ("Ann works at Acme Corp.", ["Ann", "Acme Corp"], "[[Ann]] works at [[Acme Corp]]."),
        ("Annie knows ann and Ann.", ["Ann"], "Annie knows [[Ann|ann]] and Ann."),
        ("Acme Corp, not Acme", ["Acme", "Acme Corp"], "[[Acme Corp]], not [[Acme]]"),
        ("ラーメンを田中と食べた", ["田中"], "ラーメンを[[田中]]と食べた"),
        ("[[Ann]] and Bex", ["Ann", "Bex"], "[[Ann]] and Bex"),
        ("a|b is here", ["a|b", ""], "a|b is here"),
    ],
)
def test_the_first_mention_of_a_name_is_a_link(text: str, names: list[str], linked: str) -> None:
    """As a word by itself, or anywhere in a script without spaces; the longest name first."""
    assert with_links(text, names) == linked


def test_no_link_is_made_of_what_would_break_it() -> None:
    """Brackets, bars, headings, blocks, line ends."""
    assert link_to("Ann", "her") == "[[Ann|her]]"
    assert [link_to(f"a{sign}b") for sign in "[]|#^\n"] == [None] * 6
