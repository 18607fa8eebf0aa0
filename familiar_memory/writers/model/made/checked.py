"""The values of an operation: names of the page are looked up, texts are checked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, RecordFields
from familiar_memory.domain.talk.identity import Author
from familiar_memory.errors import InputError
from familiar_memory.operations.named.field_values import checked_day
from familiar_memory.operations.proposal import NotProposed
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.model.made import values
from familiar_memory.writers.model.made.quotation import INFERRED, STATED, Quotation, quotation_of
from familiar_memory.writers.model.page.relevance import NotedLine
from familiar_memory.writers.model.page.writer_page import WriterPage
from familiar_memory.writers.model.reply_shape import OperationItem
from familiar_memory.writers.text.note_links import NoteLinks

__all__ = ["CheckedOperation"]


@dataclass(frozen=True, slots=True)
class CheckedOperation:
    """One operation of a reply, with what it rests on.

    Raises:
        InputError: nothing bears it out.
    """

    item: OperationItem
    said: Quotation
    shown: WriterPage
    batch: Batch

    @classmethod
    def of(cls, item: OperationItem, shown: WriterPage, batch: Batch) -> CheckedOperation:
        """The operation, if somebody said what it quotes."""
        return cls(item, quotation_of(item, shown), shown, batch)

    @property
    def links(self) -> NoteLinks:
        """How notes and places are linked in the batch."""
        return NoteLinks(self.batch.links, self.batch.labels)

    @property
    def speaker(self) -> Author:
        """Who said it."""
        return self.said.speaker

    def person(self) -> Author | None:
        """Whom it is about; None where it names nobody.

        Raises:
            InputError: nobody of that name was shown.
        """
        if self.item.person is None:
            return None
        name = self.item.person.strip()
        if name not in self.shown.people:
            raise InputError(f"there is no person {name[:40]!r}", "the id of a person of known")
        return self.shown.people[name]

    def line(self) -> NotedLine:
        """The line that it names.

        Raises:
            InputError: no such line was shown.
        """
        name = (self.item.record or "").strip()
        if name not in self.shown.lines:
            raise InputError(f"there is no record {name[:40]!r}", "the id of a record of known")
        return self.shown.lines[name]

    def sentence(self) -> str:
        """Its text as a line of a note."""
        return values.sentence_in_words(self._text(), "the text")

    def name(self) -> str:
        """Its text as a name, or the object of a fact."""
        return values.name_in_words(self._text(), "the text")

    def fields(self, text: str) -> RecordFields:
        """The tail of a line that says this; a guess where the turn has nothing of it."""
        is_sure = self.item.certainty == "stated" and self.said.bears_out(text)
        return self.said.fields(STATED if is_sure else INFERRED)

    def dated(self, fields: RecordFields) -> tuple[RecordFields, tuple[NotProposed, ...]]:
        """The tail with the days between which it holds; a day that is none is left out of it."""
        refused: list[NotProposed] = []
        since, until = (self._day(name, refused) for name in ("since", "until"))
        if since and until and str(instant_of(until)) < str(instant_of(since)):
            refused.append(NotProposed("since and until", f"{until} is before {since}"))
            since = until = None
        return replace(fields, since=since, until=until), tuple(refused)

    def _day(self, name: str, refused: list[NotProposed]) -> PartialDate | None:
        given = getattr(self.item, name)
        if given is None or not given.strip():
            return None
        try:
            return checked_day(given, name)
        except InputError as problem:
            refused.append(NotProposed(name, problem.problem))
            return None

    def _text(self) -> str:
        if self.item.text is None:
            raise InputError("it has no text", "a text")
        return self.item.text
