"""The fast path for plain notes says what the parser says, token by token."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from familiar_memory.markdown.plain_blocks import plain_tokens
from familiar_memory.markdown.source import parsed_tokens

pytestmark = pytest.mark.long


STARTS = ["", "- ", "* ", "+ ", "# ", "## ", "###### ", "####### ", "1. ", "> ", "  - ", "    "]
STARTS += [
    "-",
    "#",
    "---",
    "===",
    "```",
    "~~~",
    "~~",
    "**",
    "|",
    "| - |",
    "<",
    "[",
    "- [ ] ",
    "2026",
]
TEXTS = [
    "",
    "a",
    "word two",
    "a #",
    "x ",
    "**b**",
    "~~c~~",
    "-",
    "- d",
    "=",
    "1. e",
    "(f)",
    "| g |",
]
TEXTS += [
    "\u3000h",
    "\xa0",
    "i\xa0",
    "\u00e9t\u00e9",
    "\u8336",
    "2026-01-28 j",
    "[x]: /y",
    '"q"',
    "\t",
]
LINES = st.one_of(
    st.tuples(st.sampled_from(STARTS), st.sampled_from(TEXTS)).map("".join),
    st.sampled_from(["- a", "- b", "* c", "prose", "# H", "", ""]),
    st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=6),
)


@settings(max_examples=1_500)
@given(st.lists(LINES, max_size=9).map("\n".join))
@example("# T\n\n- a\n- b\n\n## H\n- c\n\n* d\n\nprose\nmore\n- e\n")
@example("- a\n\n- b\n\n\nprose")
def test_plain_tokens_are_the_parsers(text):
    """Every field of every token; what is not plain is left to the parser."""
    tokens = plain_tokens(text) if text else None
    assert tokens is None or tokens == parsed_tokens(text)


def test_an_ordinary_note_is_plain():
    """Or the fast path would be dead code."""
    text = "# Ada\n\nA friend.\n\n## Facts\n\n- **likes** tea (2026-01-28)\n- ~~x~~ ^a1\n"
    assert plain_tokens(text) == parsed_tokens(text)
    assert plain_tokens("- a\n  - nested\n") is None
