"""What the familiar has learned of itself: rules, always; stances, where memory may be shown."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_self
from familiar_memory.knowledge.fact_wording import YOU
from familiar_memory.recall.layout import RULES, SIZES, STANCES
from familiar_memory.recall.notes.note_page import read_page
from familiar_memory.recall.page.macros import SOMEBODY, Macros
from familiar_memory.recall.provider import Occasion, Page

__all__ = ["LearnedSelfProvider"]

_LAYERS = {RULES: Layer.CORE, STANCES: Layer.CHARACTER}


class LearnedSelfProvider:
    """`self/rules.md` or `self/stances.md`: memories like any other, as far as they may be seen."""

    def __init__(self, source: str, notes: DocumentSource, name: str) -> None:
        """`source` is `RULES` or `STANCES`; the familiar is called `name`."""
        self._source = source
        self._notes = notes
        self._name = name

    @property
    def source(self) -> str:
        """`rules` or `stances`."""
        return self._source

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """The note, if there is one."""
        if occasion.viewer.is_broadcast and self._source != RULES:
            return
        found = read_page(
            self._notes,
            note_of_self(self._source),
            occasion,
            layer=_LAYERS[self._source],
            source=self._source,
            tokens=SIZES[occasion.request.mode][self._source],
            subject=YOU,
        )
        if found is None:
            return
        author = occasion.request.author
        macros = Macros(self._name, SOMEBODY if author is None else author.label)
        if (told := found.contribution) is not None:
            found = replace(found, contribution=told.with_text(macros.expand(told.text)))
        found.put_on(page)
