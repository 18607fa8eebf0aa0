"""What the familiar thinks of what has no note of its own, where memory may be shown."""

from __future__ import annotations

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_self
from familiar_memory.knowledge.fact_wording import YOU
from familiar_memory.recall.layout import SIZES, STANCES
from familiar_memory.recall.notes.note_page import read_page
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.provider import Occasion, Page

__all__ = ["StancesProvider"]


class StancesProvider:
    """`self/stances.md`: memories like any other, as far as they may be seen."""

    source = STANCES

    def __init__(self, notes: DocumentSource, name: str) -> None:
        """The familiar is called `name`."""
        self._notes = notes
        self._name = name

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """The note, if there is one."""
        if occasion.viewer.is_broadcast:
            return
        found = read_page(
            self._notes,
            note_of_self(STANCES),
            occasion,
            layer=Layer.CHARACTER,
            source=STANCES,
            tokens=SIZES[occasion.request.mode][STANCES],
            subject=YOU,
        )
        if found is not None:
            found.expanded(Macros.between(self._name, occasion.request.author)).put_on(page)
