"""A field of a card as a note, and the way back: what only an editor changed is no edit."""

from __future__ import annotations

from typing import Any

from familiar_memory.markdown.frontmatter.block import BOM, NO_FRONTMATTER, read_frontmatter
from familiar_memory.transfer.reading.strict_json import dump_json

__all__ = ["body_of", "edited", "field_note", "shown"]

_GUARD = "---\n---\n"


def shown(value: Any) -> str:  # noqa: ANN401 - JSON
    """A field as text, whatever its type: "" for null, JSON for what is no text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return dump_json(value).decode().removesuffix("\n")


def field_note(text: str) -> str:
    """The note of a field: the text as it is, and a newline.

    A text that begins as frontmatter does gets an empty one before it.
    """
    begins_so = text.removeprefix(BOM).startswith("---") or read_frontmatter(text) != NO_FRONTMATTER
    guard = _GUARD if begins_so else ""
    return f"{guard}{text}\n"


def body_of(note: str) -> str:
    """The text of a field in its note: without frontmatter, and one final newline."""
    frontmatter = read_frontmatter(note)
    body = note[frontmatter.end :]
    if frontmatter.source.strip():
        body = body.lstrip("\r\n")
    for newline in ("\r\n", "\n", "\r"):
        if body.endswith(newline):
            return body[: -len(newline)]
    return body


def edited(original: str, note: str) -> str | None:
    """The new text if a person changed it; None when only newlines at most differ.

    A text that had CRLF throughout keeps it; one that had none gets none.
    """
    body = body_of(note)
    if not original.startswith(BOM):
        body = body.removeprefix(BOM)
    if _normal(body) == _normal(original):
        return None
    plain = _unified(body)
    if "\r" not in original:
        return plain
    if "\r" not in original.replace("\r\n", "") and "\n" not in original.replace("\r\n", ""):
        return plain.replace("\n", "\r\n")
    return body


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _normal(text: str) -> str:
    return _unified(text).rstrip("\n")
