"""A line is what an editor shows as one: every reader that names a line counts alike."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from familiar_importers.exports.tree_notes import read_notes
from familiar_memory.markdown.oddities import oddities
from familiar_memory.markdown.source import line_starts, lines_of
from familiar_memory.notes.document import NoteParser
from familiar_memory.store.search.matching import MatchingBudget, find_in_text
from familiar_memory.store.search.pattern import compile_pattern
from familiar_memory.transfer.exporter import ExportOptions
from tests.tree_in_memory import TreeInMemory

WORD = "lapsang"
LINE = f"{WORD} (in\uff1adiscord-dm-7)"
# What str.splitlines and other programs take for the end of a line, and no editor of Markdown.
NO_ENDS = ("\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
words = st.lists(st.sampled_from((*NO_ENDS, "tea", " ")), max_size=4).map(
    lambda parts: f"first{''.join(parts)}last"
)
ends = st.sampled_from(("\n", "\r\n", "\r"))


@given(st.lists(words, max_size=4), ends)
@example(["first\u2028page"], "\n")
def test_every_reader_counts_the_same_lines(before: list[str], end: str) -> None:
    """Passages, exports, doctor's oddities and grep."""
    text = end.join([*(line for one in before for line in (one, "")), LINE, "", "end", ""])
    number = 2 * len(before) + 1
    (passage,) = (
        one for one in NoteParser().read("topics/t.md", text, "").passages if WORD in one.text
    )
    tree = TreeInMemory({"topics/t.md": text.encode()})
    (note,) = read_notes(tree, print, ExportOptions(Path("out")))
    (line,) = (one.block.line for one in note.lines if WORD in one.block.text)
    (odd,) = (one.line for one in oddities(text) if "other signs" in one.what)
    pattern = compile_pattern(WORD, case_insensitive=False, max_chars=100)
    (hit,) = find_in_text("topics/t.md", text, pattern, MatchingBudget(9.0), 10_000)
    assert {passage.line, line, odd, hit.line} == {number}
    assert lines_of(text)[number - 1] == LINE


@given(st.text(st.sampled_from((*NO_ENDS, "\r", "\n", "a"))))
def test_lines_without_their_ends_are_those_that_are_counted(text: str) -> None:
    """Nothing of a text is lost but its line ends."""
    assert len(lines_of(text)) == len(line_starts(text)) - 1
    assert "".join(lines_of(text)) == text.replace("\r", "").replace("\n", "")
