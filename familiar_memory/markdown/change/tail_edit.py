"""A tail that somebody wrote, with a few fields changed: the other items stay as they are."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.markdown.record.tail import tail_items
from familiar_memory.markdown.record.tail_items import read_item
from familiar_memory.markdown.record.tail_writer import render_tail

__all__ = ["edited_tail"]

_DEFAULTS = RecordFields()


def edited_tail(tail: str, old: RecordFields, new: RecordFields) -> str | None:
    """The tail (with its parentheses) with what differs between the fields; "" where none is left.

    Items of fields that change go, and new ones come at the end. None where an item says several
    things of which only some change.
    """
    changed = {
        one.name for one in fields(RecordFields) if getattr(old, one.name) != getattr(new, one.name)
    }
    kept: list[str] = []
    for item in tail_items(tail[1:-1]):
        said = _said(item)
        if said and said <= changed:
            continue
        if said & changed:
            return None
        kept.append(item)
    values: dict[str, Any] = {name: getattr(new, name) for name in changed}
    added = render_tail(replace(_DEFAULTS, **values))[1:-1]
    items = [*kept, *([added] if added else [])]
    return f"({', '.join(items)})" if items else ""


def _said(item: str) -> set[str]:
    """The fields that an item says; those of labels and short refs are not looked into."""
    try:
        return {"refs" if name == "ref" else name for name, _ in read_item(item)}
    except ValueError:
        return set()
