"""Properties are added to a note without touching anything else of it."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.errors import EditError
from familiar_memory.markdown.frontmatter.edit import add_items, set_property
from familiar_memory.markdown.frontmatter.yaml_value import yaml_value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("discord-284619350177841152", "discord-284619350177841152"),
        ("rowan.archivist", "rowan.archivist"),
        ("Dr. Tamsin", "Dr. Tamsin"),
        ("[[Rowan]]", '"[[Rowan]]"'),
        ("yes", '"yes"'),
        ("2026-02-02", '"2026-02-02"'),
        ("12", '"12"'),
        ("a: b", '"a: b"'),
        ("x #y", '"x #y"'),
        ('say "hi"\n', '"say \\"hi\\"\\n"'),
        ("ひかり", '"ひかり"'),
        ("", '""'),
        (date(2026, 2, 2), "2026-02-02"),
    ],
)
def test_a_value_is_quoted_where_a_reader_may_take_it_for_something_else(
    value: str | date, written: str
) -> None:
    """Plain words stand as they are; a date is a date."""
    assert yaml_value(value) == written


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "---\nid: x\n---\n"),
        ("# T\r\n", "---\r\nid: x\r\n---\r\n# T\r\n"),
        ("\ufeff# T\n", "\ufeff---\nid: x\n---\n# T\n"),
        ("---\n---\nB", "---\nid: x\n---\nB"),
        ("---\n# mine\nb:  1\n...\nB", "---\n# mine\nb:  1\nid: x\n...\nB"),
        ("---\n  b: 1\n---\n", "---\n  b: 1\n  id: x\n---\n"),
        ("---\ntext: |+\n  a\n\n---\n", "---\ntext: |+\n  a\n\nid: x\n---\n"),
    ],
)
def test_a_property_that_is_absent_goes_to_the_end_of_the_block(before: str, after: str) -> None:
    """Without a block one is made, below a byte order mark, with the line ends of the note."""
    assert set_property(before, "id", "x") == after


@pytest.mark.parametrize("value", ["id: mine", "ID: mine", "id:", "id: [x]", "id: x  # mine"])
def test_a_value_that_a_person_gave_stays(value: str) -> None:
    """Also one that is empty, or no plain value."""
    text = f"---\n{value}\n---\n"
    assert set_property(text, "id", "x") == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tags:\n  - a # mine\n", "tags:\n  - a # mine\n  - b\n"),
        ("tags:\n- 'a'\nc: 1\n", "tags:\n- 'a'\n- b\nc: 1\n"),
        ("tags: [a]\n", "tags: [a, b]\n"),
        ("tags: [a, ] # c\n", "tags: [a, b, ] # c\n"),
        ("tags: []\n", "tags: [b]\n"),
        ("tags: [\n  a, # one\n  ]\n", "tags: [\n  a, b, # one\n  ]\n"),
        ("tags:   # none yet\nc: 1\n", "tags:   # none yet\n  - b\nc: 1\n"),
        ("Tags:\r\n- a\r\n", "Tags:\r\n- a\r\n- b\r\n"),
        ("tag: [a]\n", "tag: [a, b]\n"),
        ("c: 1\n", "c: 1\ntags:\n  - b\n"),
        ("tags: [a, b]\n", "tags: [a, b]\n"),
        ("tags:\n  - |\n    a\nc: 1\n", "tags:\n  - |\n    a\n  - b\nc: 1\n"),
    ],
)
def test_items_join_a_list_in_the_shape_that_it_has(before: str, after: str) -> None:
    """Lines, brackets, nothing yet, or another spelling of the key."""
    fence = "---\r\n" if "\r\n" in before else "---\n"
    assert add_items(f"{fence}{before}{fence}", "tags", ["b"]) == f"{fence}{after}{fence}"


@pytest.mark.parametrize(
    "block",
    [
        "tags: mine, own\n",
        "tags: ~\n",
        "tags: {a: b}\n",
        "tags:\n  - a: b\n",
        "x: &x [a]\ntags: *x\n",
        "{tags: [a], c: [1, 2}\n",
        "tags: [a\n",
        "<<: {tags: [a]}\n",
        "tags: [a]\nTAGS: [a]\n",
        "visiblity: owner\n",
        "- a\n",
    ],
)
def test_what_cannot_be_changed_for_sure_is_refused(block: str) -> None:
    """A single value, a borrowed list, damaged YAML: a person's to mend."""
    with pytest.raises(EditError, match="stay as they are"):
        add_items(f"---\n{block}---\nBody\n", "tags", ["b"])


def test_a_block_that_never_ends_is_left_alone() -> None:
    """Nothing is put above it either."""
    with pytest.raises(EditError, match="never ends"):
        set_property("---\ntags: a\n# T\n", "id", "x")


def test_a_rule_above_prose_is_no_block() -> None:
    """One is made above it."""
    text = "---\n\nOnce upon a time\n\n---\nThe end\n"
    assert set_property(text, "id", "x") == f"---\nid: x\n---\n{text}"


def test_a_list_may_be_made_right_behind_a_plain_value() -> None:
    """Keys of people keep their order; what is no plain value is no such place."""
    block = "---\nid: discord-42  # mine\ntags:\n  - person\n---\nBody\n"
    assert add_items(block, "aliases", ["Ro"], behind="id") == (
        "---\nid: discord-42  # mine\naliases:\n  - Ro\ntags:\n  - person\n---\nBody\n"
    )
    for other in ("tags", "unheard"):
        text = add_items(block, "aliases", ["Ro"], behind=other)
        assert text == block.replace("---\nBody", "aliases:\n  - Ro\n---\nBody")
    folded = "---\nid: >\n  a\ntags: [x]\n---\n"
    assert add_items(folded, "aliases", ["Ro"], behind="id").endswith("aliases:\n  - Ro\n---\n")
