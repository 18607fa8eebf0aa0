"""What people of a place have settled: a decision, an agreement, or something to do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.markdown.text.kept_ids import SHARED, kept_id
from familiar_memory.markdown.text.spoken import behind_the_speaker
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["SharedItem", "SharedKind", "is_unchanged", "words_settled"]


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
    where the words are the speaker's own. `asked` is the message whose question it answers, where
    its line repeats that.
    """

    kind: SharedKind
    said: Utterance
    text: str
    matter: str
    refs: tuple[str, ...]
    source: str | None = None
    asked: Utterance | None = None

    @property
    def messages(self) -> tuple[Utterance, ...]:
        """Those whose words its line repeats."""
        return (self.said,) if self.asked is None else (self.said, self.asked)

    def record(self, links: NoteLinks) -> Record:
        """Its line in the note of the place."""
        text = f"{links.person(self.said.author)}: {self.text}"
        fields = replace(self.said.fields, refs=self.refs, source=self.source)
        record = Record(text, fields)
        return replace(record, id=_id_of(record))


def words_settled(record: Record) -> str:
    """What a line says, without who says it."""
    return behind_the_speaker(record.text)


def is_unchanged(record: Record) -> bool:
    """Whether a line is one of these, and says what the night wrote.

    The link to whoever said it may lead to a file of another name by now.
    """
    return is_machine_record(record) and record.id == _id_of(record)


def _id_of(record: Record) -> str:
    fields = record.fields
    said = f"{fields.by} {fields.refs[0]} {words_settled(record)}"
    return kept_id(SHARED, said, fields.place or "")
