"""Whatever a note holds: links that become words leave it what it is, to the byte beside them."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.links import Link, find_links
from familiar_memory.markdown.source import line_starts
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.rewritten.unlinking import without_lost_links

_RULES = NoteRules()
_LINKS = (
    "[[Gone]]",
    "[[Gone|it]]",
    "[[topics/Gone#^k1|it]]",
    "![[Gone|300]]",
    "[it](Gone.md)",
    "[[Gone\\|it]]",
    "[[Other]]",
    "`[[Gone]]`",
)
_TELLING = (
    "[[Gone|- x]]",
    "[[Gone|# x]]",
    "[[Gone|(in:owner)]]",
    "[[Gone|(2026-01-01, ref:t1)]]",
    "[[Gone|likes:: tea]]",
    "[[Gone|^k2]]",
    "[[Gone|```]]",
    "[[Gone|---]]",
)
_BROKEN = ("[[", "]]", "[", "](Gone.md)", "!", "|", "\\", "`", "~~", "\ufeff", "```", "---")
_WORDS = ("word", " ", "likes:: ")
_STARTS = ("", "- ", "  - ", "> ", "## ", "| ", "- ~~", "1. ", "- [ ] ", "    ")
_TAILS = ("", "", " ^k1", " (2026-01-01, ref:t1, in:discord-dm-42)", " (in:owner) ^k3", "~~", " |")
_ENDS = ("\n", "\r\n", "\r", "\n\n")
_pieces = st.one_of(*map(st.sampled_from, (_LINKS, _LINKS, _TELLING, _BROKEN, _WORDS)))
_lines_of_notes = st.tuples(
    st.sampled_from(_STARTS),
    st.lists(_pieces, max_size=3).map("".join),
    st.sampled_from(_TAILS),
    st.sampled_from(_ENDS),
).map("".join)
_notes = st.lists(_lines_of_notes, max_size=5).map("".join)
_heads = st.sampled_from(
    ("", '---\nup: "[[Gone]]"\n---\n', "\ufeff---\r\nup: '[[Gone]]'\r\n---\r\n")
)


def _is_lost(link: Link) -> bool:
    return "Gone" in link.target


def _is_less(now: str, before: str) -> bool:
    """Whether a text is another one with some of its characters left out."""
    signs = iter(before)
    return all(sign in signs for sign in now)


def _lines(text: str) -> list[str]:
    starts = line_starts(text)
    return [text[at:to] for at, to in pairwise(starts)]


@given(_heads, _notes)
def test_nothing_changes_but_the_links_that_are_meant(head: str, body: str) -> None:
    """Line by line: others keep their bytes, these lose some, and none comes to be anything new."""
    text = head + body
    now = without_lost_links(text, "a.md", _is_lost, _RULES)
    before, after = _lines(text), _lines(now)
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        assert old == new or ("Gone" in old and _is_less(new, old))
        assert re.search(r"[\r\n]*\Z", old)[0] == re.search(r"[\r\n]*\Z", new)[0]  # type: ignore[index]
    others = [one for one in find_links(text) if not _is_lost(one)]
    assert [one for one in find_links(now) if not _is_lost(one)] == others


@given(_heads, _notes)
def test_every_line_is_for_whom_it_was(head: str, body: str) -> None:
    """And has the tail that it had."""

    def told(text: str) -> list[object]:
        note = parse_note(text, _RULES.vocabulary, "a.md")
        return [
            (one.line, one.audience, one.record.fields, one.record.state, one.record.predicate)
            for one in standing_lines("a.md", note, _RULES.default_audience)
        ]

    text = head + body
    assert told(without_lost_links(text, "a.md", _is_lost, _RULES)) == told(text)
