"""What people of a place have settled: a decision, an agreement, or something to do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.text.kept_ids import SHARED, kept_id
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["SharedItem", "SharedKind"]


class SharedKind(StrEnum):
    """Its kind, by the heading under which it stands in the note of the place."""

    DECISION = "Decisions"
    AGREEMENT = "Agreements"
    ACTION = "Action items"


@dataclass(frozen=True, slots=True)
class SharedItem:
    """One thing that was settled, and the message that says so.

    `text` is what a line says of it behind the name of whoever said it, `matter` what it is about.
    `refs` are the messages that bear it out, that one first; `source` is how it was found, None
    where the words are the speaker's own.
    """

    kind: SharedKind
    said: Utterance
    text: str
    matter: str
    refs: tuple[str, ...]
    source: str | None = None

    def record(self, links: NoteLinks) -> Record:
        """Its line in the note of the place, which is known again by its words."""
        text = f"{links.person(self.said.author)}: {self.text}"
        fields = replace(self.said.fields, refs=self.refs, source=self.source)
        return Record(text, fields, id=kept_id(SHARED, text, self.said.place.slug))
