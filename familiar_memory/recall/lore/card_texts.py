"""What the card in `self/` says beside its prompts: for lore that looks for its keys there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from familiar_memory.domain.memory.lore import LoreSource
from familiar_memory.domain.tree import note_of_self
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.parts.character import permitted_body
from familiar_memory.recall.parts.imported_card import ImportedCard
from familiar_memory.store.base import NoteReader

__all__ = ["card_tags", "source_texts"]

_IN_CARD: Mapping[LoreSource, tuple[str, ...]] = {
    LoreSource.CREATOR_NOTES: ("creator_notes",),
    LoreSource.DEPTH_PROMPT: ("extensions", "depth_prompt", "prompt"),
}
"""Where an imported card has what has no note of its own."""


def source_texts(
    store: NoteReader,
    card: ImportedCard,
    wanted: frozenset[LoreSource],
    viewer: Viewer,
    expand: Callable[[str], str],
) -> dict[LoreSource, str]:
    """The texts that entries ask for, as far as they are there and this viewer may read them."""
    found: dict[LoreSource, str] = {}
    for source in sorted(wanted):
        try:
            text = permitted_body(store.read_file(note_of_self(source.value)), viewer)
        except FamiliarError:
            value = card.value(*_IN_CARD[source]) if source in _IN_CARD else None
            text = value if isinstance(value, str) else ""
        found[source] = expand(text)
    return found


def card_tags(card: ImportedCard) -> tuple[str, ...]:
    """The tags of an imported card."""
    value = card.value("tags")
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
