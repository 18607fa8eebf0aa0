"""The Markdown of an entry: a title, lists of keys, a line, and the content as it is.

    # Katana

    Keys:

    - katana
    - /swords?/i

    Needs any of:

    - forge

    ---

    The content, byte for byte, to the end of the file.

A person's note needs none of this: what does not look like it is content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.domain.memory.lore import LoreLogic
from familiar_memory.lore.book.notes.settings import odd_settings, settings_of
from familiar_memory.lore.book.notes.shown import ShownEntry, visible_line
from familiar_memory.markdown.frontmatter.block import Frontmatter, read_frontmatter
from familiar_memory.markdown.heading import heading_name, heading_source

__all__ = ["NO_ENTRY", "NoteOutline", "outline_of", "parse_entry", "render_entry"]

_LOGIC_WORDS: Final = MappingProxyType(
    {
        LoreLogic.AND_ANY: "any of",
        LoreLogic.AND_ALL: "all of",
        LoreLogic.NOT_ANY: "none of",
        LoreLogic.NOT_ALL: "not all of",
    }
)
_UNUSED = " (not used)"
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_TITLE = re.compile(r"#[ \t]+(.*?)[ \t]*\Z")
_LABEL = re.compile(
    r"(?:keys|needs (?P<logic>any of|all of|none of|not all of)(?P<unused> \(not used\))?)"
    r"[ \t]*:[ \t]*\Z",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[ \t]{0,3}[-*+](?:[ \t]+(.*))?\Z")
_SEPARATOR = re.compile(r"-{3,}[ \t]*\Z")


@dataclass(slots=True)
class _Head:
    """What stands above the content, and where (offsets into the text) the content begins."""

    title: str | None = None
    keys: list[str] = field(default_factory=list)
    secondary_keys: list[str] = field(default_factory=list)
    logic: LoreLogic | None = None
    is_selective: bool = True
    has_labels: bool = False
    has_separator: bool = False
    newline: str = "\n"
    content_start: int = 0

    @property
    def has_form(self) -> bool:
        """Whether the note has the form of an entry, not only a title."""
        return self.has_labels or self.has_separator


@dataclass(frozen=True, slots=True)
class NoteOutline:
    """What the index needs to know of a note: its keys, and where its content begins.

    What stands before `content_start`, an offset into the text, are title and keys.
    """

    keys: tuple[str, ...]
    content_start: int
    enabled: bool

    def is_content(self, char_end: int) -> bool:
        """Whether a block that ends there says something beside title and keys."""
        return not self.content_start or char_end > self.content_start


NO_ENTRY: Final = NoteOutline((), 0, enabled=True)
"""That of a note that is no entry: all of it is content."""


def outline_of(text: str, front: Frontmatter) -> NoteOutline:
    """The outline of a note whose frontmatter has been read."""
    head = _read_head(text, front)
    said = settings_of(front.data)
    return NoteOutline(
        tuple(head.keys) or _keys(said, "keys"), head.content_start, said.get("enabled", True)
    )


def render_entry(shown: ShownEntry) -> str:
    """The note of an entry; `parse_entry` gives the same fields back."""
    front = "" if shown.enabled else "---\nenabled: false\n---\n\n"
    parts = [f"# {heading_source(shown.title or '')}\n"]
    if shown.keys:
        parts.append(_list("Keys", shown.keys))
    if shown.secondary_keys:
        words = _LOGIC_WORDS[shown.logic or LoreLogic.AND_ANY]
        label = f"Needs {words}{'' if shown.is_selective else _UNUSED}"
        parts.append(_list(label, shown.secondary_keys))
    content = f"\n{shown.content}\n" if shown.content else ""
    return f"{front}{chr(10).join(parts)}\n---\n{content}"


def parse_entry(text: str) -> ShownEntry:
    """Read a note; any text is one."""
    front = read_frontmatter(text)
    head = _read_head(text, front)
    said = settings_of(front.data)
    keys = tuple(head.keys) or _keys(said, "keys")
    secondary = tuple(head.secondary_keys) or _keys(said, "secondary_keys")
    logic = head.logic if head.secondary_keys else said.get("logic", LoreLogic.AND_ANY)
    return ShownEntry(
        title=head.title if head.title is not None else _front_title(front),
        keys=keys,
        secondary_keys=secondary,
        logic=logic if secondary else None,
        is_selective=head.is_selective if secondary else True,
        enabled=said.get("enabled", True),
        content=_content(text, head),
        settings=MappingProxyType({k: v for k, v in said.items() if k not in _IN_THE_FORM}),
        visibility=front.visibility,
        has_form=head.has_form or "keys" in said,
        newline=head.newline,
        oddities=(*filter(None, (front.problem,)), *odd_settings(front.data)),
    )


_IN_THE_FORM = frozenset({"keys", "secondary_keys", "logic", "enabled"})


def _read_head(text: str, front: Frontmatter) -> _Head:
    """Everything above the content, line by line; it ends where nothing more belongs to it."""
    head = _Head()
    position = front.end or (1 if text.startswith("\ufeff") else 0)
    head.content_start = position
    items: list[str] | None = None
    while position < len(text):
        line, newline = _line(text, position)
        position += len(line) + len(newline)
        if not line.strip(" \t"):
            continue
        if _SEPARATOR.match(line):
            head.has_separator = True
            head.newline = newline or head.newline
            head.content_start = _after_blank(text, position)
            return head
        if head.title is None and not head.has_labels and (title := _TITLE.match(line)):
            head.title = visible_line(heading_name(title[1])) or None
        elif label := _LABEL.match(line):
            items = _begin_list(head, label)
        elif items is not None and (item := _ITEM.match(line)):
            if key := visible_line(item[1] or ""):
                items.append(key)
        else:
            return head
        head.newline = newline or head.newline
        head.content_start = _after_blank(text, position)
    head.content_start = max(head.content_start, min(position, len(text)))
    return head


def _begin_list(head: _Head, label: re.Match[str]) -> list[str]:
    head.has_labels = True
    if label["logic"] is None:
        return head.keys
    words = label["logic"].lower()
    head.logic = next(logic for logic, said in _LOGIC_WORDS.items() if said == words)
    head.is_selective = label["unused"] is None
    return head.secondary_keys


def _line(text: str, position: int) -> tuple[str, str]:
    match = _LINE.match(text, position)
    assert match is not None  # the pattern matches anything
    return match[1], match[2]


def _after_blank(text: str, position: int) -> int:
    """Beyond the one empty line that stands before the content."""
    line, newline = _line(text, position)
    return position if line else position + len(newline)


def _content(text: str, head: _Head) -> str:
    content = text[head.content_start :]
    if not head.has_separator:
        # What a person writes has no line by which an empty one could be told from a gap.
        return content.strip("\r\n")
    if head.newline == "\r\n" and content.endswith("\r\n"):
        return content[:-2]
    return content[:-1] if content.endswith("\n") else content


def _list(label: str, keys: Iterable[str]) -> str:
    items = "".join(f"- {key}\n" for key in keys)
    return f"{label}:\n\n{items}"


def _keys(said: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(line for line in (visible_line(key) for key in said.get(name, ())) if line)


def _front_title(front: Frontmatter) -> str | None:
    return visible_line(front.title) if front.title else None
