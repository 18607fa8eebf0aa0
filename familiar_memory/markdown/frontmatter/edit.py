"""Surgical edits of the properties of a note: pure functions from text to text.

Only what is added, and a value that the caller may replace, changes: keys, their order, comments,
quotes, line ends and everything below the block stay byte for byte. What comes out is read
again before it is returned: an edit that would not mean exactly what was asked for, for whatever
the block is like, is an `EditError`, and so is one of a block that cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]

from familiar_memory.errors import EditError
from familiar_memory.markdown.frontmatter.block import BOM, Frontmatter, read_frontmatter
from familiar_memory.markdown.frontmatter.visibility_key import plain_key
from familiar_memory.markdown.frontmatter.yaml_value import yaml_value

__all__ = ["add_items", "set_property"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_SINGULAR = {"aliases": "alias", "tags": "tag"}
"""Obsidian took both; of the two the one in plural is read, so one is added to, not beside it."""
_INDENT = "  "
_ACCEPTED = "properties as `key: value` and `- item`, or leave it to whoever wrote them"


def set_property(text: str, key: str, value: str | date) -> str:
    """Set a property where there is none of that name.

    A value that is there, an empty one too, is a person's and stays: the text is given back as it
    is.
    A note without a block of properties gets one.

    Raises:
        EditError: the block cannot be read, or not be changed for sure.
    """
    head = read_frontmatter(text)
    if _value_of(head, key) is not None:
        return text
    return _checked(text, _with_lines(text, head, [f"{key}: {yaml_value(value)}"]), key, value)


def add_items(text: str, key: str, items: Sequence[str], *, behind: str | None = None) -> str:
    """Add texts to a property that is a list, behind those that it has; none is added twice.

    Without such a property it is made, as a list with a line an item: at the end of the block,
    or right `behind` a property with a plain value, where the block has that.

    Raises:
        EditError: the block cannot be read, or not be changed for sure, or the property is
            a single value, which is a person's to make a list of.
    """
    head = read_frontmatter(text)
    key = _spelt(head, key)
    node = _value_of(head, key)
    held = head.data.get(plain_key(key))
    old = list(held) if isinstance(held, list) else []
    new = [one for one in dict.fromkeys(items) if one not in {str(other) for other in old}]
    if not new:
        return text
    if node is None:
        lines = [f"{key}:", *(f"{_INDENT}- {yaml_value(one)}" for one in new)]
        changed = _with_lines(text, head, lines, behind)
    else:
        changed = _with_items(text, head, key, node, [yaml_value(one) for one in new])
    return _checked(text, changed, key, [*old, *new])


def _spelt(head: Frontmatter, key: str) -> str:
    singular = _SINGULAR.get(key, key)
    return singular if singular in head.data and key not in head.data else key


def _value_of(head: Frontmatter, key: str) -> yaml.Node | None:
    """What stands behind a key of the block; None where the block has no such key."""
    if head.problem is not None:
        raise _refused(head.problem)
    if plain_key(key) not in head.data:
        return None
    node = _root(head)
    found: list[yaml.Node] = [
        value
        for name, value in (node.value if isinstance(node, yaml.MappingNode) else ())
        if isinstance(name, yaml.ScalarNode) and plain_key(name.value) == plain_key(key)
    ]
    if len(found) != 1:
        raise _refused(f"it says `{key}` {len(found)} times")
    return found[0]


def _root(head: Frontmatter) -> yaml.Node | None:
    """What the block holds, with the places of all parts in it.

    Raises:
        EditError: the loader in C has read it, and the other, which counts in characters, cannot.
    """
    try:
        return yaml.compose(head.source, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _refused("not every reader of YAML can read them") from error


def _offset(text: str, head: Frontmatter) -> int:
    """Where the lines between the fences begin."""
    opening = _LINE_END.search(text, head.start)
    assert opening is not None
    return opening.end()


def _with_lines(
    text: str, head: Frontmatter, lines: Sequence[str], behind: str | None = None
) -> str:
    """The text with lines at the end of its block, which is made where there is none."""
    if head.end:
        at = _offset(text, head) + _end_of(head, behind)
        indent = _indent_of(head)
        end = _line_end(text)
        added = "".join(f"{indent}{line}{end}" for line in lines)
        return _spliced(text, at, at, added)
    start, end = len(BOM) if text.startswith(BOM) else 0, _line_end(text)
    return _spliced(text, start, start, "".join(f"{line}{end}" for line in ("---", *lines, "---")))


def _end_of(head: Frontmatter, key: str | None) -> int:
    """Where the line of a property ends, within the block; without such a one, the block's end."""
    node = None if key is None else _value_of(head, key)
    if not isinstance(node, yaml.ScalarNode) or node.style in ("|", ">"):
        return len(head.source)
    found = _LINE_END.search(head.source, node.end_mark.index)
    return len(head.source) if found is None else found.end()


def _indent_of(head: Frontmatter) -> str:
    node = _root(head)
    return "" if node is None else " " * node.start_mark.column


def _with_items(
    text: str, head: Frontmatter, key: str, node: yaml.Node, written: Sequence[str]
) -> str:
    at = _offset(text, head)
    if isinstance(node, yaml.SequenceNode):
        if node.flow_style:
            into, items = _into_brackets(node, written)
            return _spliced(text, at + into, at + into, items)
        if not isinstance(node.value[-1], yaml.ScalarNode):
            raise _refused(f"the last of `{key}` is no plain value")
        after, indent = node.value[-1].end_mark.index, " " * node.start_mark.column
    elif isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index:
        after, indent = node.end_mark.index, _indent_of(head) + _INDENT
    else:
        raise _refused(f"`{key}` is a single value and no list")
    ending = _LINE_END.search(text, at + max(after - 1, 0))
    assert ending is not None
    end = _line_end(text)
    return _spliced(
        text, ending.end(), ending.end(), "".join(f"{indent}- {one}{end}" for one in written)
    )


def _into_brackets(node: yaml.SequenceNode, written: Sequence[str]) -> tuple[int, str]:
    """Where items go into a list in brackets, and what is put there."""
    joined = ", ".join(written)
    if not node.value:
        return node.start_mark.index + 1, joined
    return node.value[-1].end_mark.index, f", {joined}"


def _line_end(text: str) -> str:
    first = _LINE_END.search(text)
    return "\n" if first is None else first[0]


def _spliced(text: str, start: int, end: int, new: str) -> str:
    return f"{text[:start]}{new}{text[end:]}"


def _checked(old: str, new: str, key: str, value: object) -> str:
    """The new text, where it reads as the old one with that property.

    Raises:
        EditError: it does not.
    """
    before, after = read_frontmatter(old), read_frontmatter(new)
    held = plain_key(key)
    others = {name: one for name, one in before.data.items() if name != held}
    rest = dict(after.data)
    is_written = held in rest and repr(rest.pop(held)) == repr(value)
    if after.problem is not None or not is_written or not _is_same(rest, others):
        raise _refused(f"`{key}` cannot be changed there without touching others")
    if old[before.end or before.start :].removeprefix(BOM) != new[after.end :]:
        raise _refused("the text below it would read otherwise")
    return new


def _is_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return list(_entries(one)) == list(_entries(other))


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Values as they are written down, which tells 1 from 1.0 and from true, and holds for NaN."""
    for key, value in data.items():
        yield key, repr(value)


def _refused(reason: str) -> EditError:
    return EditError(f"the properties of the note stay as they are: {reason}", _ACCEPTED)
