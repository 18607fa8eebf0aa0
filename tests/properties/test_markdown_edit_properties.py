"""Edits keep every byte of a person's text, and add exactly what was asked for."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise

from few_and_many import few_and_many
from hypothesis import assume, example
from hypothesis import strategies as st
from struck_lines import struck_line

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import EditError
from familiar_memory.markdown.change.edit import (
    append_records,
    new_note,
    remove_block,
)
from familiar_memory.markdown.record.line import render_record
from familiar_memory.markdown.tree import Note, parse_note

LINES = st.sampled_from(
    [
        "",
        "   ",
        "\t",
        "# Title",
        "## Facts",
        "## Facts ##",
        "## Aliases",
        "### Deep",
        "Facts",
        "---",
        "===",
        "***",
        "- a",
        "- a (2026-01-28, in:discord-dm-42) ^x1",
        "* a",
        "+ a",
        "  - nested",
        "   - nearly",
        "    code",
        "\tcode",
        "-",
        "1. one",
        "2026. was great",
        "- - deep",
        "- # heading in item",
        "- ```",
        "```",
        "~~~",
        "~~~~ py",
        "> quote",
        "> - quoted (2026-01-28)",
        "> ```",
        "<!-- open",
        "-->",
        "<div>",
        "<script>",
        "| a | b |",
        "|---|---|",
        "lazy text",
        "[a]: /url",
        "- ~~old~~ (2026-01-28)",
        "title: x",
        "\x0c",
        "\xa0",
        "猫",
    ]
)
ENDS = st.sampled_from(["\n"] * 6 + ["\r\n"] * 3 + ["\r"])
NOTES = st.builds(
    lambda bom, lines, last: bom + "".join(a + b for a, b in lines) + last,
    st.sampled_from(["", "", "", "\ufeff", "---\na: 1\n---\n", "---\r\nb: 2\r\n---"]),
    st.lists(st.tuples(LINES, ENDS), max_size=12),
    LINES,
) | st.text(st.sampled_from("ab #-*+>`~|=1.:\\[]()<!\t\n\r"), max_size=40)
TEXTS = st.text(
    st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20
) | st.sampled_from(
    ["# x", "- x", "```", "<!--", "~~x~~", "likes:: tea", " x ", "| a | b |", "---", "-"]
)
NEW_RECORDS = st.lists(
    st.builds(
        lambda text, dated: Record(text, RecordFields(date(2026, 1, 28) if dated else None)),
        TEXTS,
        st.booleans(),
    ),
    min_size=1,
    max_size=3,
)
HEADINGS = st.sampled_from(["Facts", "Aliases", "Deep", "C #", "discord-lantern.tavern"])


def _inserted(old: str, new: str) -> str | None:
    """The one stretch that was inserted, or None when something else changed as well."""
    for at in range(len(old) + 1):
        if new.startswith(old[:at]) and new.endswith(old[at:]) and len(new) >= len(old):
            return new[at : at + len(new) - len(old)]
    return None


def _lone_records(note: Note, heading: str | None) -> list[Record | None]:
    return [
        block.record
        for section in note.sections
        if (section.level < 2 if heading is None else section.heading == heading)
        for block in section.blocks
        if block.kind == "item" and block.parent is None and block.line == block.line_end
    ]


@few_and_many(80, 1000, NOTES, st.none() | HEADINGS, NEW_RECORDS, st.lists(HEADINGS, max_size=2))
@example("## Facts\n\nlazy text", "Facts", [Record("x")], [])
@example("a | b\n", None, [Record("-|-")], [])
def test_appending_inserts_the_records_and_keeps_every_byte(
    text: str, heading: str | None, records: list[Record], before: list[str]
) -> None:
    """For any text: the records stand there as items of their own, or nothing is written."""
    try:
        lines = [render_record(record) for record in records]
        result = append_records(text, heading, lines, before)
    except EditError:
        return
    added = _inserted(text, result)
    assert added is not None
    note = parse_note(result)
    if heading != "Aliases":
        found = _lone_records(note, heading)
        assert all(record in found for record in records)
        old = [block.record for block in parse_note(text).blocks if block.record]
        new = [block.record for block in note.blocks if block.record]
        assert sorted(map(repr, new)) == sorted(map(repr, [*old, *records]))


@few_and_many(80, 300, NOTES, NEW_RECORDS, st.lists(HEADINGS, max_size=2))
def test_a_closed_note_always_takes_records(
    text: str, records: list[Record], before: list[str]
) -> None:
    """Only an open fence, an open HTML block or a swallowed heading is a reason to refuse."""
    for mark in ("`", "~", "<"):
        text = text.replace(mark, "")
    lines = [render_record(record) for record in records]
    result = append_records(text, "Facts", lines, before)
    assert parse_note(result).section("Facts") is not None


@few_and_many(80, 100, NOTES, NEW_RECORDS)
def test_appending_leaves_no_double_blank_line(text: str, records: list[Record]) -> None:
    """At neither joint stand more blank lines than there were, or than one."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n|\n|\r", text)]
    tidy = "\n".join(b for a, b in pairwise(["", *lines]) if a or b)
    try:
        result = append_records(tidy, "Facts", [render_record(record) for record in records])
    except EditError:
        return
    after = [line.strip(" \t") for line in result.removesuffix("\n").split("\n")]
    assert all(a or b for a, b in pairwise(after))


@few_and_many(
    80, 100, NOTES, st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
)
def test_a_section_is_one_insertion(text: str, name: str) -> None:
    """It is added with its first line, and every byte is kept; a title reads as given."""
    assume(name.strip())
    shown = " ".join(name.split())
    assert parse_note(new_note(name)).title == shown
    try:
        result = append_records(text, name, ["- a"])
    except EditError:
        return
    assert _inserted(text, result) is not None
    assert parse_note(result).section(shown) is not None


@few_and_many(80, 300, NOTES, st.data())
def test_a_change_of_one_record_leaves_the_others(text: str, data: st.DataObject) -> None:
    """Striking or removing a block touches the lines of that block alone."""
    first = {b.line: b for b in reversed(parse_note(text).blocks) if b.record}
    records = [block for block in first.values() if not block.record.damaged]
    if not records:
        return
    block = data.draw(st.sampled_from(records))
    assert block.record is not None
    for change in (
        lambda: struck_line(text, block.line, "2026-02"),
        lambda: struck_line(text, block.line),
    ):
        try:
            result = change()
        except EditError:
            continue
        assert result.startswith(text[: block.char_start])
        assert result.endswith(text[block.char_end :])
        changed = parse_note(result).blocks[block.ordinal].record
        assert changed is not None
        assert changed.text == block.record.text
        assert changed.state is not RecordState.LIVE
    removed = remove_block(text, block.line, block.text)
    assert text.startswith(removed[: block.char_start])
    assert len(removed) <= len(text) - (block.char_end - block.char_start)


@few_and_many(80, 500, NOTES)
def test_blocks_lie_in_order_inside_their_sections(text: str) -> None:
    """Offsets cover the text's own lines; sections follow each other without a gap."""
    note = parse_note(text)
    for before, after in pairwise(note.sections):
        assert before.char_end == after.char_start
    if note.sections:
        assert note.sections[-1].char_end == len(text)
    blocks = note.blocks
    assert [block.ordinal for block in blocks] == list(range(len(blocks)))
    for before, after in pairwise(blocks):
        assert before.char_end <= after.char_start
    for section in note.sections:
        for block in section.blocks:
            assert section.char_start <= block.char_start <= block.char_end <= section.char_end
            source = text[block.char_start : block.char_end]
            assert block.text.split("\n")[0].strip() in source
            assert block.parent is None or block.parent < block.ordinal
