"""What the kinds of proposals have in common: how an item is made, and read back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import InputError
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["LINE", "confirmed", "made_item", "needed", "patch_details", "patch_of"]

LINE = "line"
"""The name of the line that says which line of a note is meant, by its id."""
_SETS, _TAKES_AWAY = "sets", "takes away"


def made_item(
    does: str, note: str, record: Record, details: Iterable[tuple[str, str]], why: str
) -> ReviewItem:
    """An item whose record is a line of `review.md`: live, and with no id of its own."""
    bare = replace(record, id=None, task=None, state=RecordState.LIVE)
    return ReviewItem(does, note, bare, tuple(details), why)


def needed(item: ReviewItem, name: str) -> str:
    """The value of a detail.

    Raises:
        InputError: it is missing.
    """
    value = item.detail(name)
    if not value:
        raise InputError(f"the line {name!r} is missing", f"{name}: …, below the proposal")
    return value


def confirmed(record: Record) -> RecordFields:
    """Who said it, when and where, as it was; a guess that somebody confirms is none."""
    return replace(record.fields, source=None, confidence=None)


def patch_details(patch: RecordPatch) -> list[tuple[str, str]]:
    """Which fields a patch sets, as the record of the item has them, and which it takes away."""
    names = sorted(patch.fields)
    return [
        (_SETS, ", ".join(name for name in names if patch.fields[name] is not None)),
        (_TAKES_AWAY, ", ".join(name for name in names if patch.fields[name] is None)),
    ]


def patch_of(item: ReviewItem, text: str | None) -> RecordPatch:
    """The patch of an item, with that text.

    Raises:
        InputError: a record has no such field.
    """
    fields = dict.fromkeys(_names(item, _TAKES_AWAY))
    known = {name: getattr(item.record.fields, name, None) for name in _names(item, _SETS)}
    return RecordPatch(text, {**fields, **known})


def _names(item: ReviewItem, name: str) -> list[str]:
    said = item.detail(name) or ""
    return [one.strip() for one in said.split(",") if one.strip()]
