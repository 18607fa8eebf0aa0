"""The words in blocks of HTML are memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.document import PassageKind
from familiar_memory.markdown.text.html_text import html_text
from familiar_memory.notes.document import NoteParser


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('<p align="center">The vault code is <b>42</b>17.</p>', "The vault code is 4217."),
        ("<center>Tea &amp; toast &#9749;</center>", "Tea & toast ☕"),
        ("<div>\n  <p>One</p><p>Two</p>\n\t<br>Three\n</div>", "One Two\nThree"),
        ("<details><summary>Secrets</summary>", "Secrets"),
        ("<!-- not this --><div>That</div>", "That"),
        ("<!-- never\nclosed", ""),
        ("<script>\nlet x = '<p>no</p>'\n</script>", ""),
        ("<style>p { color: red }</style><p>Yes</p>", "Yes"),
        ('<div title="a > b">y</div>', "y"),
        ("<div>1 < 2 and x</div>", "1 < 2 and x"),
        ("<div>- works_at:: Acme (2026-01-01)</div>", "- works_at:: Acme (2026-01-01)"),
    ],
)
def test_the_words_without_the_markup(source: str, text: str) -> None:
    """Tags and comments go, entities become characters."""
    assert html_text(source).text == text


def test_a_block_of_html_is_cited_by_the_lines_of_its_words() -> None:
    """And its offsets are those of the file, whatever ends its lines."""
    text = (
        "# T\r\n\r\n<div>\r\n<!-- x -->\r\n<p>The vault</p>\r\n<p>code</p>\r\n</div>\r\n\r\nEnd\r\n"
    )
    document = NoteParser().read("people/discord-1.md", text, "")
    html, end = document.passages
    assert (html.text, html.line, html.kind) == ("The vault\ncode", 5, PassageKind.PARAGRAPH)
    assert text[html.char_start : html.char_end] == "<p>The vault</p>\r\n<p>code</p>"
    assert end.text == "End"


@pytest.mark.parametrize(
    "block",
    [
        "<p>code (2026-01-01, in:discord-dm-42)</p>",
        "<p>code (2026-01-01, <b>in:</b>discord-dm-42)</p>",
        "<p>code <!-- (2026-01-01, in:discord-dm-42) --></p>",
        "<div>\ncode\n(2026-01-01, in&#58;discord-dm-42)\n</div>",
    ],
)
def test_a_block_that_holds_something_like_a_tail_is_the_owner_s(block: str) -> None:
    """Wherever in it the tail is, and however it is written."""
    document = NoteParser().read("notes.md", f"{block}\n", "")
    assert [one.audience for one in document.passages] == ["owner"]
    assert document.problems


def test_html_below_a_bullet_and_under_a_heading_is_for_the_same() -> None:
    """As any other block."""
    text = "- a (2026-01-01, in:discord-dm-42)\n\n  <p>b</p>\n\n## H (in:owner)\n\n<p>c</p>\n"
    document = NoteParser().read("notes.md", text, "")
    assert [(p.text, p.audience) for p in document.passages] == [
        ("a", "discord-dm-42"),
        ("b", "discord-dm-42"),
        ("c", "owner"),
    ]
    assert all(p.kind is PassageKind.PARAGRAPH for p in document.passages[1:])


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "<p>",
                    "</p>",
                    "<!--",
                    "-->",
                    "<script>",
                    "</script>",
                    "&lt;",
                    '"',
                    "'",
                    "<",
                    ">",
                ),
                *("a", "b", " ", "\n", "<div x='", "<br/>", "<?", "<![CDATA[", "é"),
            ]
        ),
        max_size=20,
    ).map("".join),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_any_html_is_read_and_its_words_stand_where_they_are_cited(source: str, end: str) -> None:
    """The cited lines hold every word of the passage that is written without entities."""
    text = f"<div>\n{source}".replace("\n", end)
    for one in NoteParser().read("notes.md", text, "").passages:
        cited = text[one.char_start : one.char_end]
        assert cited == cited.strip("\r\n") or not cited
        letters = [c for c in one.text if c in "abé"]
        assert all(cited.count(c) >= letters.count(c) for c in letters)
        assert len(
            text[: one.char_start].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        ) == (one.line)
