"""Of a wiki link a reader sees the label, and never the name of a file."""

from __future__ import annotations

import pytest

from familiar_memory.markdown.text.wiki_text import label_text, links_as_labels, wiki_link


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("met [[Rowan|Bex]] and [[Gladys]].", "met Bex and Gladys."),
        ("[[Rowan|Bex]]: hello", "**Bex**: hello"),
        ("[[Rowan]]: saw [[Gladys]]", "**Rowan**: saw Gladys"),
        ("![[Rowan#Facts|facts]]", "facts"),
        ("[[Rowan\\|Bex]] in a table", "Bex in a table"),
        ("[[2026-02-17-evening#^m3071|Bex: moved]] (#tavern)", "Bex: moved (#tavern)"),
        ("[[Rowan| ]]", "Rowan"),
        ("`[[ -f x ]]` is no link", "`[[ -f x ]]` is no link"),
        ("not \\[[this]]", "not \\[[this]]"),
        ("[[a]", "[[a]"),
        ("nothing", "nothing"),
    ],
)
def test_only_labels_are_text(text: str, shown: str) -> None:
    """A speaker stands out; code and escaped brackets are as they are."""
    assert links_as_labels(text) == shown


def test_a_link_names_its_label_where_that_is_another_word() -> None:
    """And its label cannot end it."""
    assert wiki_link("Rowan", "Rowan") == "[[Rowan]]"
    assert wiki_link("Rowan", "Bex") == "[[Rowan|Bex]]"
    assert wiki_link("Rowan", "B]] | [[x") == "[[Rowan|B x]]"
    assert wiki_link("Rowan", "]]") == "[[Rowan]]"
    assert label_text("two\nlines `x`") == "two lines x"


def test_a_link_to_what_somebody_said_shows_them_as_the_speaker() -> None:
    """As the line does to which it leads; any other link shows its label."""
    assert links_as_labels("[[2026-02-17-evening#^m1|Bex: moved: to Oban]]") == (
        "**Bex**: moved: to Oban"
    )
    assert links_as_labels("[[plans#^m1|moved to Oban]]") == "moved to Oban"
    assert links_as_labels("see [[plans#^m1|Bex: moved]]") == "see Bex: moved"
