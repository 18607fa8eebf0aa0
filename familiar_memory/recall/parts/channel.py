"""What the people of one place share: `channels/<place>.md`."""

from __future__ import annotations

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_place
from familiar_memory.recall.layout import CHANNEL, SIZES
from familiar_memory.recall.notes.note_page import read_page
from familiar_memory.recall.provider import Occasion, Page

__all__ = ["ChannelProvider"]


class ChannelProvider:
    """The notes of the place in which the answer will be read."""

    source = CHANNEL

    def __init__(self, notes: DocumentSource) -> None:
        """Read through these notes."""
        self._notes = notes

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """The note of the place; nothing for the owner, who is in none, or for a broadcast."""
        place = occasion.request.place
        if place is None or occasion.viewer.is_broadcast:
            return
        found = read_page(
            self._notes,
            note_of_place(place.slug),
            occasion,
            layer=Layer.CONTENT,
            source=CHANNEL,
            tokens=SIZES[occasion.request.mode][CHANNEL],
        )
        if found is not None:
            found.put_on(page)
