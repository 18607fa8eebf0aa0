"""What the card in `self/` says beside its prompts: for lore that looks for its keys there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from familiar_memory.domain.lore import LoreSource
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.character import permitted_body
from familiar_memory.store.base import NoteStore

__all__ = ["card_tags", "source_texts"]

_CARD = "self/.card.json"
_IN_CARD: Mapping[LoreSource, tuple[str, ...]] = {
    LoreSource.CREATOR_NOTES: ("creator_notes",),
    LoreSource.DEPTH_PROMPT: ("extensions", "depth_prompt", "prompt"),
}
"""Where an imported card has what has no note of its own."""


def source_texts(
    store: NoteStore,
    wanted: frozenset[LoreSource],
    viewer: Viewer,
    expand: Callable[[str], str],
) -> dict[LoreSource, str]:
    """The texts that entries ask for, as far as they are there and this viewer may read them."""
    found: dict[LoreSource, str] = {}
    for source in sorted(wanted):
        try:
            text = permitted_body(store.read_file(f"self/{source.value}.md"), viewer)
        except FamiliarError:
            value = _of_card(store, _IN_CARD.get(source, ()))
            text = value if isinstance(value, str) else ""
        found[source] = expand(text)
    return found


def card_tags(store: NoteStore) -> tuple[str, ...]:
    """The tags of an imported card."""
    value = _of_card(store, ("tags",))
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _of_card(store: NoteStore, keys: tuple[str, ...]) -> object:
    """One value of the card as it was imported; None where there is none."""
    if not keys:
        return None
    try:
        value: Any = orjson.loads(store.read_bytes(_CARD))
    except (FamiliarError, ValueError):
        return None
    value = value.get("card") if isinstance(value, dict) else None
    if isinstance(value, dict) and isinstance(value.get("data"), dict):
        value = value["data"]
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
