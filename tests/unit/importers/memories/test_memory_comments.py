"""What OpenClaw notes in comments is read as fields of the record, and no word of it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_importers.memories.making.commented_lines import with_commented_fields
from familiar_importers.memories.memory_md import MemoryMarkdownImporter
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.importer import NoteFile


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "- Keep it local. <!-- trigger: gateway setup, port --> <!-- importance: 9 -->",
            "- Keep it local. (importance:9, tags:gateway setup|port)",
        ),
        ("- Ship <!-- project: alpha-key --> ^k1", "- Ship (category:alpha-key) ^k1"),
        ("- A <!-- confidence: 0.8 --> (2026-01-01)", "- A (2026-01-01, confidence:0.8)"),
        ("- A (2026-01-01) <!-- importance: 7 -->", "- A (2026-01-01, importance:7)"),
        ("- A <!-- date: 2026-01-02 -->", "- A (2026-01-02)"),
        ("- A <!-- source: memory/x.md#L1 -->", "- A (ref:memory/x.md%23L1)"),
        ("- A <!-- source: inferred -->", "- A (source:inferred)"),
        ("- A <!-- supersedes: ^k3 -->", "- A (replaces:^k3)"),
        ("- A <!-- importance: 7 --> <!-- uid: 1 -->", "- A <!-- uid: 1 --> (importance:7)"),
        (
            "<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:3:3 -->\n"
            "- Reports were ugly. [score=0.878 recalls=0 avg=0.620"
            " source=memory/2026-05-01.md:3-3]",
            "<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:3:3 -->\n"
            "- Reports were ugly. <!-- score=0.878 recalls=0 avg=0.620"
            " source=memory/2026-05-01.md:3-3 --> (2026-05-01)",
        ),
    ],
)
def test_comments_become_fields(tmp_path: Path, line: str, expected: str) -> None:
    """Byte for byte but for that line; a second import writes the same."""
    (tmp_path / "MEMORY.md").write_bytes(f"# Memory\r\n\r\n{line}\r\n- B\r\n".encode())
    note = next(iter(MemoryMarkdownImporter("everyone").read(tmp_path / "MEMORY.md")))
    assert note == NoteFile("MEMORY.md", f"# Memory\r\n\r\n{expected}\r\n- B\r\n")
    assert with_commented_fields("MEMORY.md", note.text) == note.text
    first, *_ = NoteParser().read("MEMORY.md", note.text, "").passages
    assert "<!--" not in first.text
    assert "score" not in first.text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- Keep it. <!-- importance: 9 -->", "- Keep it. (importance:9)"),
        ("- Ship <!-- date: 2026-01-05 -->", "- Ship (2026-01-05)"),
        ("- Ship <!-- date: 2025-12-31 -->", "- Ship (2025-12-31)"),
        ("- [x] Ship <!-- trigger: port --> ^k1", "- [x] Ship (tags:port) ^k1"),
        ("- Ship <!-- uid: 1 -->", "- Ship <!-- uid: 1 -->"),
    ],
)
def test_comments_in_the_note_of_a_day_become_fields_too(
    tmp_path: Path, line: str, expected: str
) -> None:
    """The day is that of the note, unless the comment says another."""
    (tmp_path / "MEMORY.md").write_text("# Memory\n")
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-01-05.md").write_bytes(f"# Day\r\n\r\n{line}\r\n".encode())
    notes = MemoryMarkdownImporter("everyone").read(tmp_path)
    found = {one.path: one.text for one in notes if isinstance(one, NoteFile)}
    assert found["days/2026-01-05.md"] == f"# Day\r\n\r\n{expected}\r\n"


@pytest.mark.parametrize(
    "line",
    [
        "- A <!-- importance: 11 -->",
        "- A <!-- importance: high | mentions: 1 -->",
        "- A <!-- date: 2026-02-30 -->",
        "- A <!-- source: chat -->",
        "- A <!-- never closed",
        "- <!-- importance: 7 -->",
        "A paragraph <!-- importance: 7 -->",
        "- `<!-- importance: 7 -->` is how",
        "- A (2026-01-01, in:nowhere at all) <!-- importance: 7 -->",
        "- A (2026-01-01, in:everyone) <!-- importance: 7 -->",
    ],
)
def test_what_is_not_understood_stays(line: str) -> None:
    """No byte changes, and no line is for more people than it was."""
    assert with_commented_fields("MEMORY.md", f"{line}\n") == f"{line}\n"


_PIECES = st.sampled_from(
    (
        *("- ", "words", " <!-- importance: 7 -->", " <!-- trigger: a, b -->", " <!-- x -->", "\n"),
        *(
            "~~",
            "(2026-01-01, ref:1)",
            " ^k1",
            "`",
            "<!--",
            "-->",
            "[x] ",
            "(in:owner)",
            "\\",
            "  ",
        ),
        *("> ", "```\n", "works_at:: ", "[[X]]", "<!-- openclaw-memory-promotion:memory/", "\r\n"),
    )
)


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_any_text_is_read_once_and_for_all(text: str) -> None:
    """Blocks that are no record stay, and a second reading finds nothing."""
    once = with_commented_fields("MEMORY.md", text)
    assert with_commented_fields("MEMORY.md", once) == once
    before, after = parse_note(text).blocks, parse_note(once).blocks
    assert [b.text for b in before if not b.record] == [b.text for b in after if not b.record]
