"""What the index knows of a note, exports know too: the same words, on the same lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from familiar_importers.exports.tree_notes import read_notes
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.exporter import ExportOptions
from tests.tree_in_memory import TreeInMemory

PATHS = ("notes.md", "topics/t.md", "people/discord-1.md", "lore/gate.md", "sessions/2026-01-01.md")
BLOCKS = (
    *("plain words", "- a bullet (2026-01-02)", "- a bullet (2026-01-02, in:discord-dm-42)"),
    *("<div>Rowan hid the key</div>", "<!-- unseen -->", "<div>\n<p>\n\n[R](people/discord-1.md)"),
    *("<p>told (2026-02-01, in:discord-dm-42)</p>", "<!-- a -->\nwords\n<!-- b -->", "<script>x"),
    *(
        "> quoted",
        "```\ncode\n```",
        "| a | b |\n|---|---|\n| c | d |",
        "# One",
        "## Two",
        "### Three",
    ),
    *("Keys:\n\n- gate\n- door", "Keys:\n\n- gate\nlazy words", "---", "- [ ] task\n  <b>more</b>"),
    *(
        "## discord-dm-42",
        "## Aliases",
        "- a\n\n  <div>nested words</div>",
        "- damaged (in: x, ^^)",
    ),
)
texts = st.tuples(
    st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=6),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.sampled_from(("", "---\nvisibility: discord-dm-42\n---\n")),
).map(lambda drawn: (drawn[2] + "\n\n".join(drawn[0]) + "\n").replace("\n", drawn[1]))


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.sampled_from(PATHS), texts)
@example("topics/t.md", "# T\n\nplain line\n\n<div>Rowan hid the key under the mat</div>\n")
@example("lore/gate.md", "Keys:\n\n- gate\nlazy words\n")
def test_whatever_is_indexed_is_exported(path: str, text: str) -> None:
    """With the audience that it has there; what is no memory may be exported as well."""
    tree = TreeInMemory({path: text.encode()})
    (note,) = read_notes(tree, print, ExportOptions(Path("out")))
    exported = {(one.block.line, one.block.char_start, one.audience) for one in note.lines}
    words = " ".join(" ".join(one.block.text.split()) for one in note.lines)
    for passage in NoteParser().read(path, text, "").passages:
        found = {one for one in exported if one[0] == passage.line}
        assert found == {(passage.line, passage.char_start, passage.audience)}
        assert " ".join(passage.text.split()) in words
