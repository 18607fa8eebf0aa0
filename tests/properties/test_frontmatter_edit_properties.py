"""Whatever properties people have written, an edit adds what it says and nothing else."""

from __future__ import annotations

import json
import string

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from familiar_memory.errors import EditError
from familiar_memory.markdown.frontmatter.edit import add_items, set_property
from familiar_memory.markdown.frontmatter.yaml_value import yaml_value

_SINGLE = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=12)
_WORDS = st.sampled_from(["a", "Bex", "12", "1.0", "yes", "null", "2026-02-02", "[[Rowan]]", "é"])
_KEYS = st.sampled_from(["id", "tags", "Tags", "people", "note", "b", "aliases", "alias"])
_ENDS = st.sampled_from(["\n", "\r\n"])
_COMMENT = st.sampled_from(["", "  # mine", " #"])


@st.composite
def _lists(draw: st.DrawFn) -> list[str]:
    key, words = draw(_KEYS), draw(st.lists(_WORDS, max_size=3))
    quote = draw(st.sampled_from([json.dumps, yaml_value]))
    if draw(st.booleans()):
        inner = ", ".join(map(quote, words))
        return [f"{key}: [{inner}{draw(st.sampled_from(['', ' ', ' ,']))}]{draw(_COMMENT)}"]
    indent = draw(st.sampled_from(["", "  ", "    "]))
    return [
        f"{key}:{draw(_COMMENT)}",
        *(f"{indent}- {quote(w)}{draw(_COMMENT)}" for w in words),
    ]


@st.composite
def _values(draw: st.DrawFn) -> list[str]:
    key, word = draw(_KEYS), draw(_WORDS)
    return draw(
        st.sampled_from(
            [
                [f"{key}: {json.dumps(word)}{draw(_COMMENT)}"],
                [f"{key}: {word}"],
                [f"{key}:"],
                [f"{key}: |", "  one", "", "  two"],
                [f"{key}: >-", "  one", "  two"],
                [f"{key}: {{x: [1, 2]}}"],
                ["# a comment"],
                [""],
                [f"{key}: [open"],
                ["\tx"],
            ]
        )
    )


@st.composite
def _notes(draw: st.DrawFn) -> str:
    end = draw(_ENDS)
    body = draw(st.sampled_from(["", "# T", "text\nmore", "\n## Facts\n\n- a (in:x)\n"]))
    head = draw(st.sampled_from(["", "\ufeff"]))
    if draw(st.integers(0, 5)) == 0:
        return head + body
    entries = draw(st.lists(st.one_of(_lists(), _values()), max_size=4))
    lines = ["---", *(line for entry in entries for line in entry), "---", ""]
    return head + end.join(lines) + body


def _read(text: str) -> tuple[dict[str, object], str]:
    """What PyYAML reads of the block, and what stands below it."""
    bare = text.removeprefix("\ufeff")
    lines = bare.splitlines(keepends=True)
    if not lines or lines[0].rstrip("\r\n") != "---":
        return {}, bare
    last = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip("\r\n") == "---"), None)
    if last is None:
        return {}, bare
    try:
        return yaml.safe_load("".join(lines[1:last])) or {}, "".join(lines[last + 1 :])
    except yaml.YAMLError:
        if lines[1].strip():
            raise
        # Two rules around prose, with a blank line below the first: no properties.
        return {}, bare


def _kept(old: str, new: str) -> bool:
    """Whether the old text is the new one without one stretch of it."""
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    return new.startswith(old[:same]) and new.endswith(old[same:]) and len(new) >= len(old)


@pytest.mark.long
@given(_notes(), _KEYS, st.lists(_SINGLE | _WORDS, max_size=3))
@example("---\n\n\tx\n---\n", "id", [])
@example("---\n\n\tx\n---\n", "id", ["a"])
def test_items_are_read_behind_those_that_were_there(text: str, key: str, items: list[str]) -> None:
    """Every other property reads as before, and every old byte stands where it stood."""
    try:
        new = add_items(text, key, items)
    except EditError:
        return
    (before, below), (after, still_below) = _read(text), _read(new)
    assert below == still_below
    assert _kept(text, new)
    changed = [k for k in after if repr(after[k]) != repr(before.get(k, ...))]
    assert len(changed) <= 1
    assert [k for k in after if k in before] == list(before)
    for name in changed:
        old = before.get(name) or []
        assert isinstance(old, list)
        added = [one for one in dict.fromkeys(items) if one not in map(str, old)]
        assert after[name] == [*old, *added]
    assert add_items(new, key, items) == new


@pytest.mark.long
@given(_notes(), _KEYS, _SINGLE | _WORDS)
def test_a_property_is_set_once_and_never_over_anothers(text: str, key: str, value: str) -> None:
    """What stands there, however it is written, is as it was."""
    try:
        new = set_property(text, key, value)
    except EditError:
        return
    (before, below), (after, still_below) = _read(text), _read(new)
    assert below == still_below
    assert _kept(text, new)
    if any(str(name).casefold() == key.casefold() for name in before):
        assert new == text
    else:
        assert repr(after) == repr({**before, key: value})
    assert set_property(new, key, "other") == new


@given(_SINGLE)
def test_any_text_reads_as_itself(value: str) -> None:
    """As a value of its own, and in a list."""
    written = yaml_value(value)
    assert yaml.safe_load(f"k: {written}\n") == {"k": value}
    assert yaml.safe_load(f"k: [{written}, x]\n") == {"k": [value, "x"]}
    assert not set(written) & set(string.whitespace) - {" "}
