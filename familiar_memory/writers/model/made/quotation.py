"""Who said what an item rests on, where and when: code knows it, whatever the model says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.talk.identity import Author
from familiar_memory.errors import InputError
from familiar_memory.writers.model.page.writer_page import WriterPage
from familiar_memory.writers.policy.evidence import shares_a_word, stands_in
from familiar_memory.writers.text.taken_back import joked_messages
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["INFERRED", "OBSERVED", "STATED", "Quotation", "quotation_of"]

STATED = "auto-extraction"
INFERRED = "inferred"
OBSERVED = "observed"
"""Sources: words that a model put for what somebody said; a guess, which waits for a person; what
the familiar makes of somebody, which nobody said."""
_QUOTE_CHARS = 280


class Quoting(Protocol):
    """An item that rests on something that was said."""

    @property
    def turn(self) -> str: ...
    @property
    def quote(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Quotation:
    """A turn, and the words of it that bear an item out."""

    utterance: Utterance
    quote: str

    @property
    def speaker(self) -> Author:
        """Who said it."""
        return self.utterance.author

    @property
    def day(self) -> date:
        """When it was said, where the familiar is."""
        return self.utterance.slot.day

    def fields(self, source: str) -> RecordFields:
        """The tail of a line that comes of it; what nobody said is nobody's."""
        fields = replace(self.utterance.fields, source=source, quote=self.quote)
        return replace(fields, by=None) if source == OBSERVED else fields

    def bears_out(self, text: str) -> bool:
        """Whether what is told of it has anything to do with its words."""
        return shares_a_word(text, self.utterance.words)


def quotation_of(item: Quoting, shown: WriterPage) -> Quotation:
    """What an item rests on.

    Raises:
        InputError: there is no such turn, nothing is learned from it, or it does not say that.
    """
    name = item.turn.strip()
    if name in shown.others:
        raise InputError(f"{name}: nothing is learned from what no person said", "a person's turn")
    if name not in shown.turns:
        raise InputError(f"there is no turn {name[:20]!r}", "the id of a turn that was shown")
    utterance = shown.turns[name]
    if utterance.order in joked_messages(shown.turns.values()):
        raise InputError(f"{name}: its speaker took it back as a joke", "what was said in earnest")
    if not stands_in(item.quote, utterance.words):
        raise InputError(
            f"the quotation {item.quote[:60]!r} does not stand in {name}", "words of that turn"
        )
    kept = "".join(one if one.isprintable() else " " for one in item.quote)
    return Quotation(utterance, " ".join(kept.split())[:_QUOTE_CHARS].rstrip())
