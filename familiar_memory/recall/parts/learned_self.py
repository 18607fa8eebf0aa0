"""What the familiar has learned of itself: rules, always; stances, where memory may be told."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_self
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.layout import RULES, SIZES, STANCES
from familiar_memory.recall.notes.note_page import read_page
from familiar_memory.recall.page.macros import expand_macros
from familiar_memory.recall.provider import Found, Occasion

__all__ = ["LearnedSelfProvider"]

_LAYERS = {RULES: Layer.CORE, STANCES: Layer.CHARACTER}


class LearnedSelfProvider:
    """`self/rules.md` or `self/stances.md`: memories like any other, as far as they may be seen."""

    def __init__(
        self, source: str, notes: DocumentSource, vocabulary: Vocabulary, name: str
    ) -> None:
        """`source` is `RULES` or `STANCES`; the familiar is called `name`."""
        self._source = source
        self._notes = notes
        self._vocabulary = vocabulary
        self._name = name

    @property
    def source(self) -> str:
        """`rules` or `stances`."""
        return self._source

    def load(self, occasion: Occasion, stop: Stop) -> Found:
        """The note, if there is one."""
        if occasion.viewer.is_broadcast and self._source != RULES:
            return Found()
        found = read_page(
            self._notes,
            note_of_self(self._source),
            occasion,
            self._vocabulary,
            layer=_LAYERS[self._source],
            source=self._source,
            tokens=SIZES[occasion.request.mode][self._source],
        )
        user = "you" if occasion.request.author is None else occasion.request.author.label
        named = tuple(
            replace(c, text=expand_macros(c.text, char=self._name, user=user))
            for c in found.contributions
        )
        decisions = tuple(d for d in found.decisions if d.verdict != "absent")
        return replace(found, contributions=named, decisions=decisions)
