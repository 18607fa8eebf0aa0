"""Lore tells nobody a word that the search would not tell them, however its lines end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.knowledge.audience import Viewer
from familiar_memory.lore.book.notes.note_text import parse_entry
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.lore.views import lore_note, told_text
from familiar_memory.recall.parts.character import permitted_body

NOW = datetime(2026, 3, 1, tzinfo=UTC)
OWNERS = "(2026-01-01, in:owner)"
HEAD = ["# Cellar", "", "Keys:", "", "- cellar", "", "---", ""]
OPEN = (
    ["{open} is open"],
    ["{open} here", "and {open} there"],
    ["- {open}", "- {open} (2026-01-01)"],
    ["> {open}"],
    ["| a |", "|--|", "| {open} |"],
    ["<p>", "{open}", "</p>"],
    ["```", "{open}", "```"],
    ["a\u2028{open}\x0bb\x0cc\x85d"],
    ["- {open} (2026-01-01, until 2027-01-01)"],
)
PRIVATE = (
    [f"- {{secret}} {OWNERS}"],
    [f"* {{secret}} {OWNERS}", "  and {secret}", "", "  and {secret}"],
    [f"1. {{secret}} {OWNERS}", "   - and {secret}"],
    ["- {secret} (2026-01-01, in:discord dm 7)"],
    [f"> {{secret}} {OWNERS}"],
    [f"{{secret}} {OWNERS}"],
    ["{secret} first", f"then {{secret}} {OWNERS}"],
    ["| a |", "|--|", f"| {{secret}} {OWNERS} |"],
    ["<div title='{secret}'>", f"word {{secret}} {OWNERS}", "</div>"],
    [f"<!-- {{secret}} {OWNERS} -->"],
    [f"## {{secret}} {OWNERS}", "", "{secret}", "", "- {secret}", "", "## Open"],
    [f"### {{secret}} {OWNERS}", "", "<div title='{secret}'></div>", "", "## Open"],
    [f"## P {OWNERS}", "", "```{secret}", "{secret}", "```", "", "<!-- {secret} -->", "", "# Open"],
    ["- {secret} [visibility:: owner]"],
)
ENDED = (
    ["- ~~{secret} (2026-01-01)~~"],
    ["- {secret} (2026-01-01, expires:2026-02-01)"],
    ["- {secret} (2026-01-01, until 2026-02-01)", "- {open}"],
    ["- {secret} (2026-01-01, since 2099-01-01)"],
)
CLOSING = (["visibility:: owner"], ["<!-- visibility: owner -->"])
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def notes(draw, *, is_own: bool) -> str:
    """Blocks that say for whom they are in one way or another; each line ends as it likes."""
    blocks = draw(st.lists(st.sampled_from([*OPEN, *PRIVATE, *(ENDED if is_own else ())])))
    lines = [*HEAD] if draw(st.booleans()) else []
    for block in blocks:
        lines += [line.format(secret="zebrafish", open="heron") for line in block]
        # A paragraph between them, so that lists stay apart.
        lines += ["", "heron", ""]
    usual = draw(ENDS)
    is_mixed = draw(st.booleans())
    text = ""
    for line in lines:
        end = draw(ENDS) if is_mixed else usual
        # A feed behind a return would be one line end with it.
        text += line + ("\r\n" if text.endswith("\r") and not line and end == "\n" else end)
    return text


@pytest.mark.parametrize("path", ["lore/cellar.md", "lore/imported/tavern/cellar.md"])
@few_and_many(
    12,
    60,
    data=st.data(),
)
def test_no_word_is_told_of_a_line_that_is_not_for_the_viewer(path, data) -> None:
    """And what is for everyone is: all of it."""
    text = data.draw(notes(is_own=path.count("/") == 1))
    note = lore_note(text, NoteParser().read(path, text, ""))
    content = parse_entry(told_text(note, frozenset({"everyone"}), NOW)).content
    assert "zebrafish" not in content
    assert content.count("heron") == parse_entry(text).content.count("heron")


@pytest.mark.parametrize("path", ["lore/cellar.md", "lore/imported/tavern/cellar.md"])
@few_and_many(
    12,
    20,
    data=st.data(),
    closing=st.sampled_from(CLOSING),
)
def test_a_note_that_is_closed_by_a_line_of_it_is_closed(path, data, closing) -> None:
    """Wherever the line is."""
    text = data.draw(notes(is_own=False))
    end = data.draw(ENDS)
    text += end * 2 + end.join(closing).format(secret="zebrafish") + end
    assert lore_note(text, NoteParser().read(path, text, "")).audience == "owner"


@few_and_many(
    12,
    40,
    data=st.data(),
)
def test_the_card_tells_none_of_it_either(data) -> None:
    """It is read by the same rules."""
    text = data.draw(notes(is_own=False))
    assert "zebrafish" not in permitted_body(text, Viewer("discord-lantern.tavern"))


@pytest.mark.parametrize("path", ["lore/mill.md", "lore/imported/book/mill.md"])
def test_empty_lines_count_nothing_that_is_hidden(path: str) -> None:
    """A note told without its hidden lines reads as one that never had them."""

    def told(text: str) -> str:
        return told_text(lore_note(text, NoteParser().read(path, text, "")), frozenset(), NOW)

    hidden = f"# Mill\n\n- one\n\n- {{secret}} {OWNERS}\n\n- two\n"
    assert "secret" not in told(hidden)
    assert told(hidden) == told("# Mill\n\n- one\n\n\n\n- two\n")
    assert told(hidden) == told("# Mill\n\n- one\n\n- two\n")
