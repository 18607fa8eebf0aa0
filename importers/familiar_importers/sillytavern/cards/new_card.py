"""A card for a familiar that never was one: V3, from the notes of `self/`."""

from __future__ import annotations

from collections.abc import Mapping

from familiar_importers.sillytavern.cards.notes.patch import apply_edits, card_edits
from familiar_importers.sillytavern.reading.shape import TEXT_FIELDS, Json, shape_of

__all__ = ["new_card"]


def new_card(name: str, notes: Mapping[str, str]) -> Json:
    """The card; every field that the notes do not fill is there and empty."""
    empty = {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {
            "name": name,
            **dict.fromkeys(TEXT_FIELDS, ""),
            "creator_notes": "",
            "alternate_greetings": [],
            "group_only_greetings": [],
            "tags": [],
            "creator": "",
            "character_version": "",
            "extensions": {},
        },
    }
    shape = shape_of(empty, name)
    return apply_edits(empty, shape, card_edits(empty, shape, notes))
