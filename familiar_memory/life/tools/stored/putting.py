"""A new memory, put into one note, with lines of its entities in theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.memory.short_ids import short_id
from familiar_memory.domain.tree import note_of_place, person_of
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.records.machine_lines import is_stated_record
from familiar_memory.life.records.filing import LOOSE, Filing
from familiar_memory.life.tools.results import duplicate, is_live, type_of
from familiar_memory.life.tools.stored.name_links import with_links
from familiar_memory.life.tools.stored.relations import EntityNotes
from familiar_memory.maintenance.consolidation.repetition import are_about_one
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.merging.linking import block_ids_in
from familiar_memory.operations.named.proposals import PutRecord, Reassert, StateRecord
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import EnsureNote, Proposal

if TYPE_CHECKING:
    from familiar_memory.domain.memory.record import Moment
    from familiar_memory.life.records.desk import Desk
    from familiar_memory.life.tools.asked.arguments import StoreMemory
    from familiar_memory.life.tools.results import Result
    from familiar_memory.operations.outcome import ApplyReport

__all__ = ["Putting"]

_SECTION = "Memories"


@dataclass(frozen=True, slots=True)
class Putting:
    """One request to store, at its desk; `expires` is what its ttl comes to."""

    desk: Desk
    filing: Filing
    request: StoreMemory
    expires: Moment | None

    def into(self, home: str) -> Result | None:
        """Put it into the note of that key; None where something hidden is in the way.

        Raises:
            InputError: a relation is none; nothing is written.
            StorageError: nothing can be written here.
        """
        desk, signed = self.desk, self._signed()
        related = EntityNotes(self.desk, self.filing, home, signed).related(self.request.entities)
        record = self._record(home, signed)
        added: Proposal = StateRecord(home, "", _SECTION, record, desk.viewer.is_owner)
        preview = desk.preview((self._note(home), added, *related.proposals))
        if not _is_applied(preview, added):
            if (standing := self._standing(home, record)) is not None:
                return standing
            # The same words of another type, or about another, are another memory.
            added = PutRecord(home, "", _SECTION, record, self.filing.audience)
            preview = desk.preview((self._note(home), added, *related.proposals))
            if not _is_applied(preview, added):
                return None
        report = desk.apply(self._with_counted(preview))
        if not _is_applied(report, added):
            return {"stored": False, "error": _reason(report, added), "accepted": "another try"}
        if held := [one.operation for one in preview.held]:
            # By themselves: nothing is written of a batch of which something waits.
            desk.apply(held)
        name = RecordName(home, record.id or "")
        result: Result = {"stored": True, "id": self.desk.seen.shown_name(name)}
        left_out = (*related.left_out, *_left_out(preview, added))
        return result | ({"notNoted": list(left_out)} if left_out else {})

    def _with_counted(self, preview: ApplyReport) -> list[Proposal]:
        """The proposals; one for a relation that is noted already counts it once more.

        Unless it is not the caller's to count.
        """
        counted = [
            Reassert(one.operation.path, one.lines[0].id)
            for one in preview.skipped
            if isinstance(one.operation, StateRecord) and one.lines
        ]
        theirs = self.desk.preview(counted).applied if counted else ()
        new = [one.operation for one in preview.applied]
        there = (one.operation for one in preview.skipped)
        noted = [one for one in there if not isinstance(one, StateRecord)]
        return [*noted, *new, *(one.operation for one in theirs)]

    def _signed(self) -> RecordFields:
        """What each line says of who said it, where and when."""
        caller, place = self.desk.caller, self.desk.caller.place
        return RecordFields(
            learned=self.desk.today,
            by=caller.slug,
            place=None if place is None else place.slug,
            source=self.request.source,
            expires=self.expires,
        )

    def _record(self, home: str, signed: RecordFields) -> Record:
        request = self.request
        fields = replace(
            signed,
            type=request.type,
            subject=None if self._is_own(home) else request.subject,
            importance=request.importance,
            tags=tuple(request.tags),
        )
        plain = Record(request.content, fields)
        names = [one.name for one in request.entities]
        return replace(
            plain,
            text=with_links(plain.text, names),
            id=short_id(plain, block_ids_in(self.desk.seen.text_of(home) or "")),
        )

    def _is_own(self, home: str) -> bool:
        """Whether the note is that of the subject."""
        return self.filing.note_of(self.request.subject) == home

    def _note(self, key: str) -> EnsureNote:
        """The note should be there; one of somebody is called as they are in open rooms."""
        place, author = self.desk.caller.place, self.desk.caller.author
        if key == LOOSE:
            return EnsureNote(key, "Notes")
        if place is not None and key == note_of_place(place.slug):
            label = place.label
            properties = (("id", place.slug), ("label", label), ("tags", ("place",)))
            return EnsureNote(key, label.removeprefix("#"), properties=properties)
        if author is not None and person_of(key) == author.slug:
            name = "" if place is None or place.is_private else author.display_name or ""
            return EnsureNote(key, "", name, (("tags", ("person",)),))
        return EnsureNote(key, "")

    def _standing(self, home: str, new: Record) -> Result | None:
        """What stands in the note in its place; None where the caller sees nothing of that."""
        text = normalised(links_as_labels(new.text))
        alike = [one for one in self.desk.seen.of(home) if normalised(one.text) == text]
        for one in filter(is_live, alike):
            subject = self.desk.seen.subject(one)
            is_same = type_of(one) == new.fields.type and (
                self._is_own(home) or are_about_one(subject, self.request.subject)
            )
            if is_same or not is_stated_record(one.record):
                return duplicate(self.desk.seen.shown_id(one), subject)
        for one in alike:
            if not is_live(one):
                problem = "this memory was struck out, and is not stored again"
                return {"stored": False, "error": problem, "id": self.desk.seen.shown_id(one)}
        return None


def _is_applied(report: ApplyReport, added: Proposal) -> bool:
    return any(one.operation is added for one in report.applied)


def _reason(report: ApplyReport, added: Proposal) -> str:
    return next((one.reason for one in report.outcomes if one.operation is added), "not written")


def _left_out(report: ApplyReport, added: Proposal) -> Iterator[str]:
    for one in report.outcomes:
        edge = one.operation
        if not isinstance(edge, StateRecord) or edge is added:
            continue
        if one.verdict in (Verdict.REJECTED, Verdict.HELD, Verdict.FAILED):
            # Why a note cannot be written may name its file.
            is_told = one.verdict is not Verdict.FAILED
            why = one.reason if is_told else "its note cannot be written"
            waits = "; the owner is asked" if one.verdict is Verdict.HELD else ""
            yield f"{links_as_labels(edge.record.text)}: {why}{waits}"
