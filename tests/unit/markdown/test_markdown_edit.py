"""Edits of a note's text, by example."""

from __future__ import annotations

from datetime import date

import pytest
from struck_lines import struck_line

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import EditError, InputError
from familiar_memory.markdown.change.edit import (
    append_records,
    new_note,
    remove_block,
    replace_record,
)

NEW = "- Likes tea (2026-01-28)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", f"## Facts\n\n{NEW}\n", id="empty file"),
        pytest.param("# T\n", f"# T\n\n## Facts\n\n{NEW}\n", id="no such section"),
        pytest.param("# T", f"# T\n\n## Facts\n\n{NEW}", id="no final line end"),
        pytest.param("# T\n\n\n", f"# T\n\n\n## Facts\n\n{NEW}\n", id="blank lines at the end"),
        pytest.param("\ufeff", f"\ufeff## Facts\n\n{NEW}\n", id="byte order mark alone"),
        pytest.param("---\na: 1\n---", f"---\na: 1\n---\n## Facts\n\n{NEW}\n", id="frontmatter"),
        pytest.param("## Facts\n", f"## Facts\n\n{NEW}\n", id="empty section"),
        pytest.param(
            "## Facts\n## Next\n", f"## Facts\n\n{NEW}\n\n## Next\n", id="empty before another"
        ),
        pytest.param(
            "## Facts\n\n## Next\n", f"## Facts\n\n{NEW}\n\n## Next\n", id="empty with a blank line"
        ),
        pytest.param("## Facts\n\n- a\n", f"## Facts\n\n- a\n{NEW}\n", id="list"),
        pytest.param("## Facts\n- a\n## N", f"## Facts\n- a\n{NEW}\n## N", id="tight, no blanks"),
        pytest.param(
            "## Facts\n\n- a\n\n- b\n\n## N\n",
            f"## Facts\n\n- a\n\n- b\n\n{NEW}\n\n## N\n",
            id="loose list",
        ),
        pytest.param(
            "## Facts\n\n- a\n\n\n", f"## Facts\n\n- a\n{NEW}\n\n\n", id="trailing blanks"
        ),
        pytest.param(
            "## Facts\n\n  * a\n    * n\n",
            "## Facts\n\n  * a\n    * n\n  * Likes tea (2026-01-28)\n",
            id="marker and indentation of the list",
        ),
        pytest.param("## Facts\n\nProse.\n", f"## Facts\n\nProse.\n\n{NEW}\n", id="prose"),
        pytest.param("## Facts\n\n1. a\n", f"## Facts\n\n1. a\n\n{NEW}\n", id="numbered list"),
        pytest.param("## Facts\n\n> q\n", f"## Facts\n\n> q\n\n{NEW}\n", id="quote"),
        pytest.param(
            "## Facts\n\n- a\n\n### Deep\n\n- d\n",
            f"## Facts\n\n- a\n{NEW}\n\n### Deep\n\n- d\n",
            id="own list before an H3",
        ),
        pytest.param("Facts\n-----\n- a\n", f"Facts\n-----\n- a\n{NEW}\n", id="setext heading"),
        pytest.param(
            "## Facts\n- # h\nNext\n---\n",
            f"## Facts\n- # h\n{NEW}\n\nNext\n---\n",
            id="before an underlined heading",
        ),
        pytest.param("##  Facts ##\n- a\n", f"##  Facts ##\n- a\n{NEW}\n", id="closing hashes"),
        pytest.param(
            "```\n## Facts\n```\n",
            f"```\n## Facts\n```\n\n## Facts\n\n{NEW}\n",
            id="heading in a fence",
        ),
        pytest.param(
            "## Facts\r\n\r\n- a\r\n\r\n## N\n",
            f"## Facts\r\n\r\n- a\r\n{NEW}\r\n\r\n## N\n",
            id="line ends of the neighbourhood",
        ),
        pytest.param(
            "## Facts\n\n- a\n  ```\n  code\n",
            f"## Facts\n\n- a\n  ```\n  code\n{NEW}\n",
            id="open fence in an item",
        ),
        pytest.param("## Facts\n- a  \nlazy\n", f"## Facts\n- a  \nlazy\n{NEW}\n", id="lazy line"),
    ],
)
def test_a_record_is_appended_as_a_tidy_person_would(text: str, expected: str) -> None:
    """One stretch is inserted; everything else stays."""
    assert append_records(text, "Facts", [NEW]) == expected


def test_without_a_heading_records_go_before_the_first_section() -> None:
    """As in a scratchpad that has only a title."""
    assert append_records("# T\n\nHi.\n", None, [NEW]) == f"# T\n\nHi.\n\n{NEW}\n"
    assert append_records("# T\n## Facts\n", None, [NEW]) == f"# T\n\n{NEW}\n\n## Facts\n"
    assert append_records("## Facts\n", None, [NEW]) == f"{NEW}\n\n## Facts\n"


def test_several_records_are_appended_at_once() -> None:
    """They share one list."""
    text = append_records(new_note("T"), "Facts", ["- a", "* b", "+ c"])
    assert text == "# T\n\n## Facts\n\n- a\n- b\n- c\n"
    assert append_records(text, "Facts", []) == text


@pytest.mark.parametrize(
    "text",
    ["## Facts\n\n```\ncode\n", "## Facts\n<!-- note\n", "# T\n\n~~~\n", "## Facts\n<pre>\n"],
)
def test_a_note_left_open_refuses(text: str) -> None:
    """Inside a fence or a comment the record would be no record."""
    with pytest.raises(EditError) as refused:
        append_records(text, "Facts", [NEW])
    assert "left open" in refused.value.problem


@pytest.mark.parametrize(
    "line", ["", "text", "- a\n- b", "- a\r- b", "- # h", "  - a", "- - a", "-"]
)
def test_only_one_plain_item_a_line_is_taken(line: str) -> None:
    """Everything else is a mistake of the caller."""
    with pytest.raises(InputError):
        append_records("# T\n", "Facts", [line])


def test_a_section_is_added_once() -> None:
    """Any heading can be written, and is found again."""
    text = append_records("# T\n", "C #", ["- a"])
    assert text == "# T\n\n## C \\#\n\n- a\n"
    assert append_records(text, "C #", ["- b"]) == f"{text}- b\n"
    with pytest.raises(InputError):
        append_records(text, " ", ["- a"])


def test_a_new_note_has_its_title() -> None:
    """In one line, whatever the name is; one without a name is called untitled."""
    assert new_note("  Rowan\nAsh #") == "# Rowan Ash \\#\n"
    assert new_note(" ") == "# Untitled\n"


TEXT = (
    "# T\r\n\r\n- [ ] likes:: tea (2026-01-28, ref:1) 📅 2026-02-01 ^t1\r\n"
    "  - nested  \r\n* b ~~c~~\r\n"
)


def test_a_record_is_struck_with_or_without_an_end() -> None:
    """Box, emoji, id and the other lines stay; what says so already is left as it is."""
    ended = struck_line(TEXT, 3, "2026-02")
    assert ended == TEXT.replace(
        "likes:: tea (2026-01-28, ref:1)", "~~likes:: tea (2026-01-28, until 2026-02, ref:1)~~"
    )
    assert struck_line(ended, 3, "2026-02") == ended
    assert struck_line(TEXT, 4) == TEXT.replace("nested  ", "~~nested~~")
    assert struck_line(TEXT, 5) == TEXT.replace("b ~~c~~", r"~~b \~\~c\~\~~~")


def test_a_record_is_written_anew_in_its_place() -> None:
    """Marker and indentation stay; several lines become one."""
    new = Record("x", RecordFields(learned=date(2026, 1, 28), seen=2))
    assert replace_record("  + a\n    b\n  + c\n", 1, "a b", new) == (
        "  + x (2026-01-28, seen:2)\n  + c\n"
    )
    with pytest.raises(EditError):
        replace_record("- a\n", 1, "other", new)
    with pytest.raises(EditError):
        replace_record("-\n  a\n", 2, "a", new)


def test_a_damaged_tail_is_not_touched() -> None:
    """Nobody knows what it said: the line is struck around it."""
    assert struck_line("- a (2026-01-28, in:?)\n", 1) == "- ~~a (2026-01-28, in:?)~~\n"


def test_a_block_is_removed_with_its_lines() -> None:
    """Of two blank lines around it one goes."""
    assert remove_block("# T\n\na\nb\n\n- c\n", 3, "a\nb") == "# T\n\n- c\n"
    assert remove_block("- a\n- b (2026-01-28)\n- c", 2, "b") == "- a\n- c"
    with pytest.raises(EditError):
        remove_block("- a\n", 1, "b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# T\n\n## Said\n\n- s\n", "# T\n\n## Facts\n\n- a\n\n## Said\n\n- s\n"),
        ("# T\ntext\n## Said\n- s\n", "# T\ntext\n\n## Facts\n\n- a\n\n## Said\n- s\n"),
        ("## Said\r\n- s\r\n", "## Facts\r\n\r\n- a\r\n\r\n## Said\r\n- s\r\n"),
        ("Said\n---\n- s\n", "## Facts\n\n- a\n\nSaid\n---\n- s\n"),
        ("# T\n\n## Other\n", "# T\n\n## Other\n\n## Facts\n\n- a\n"),
        ("## Said\n\n## Facts\n\n- b\n", "## Said\n\n## Facts\n\n- b\n- a\n"),
        ("\ufeff## Said\n\n- s\n", "\ufeff## Facts\n\n- a\n\n## Said\n\n- s\n"),
        ("> ## Said\n\nx\n", "> ## Said\n\nx\n\n## Facts\n\n- a\n"),
    ],
)
def test_a_new_section_stands_above_those_that_it_is_to_precede(text: str, expected: str) -> None:
    """Only above a section that is one; one that is there stays where a person put it."""
    assert append_records(text, "Facts", ["- a"], before=["Said"]) == expected


def test_of_several_sections_with_one_heading_each_can_be_meant() -> None:
    """By its number; the one behind the last is new."""
    text = "## A\n\n- one\n\n## B\n\n## A\n\n- two\n"
    appended = [append_records(text, "A", ["- x"], occurrence=number) for number in range(3)]
    assert appended == [
        text.replace("- one\n", "- one\n- x\n"),
        text + "- x\n",
        text + "\n## A\n\n- x\n",
    ]


def test_a_new_heading_can_say_for_whom_its_section_is() -> None:
    """Behind its words, which say nothing of the kind themselves; then it is found by both."""
    limit, name = "(in:discord-lantern.tavern)", "A (in:owner)"
    text = append_records("# T\n", name, ["- x"], limit=limit)
    assert text == f"# T\n\n## A \\(in\\:owner\\) {limit}\n\n- x\n"
    assert append_records(text, name, ["- y"], limit=limit) == f"{text}- y\n"
