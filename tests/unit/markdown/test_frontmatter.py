"""YAML at the start of a note."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.markdown.frontmatter.block import NO_FRONTMATTER, read_frontmatter
from familiar_memory.markdown.tree import parse_note


def test_known_keys_are_read_in_every_usual_form() -> None:
    """Lists and scalars, and an offset behind the closing fence."""
    lines = ["---", "aliases: [Ro, 'Ash']", 'tags: "a, #b c"', "type: person", "visibility: owner"]
    read = read_frontmatter("\r\n".join([*lines, "---", "x"]))
    assert read.problem is None
    assert read.aliases == ("Ro", "Ash")
    assert read.tags == ("a", "b", "c")
    assert (read.type, read.visibility, read.title) == ("person", "owner", None)
    assert read_frontmatter("---\nalias: Ro\ntags:\n  - x/y\n---\n").aliases == ("Ro",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "---",
        "---\n\nA rule.\n",
        "---\nSo it went.\n",
        "***\nNote: x\n",
        "- a: 1\n- b: 2\n",
    ],
)
def test_only_a_block_at_the_start_counts(text: str) -> None:
    """A rule above prose, and anything else, is text."""
    assert read_frontmatter(text) == NO_FRONTMATTER


@pytest.mark.parametrize(
    "text",
    [
        *(" ---\na: 1\n---\n", "\n---\na: 1\n---\n", "---\na: 1\n", "----\na: 1\n---\n"),
        *("+++\na = 1\n+++\n", "---\na: 1\n--- x\n# T\n", "\u2014\na: 1\n\u2014\n"),
    ],
)
def test_what_was_meant_as_a_block_and_is_none_is_the_owner_s(text: str) -> None:
    """It stays text, byte for byte, and there is a problem to tell."""
    read = read_frontmatter(text)
    assert read.problem is not None
    assert (read.visibility, read.start, read.end, dict(read.data)) == ("owner", 0, 0, {})


@pytest.mark.parametrize(
    "prose",
    ["zebrafish two", "*So* it went.\n\nAnd on.", "- one\n- two", '> "It" went: well, so-so'],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_prose_between_two_rules_is_text(prose: str, end: str) -> None:
    """Set off by a blank line, it is found by whoever may see the rest of the note."""
    text = f"---\n\n{prose}\n\n---\n\nthree\n".replace("\n", end)
    assert read_frontmatter(text) == NO_FRONTMATTER
    note = parse_note(text)
    assert prose.split()[-1] in " ".join(block.text for block in note.blocks)
    assert note.blocks[-1].text == "three"


@pytest.mark.parametrize(
    "inside",
    [
        *(
            "\nvisibility owner",
            "\nkeep its visibility low",
            "\nVisibilty = owner",
            "\nvisi bility",
        ),
        *("\nSo: x\na: [", "\nтext\n\nvіsibility", "so it went", "\n- visibility: owner"),
    ],
)
def test_prose_that_may_have_meant_to_withhold_closes(inside: str) -> None:
    """With the word in any spelling, with a property, or right under the fence."""
    assert read_frontmatter(f"---\n{inside}\n\n---\n\nthree\n").visibility == "owner"


def test_yaml_s_own_end_mark_ends_it() -> None:
    """What stands behind it is text."""
    read = read_frontmatter("---\ntitle: x\n...\nText\n\n---\n")
    assert (read.title, read.end, read.problem) == ("x", 17, None)


def test_property_names_ignore_case_and_what_cannot_be_seen() -> None:
    """As in Obsidian."""
    read = read_frontmatter("---\nAliases: [Ro]\nTAGS: a\nTi\u200btle: x\nVisibility: owner\n---\n")
    assert (read.aliases, read.tags, read.title) == (("Ro",), ("a",), "x")
    assert read.visibility == "owner"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("visibility: owner\nvisibility: everyone", True),
        ("Visibility: owner\nvisibility: everyone", True),
        ("visibility: everyone\nvisibility: everyone", False),
        ("cssclass: a\ncssclass: b", False),
        ("aliases: a\naliases: b", True),
    ],
)
def test_a_key_that_is_said_twice_is_a_problem_where_it_matters(lines: str, problem: bool) -> None:
    """Nobody can tell which of them was meant; other keys mean nothing anyway."""
    assert (read_frontmatter(f"---\n{lines}\n---\n").problem is not None) is problem


def test_a_byte_order_mark_may_come_first() -> None:
    """Offsets count it."""
    read = read_frontmatter("\ufeff---\na: 1\n---\nx")
    assert (dict(read.data), read.start, read.end) == ({"a": 1}, 1, 14)


@pytest.mark.parametrize(
    "yaml", ["a: [", "- a\n- b", "a: 2026-13-45", "just text", "a: !!python/object:x {}"]
)
def test_malformed_yaml_is_a_problem_not_an_error(yaml: str) -> None:
    """The note stays readable, for its owner; the problem says so."""
    read = read_frontmatter(f"---\n{yaml}\n---\nx")
    assert read.problem is not None
    assert dict(read.data) == {}
    assert read.visibility == "owner"


@pytest.mark.parametrize("nested", ["{a}: {o}", "{a}: {o}{c}", "{d}a", "{a}: {m}", "{k}a"])
def test_what_is_nested_too_deep_is_a_problem_and_no_crash(nested: str) -> None:
    """The loader calls itself for each level: it would end the process."""
    n = 30_000
    signs = {"a": "a", "o": "[" * n, "c": "]" * n, "d": "- " * n, "m": "{x: " * n, "k": "? " * n}
    assert "nested deeper than 100" in str(
        read_frontmatter(f"---\n{nested.format(**signs)}\n---\n").problem
    )


def test_references_do_not_make_a_short_block_long() -> None:
    """What is no plain text is none, whatever it would look like as text."""
    laughs = "".join(f"k{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    read = read_frontmatter(f"---\nk0: &a0 [x, x]\n{laughs}aliases: !!pairs [a: *a59]\n---\n")
    assert (read.problem, read.aliases) == (None, ())


def test_malformed_yaml_that_speaks_of_visibility_withholds() -> None:
    """Somebody meant to keep this note back."""
    assert read_frontmatter("---\nvisibility: discord-dm-42\na: [\n---\n").visibility == "owner"


def test_visibility_that_is_no_plain_value_is_not_absent() -> None:
    """Neither an empty text nor a list is a valid audience, so only the owner is told."""
    assert read_frontmatter("---\nvisibility:\n---\n").visibility == ""
    assert read_frontmatter("---\nvisibility: [a]\n---\n").visibility == "[a]"


def test_an_empty_block_is_frontmatter() -> None:
    """Two fences and nothing between."""
    read = read_frontmatter("---\n---\nx")
    assert (dict(read.data), read.end, read.problem) == ({}, 8, None)


def test_anchors_that_multiply_cost_no_more_than_their_text() -> None:
    """A million lists in ten lines are ten lists, also where each is looked into."""
    lines = ["a0: &a0 [x, x]"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)
    ]
    text = "\n".join(("---", *lines, "---", ""))
    assert read_frontmatter(text).visibility is None


@pytest.mark.parametrize(
    ("yaml", "said"),
    [
        ("title: x\n\tfoo: y", "line 3: it begins with a tab; YAML takes only spaces"),
        ("\tfoo: y", "line 2: it begins with a tab; YAML takes only spaces"),
        ("title: @me", "line 2: a value cannot begin with '@': put it in quotes"),
        ("title: a: b", "line 2: there is a second `: ` in one value"),
        ("title: 'abc\nother: d", "line 2: the ' is opened and never closed"),
        ("tags: [a, b\nother: c", "line 2: the [ is opened and never closed"),
        ("a: 1\nb: \x01", "line 3: it holds a control character"),
    ],
)
def test_the_problem_says_in_which_line_of_the_note(yaml: str, said: str) -> None:
    """And what is wrong there, in plain words."""
    problem = read_frontmatter(f"---\n{yaml}\n---\n# A note\n").problem
    assert problem is not None
    assert problem.startswith(f"the frontmatter is not valid YAML: {said}")


@given(st.text(alphabet="ab:[]{}'\"#&*!|>%@`,-? \t\n\r\x01\x85\u2028", max_size=40))
def test_no_problem_speaks_of_python(yaml: str) -> None:
    """Whatever is between the marks."""
    problem = read_frontmatter(f"---\n{yaml}\n---\n").problem or ""
    assert "<unicode" not in problem and "<document" not in problem and "<block" not in problem
