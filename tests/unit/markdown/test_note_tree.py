"""Notes as sections and blocks."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.markdown.tree import parse_note

NOTE = """\
---
title: From the frontmatter
---
Before any heading.

# Rowan Ash

A potter.
Came in March.

## Facts

- Likes tea (2026-01-28)
  - and cake
  second line of nothing

  A paragraph of the first item.
1. One
> quoted
> - quoted item

### Deep ##

```md
## not a heading
```

Setext
------

| a | b |
|---|---|
| 1 | 2 |

2026. was great

## Aliases
- Ro
"""


def test_a_note_is_cut_into_sections() -> None:
    """H1 and H2 of any form start sections; headings in fences do not."""
    note = parse_note(NOTE)
    assert (note.title, note.title_line) == ("Rowan Ash", 6)
    assert [(s.level, s.heading, s.line) for s in note.sections] == [
        (0, "", 4),
        (1, "Rowan Ash", 6),
        (2, "Facts", 11),
        (2, "Setext", 28),
        (2, "Aliases", 37),
    ]
    assert [note.text[s.char_start : s.char_start + 8] for s in note.sections] == [
        "Before a",
        "# Rowan ",
        "## Facts",
        "Setext\n-",
        "## Alias",
    ]
    assert note.sections[-1].char_end == len(NOTE)


def test_blocks_know_kind_place_parent_and_headings() -> None:
    """Every block of the note, in order."""
    rows = [
        (b.kind, b.text, b.line, b.line_end, b.parent, b.heading_path, b.record is not None)
        for b in parse_note(NOTE).blocks
    ]
    assert rows == [
        ("paragraph", "Before any heading.", 4, 4, None, (), False),
        ("paragraph", "A potter.\nCame in March.", 8, 9, None, (), False),
        ("item", "Likes tea (2026-01-28)", 13, 13, None, (), True),
        ("item", "and cake\nsecond line of nothing", 14, 15, 2, (), True),
        ("paragraph", "A paragraph of the first item.", 17, 17, 2, (), False),
        ("item", "One", 18, 18, None, (), True),
        ("quote", "quoted", 19, 19, None, (), False),
        ("item", "quoted item", 20, 20, None, (), True),
        ("heading", "Deep", 22, 22, None, (), False),
        ("code", "## not a heading\n", 24, 26, None, ("Deep",), False),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |", 31, 33, None, (), False),
        ("item", "was great", 35, 35, None, (), False),
        ("item", "Ro", 38, 38, None, (), False),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_offsets_are_those_of_the_text_as_read(end: str) -> None:
    """Line ends and a byte order mark count as they stand."""
    text = "\ufeff" + NOTE.replace("\n", end)
    plain = parse_note(NOTE)
    note = parse_note(text)
    assert [b.line for b in note.blocks] == [b.line for b in plain.blocks]
    for block, other in zip(note.blocks, plain.blocks, strict=True):
        expected = NOTE[other.char_start : other.char_end].replace("\n", end)
        assert text[block.char_start : block.char_end] == expected


@pytest.mark.parametrize("text", ["", "\ufeff", "\n\n", "---\n---\n", "---\nunclosed: yes\n"])
def test_any_text_is_a_note(text: str) -> None:
    """Empty notes and half-written ones have no title, and do not fail."""
    assert parse_note(text).title == ""


def test_the_title_falls_back_to_the_frontmatter() -> None:
    """A note without an H1 is named by its `title`."""
    note = parse_note("---\ntitle: Kiln\n---\nText.\n")
    assert (note.title, note.title_line) == ("Kiln", None)


def test_link_definitions_are_text() -> None:
    """A line in brackets is not swallowed as a definition."""
    note = parse_note("- [kiln]: /hot\n")
    assert [b.text for b in note.blocks] == ["[kiln]: /hot"]


def test_other_line_separators_do_not_end_lines() -> None:
    """Form feeds and Unicode separators stay inside their line."""
    note = parse_note("- a\u2028- b\x0c- c\n- d\n")
    assert [(b.line, b.text) for b in note.blocks] == [(1, "a\u2028- b\x0c- c"), (2, "d")]


def test_a_section_is_found_by_its_exact_heading() -> None:
    """Escapes are read; another level does not count."""
    note = parse_note("## A \\#\n\n# B\n\n### C\n")
    section = note.section("A #")
    assert section is not None
    assert section.line == 1
    assert note.section("B") is None
    assert note.section("C") is None


def test_deep_nesting_is_bounded() -> None:
    """Thousands of quote marks are read without exhausting the stack."""
    assert parse_note("> " * 5000 + "x\n").title == ""


def test_a_line_that_was_read_before_is_read_by_what_surrounds_it_now():
    """The same line in two notes whose labels mean two places, and with other predicates."""
    line = "- works_at:: Acme (2026-02-02, #tavern)\n"

    def record(place, vocabulary=SHIPPED):
        head = f'---\nplaces:\n  - "[[channels/discord-{place}|#tavern]]"\n---\n'
        (block,) = parse_note(f"{head}## Facts\n\n{line}", vocabulary).section("Facts").blocks
        return block.record

    places = [record(place).fields.place for place in ("lantern.tavern", "other.t", "other.t")]
    assert places == ["discord-lantern.tavern", "discord-other.t", "discord-other.t"]
    assert record("other.t") is record("other.t")
    assert record("other.t").predicate == "works_at"
    assert record("other.t", Vocabulary.of([])).predicate is None
    assert record("other.t", {"works_at"}).predicate == "works_at"
