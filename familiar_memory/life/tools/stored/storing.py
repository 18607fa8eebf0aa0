"""memory_store: a new memory, filed with whom or what it is about, unless it is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.memory.short_ids import short_id
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.tree import note_of_place, person_of
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.knowledge.records.expiry import expiry_of
from familiar_memory.knowledge.records.machine_lines import is_stated_record
from familiar_memory.life.tools.applying import Applying
from familiar_memory.life.tools.found.newest import is_transcript
from familiar_memory.life.tools.results import is_live, type_of
from familiar_memory.life.tools.stored.filing import OWNERS_NOTE, Filing
from familiar_memory.life.tools.stored.name_links import with_links
from familiar_memory.life.tools.stored.relations import EntityNotes
from familiar_memory.maintenance.consolidation.likeness import repeats
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.named.proposals import PutRecord, Reassert, StateRecord
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import EnsureNote, Proposal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.memory.record import Moment
    from familiar_memory.domain.question.search import SearchHit
    from familiar_memory.life.tools.asked.arguments import StoreMemory
    from familiar_memory.life.tools.caller import ToolCaller
    from familiar_memory.life.tools.found.finding import MemoryFinding
    from familiar_memory.life.tools.results import Result
    from familiar_memory.life.tools.seen import SeenRecords
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.operations.outcome import ApplyReport
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Storing"]

_SECTION = "Memories"
_CANDIDATES = 30
"""So many memories that are like a new one are compared with it, word by word."""


class Storing:
    """Stores memories; what the caller may not see has no say in it."""

    def __init__(self, parts: Parts, finding: MemoryFinding, threads: OffLoop) -> None:
        self._parts = parts
        self._finding = finding
        self._threads = threads

    async def store(self, request: StoreMemory, caller: ToolCaller) -> Result:
        """`stored` with the new `id`, or not, with the memory that says it already.

        Raises:
            InputError: the ttl is none, or over; a relation is none. Nothing is stored.
        """
        now = self._parts.setup.clock.now()
        expires = None if request.ttl is None else expiry_of(request.ttl, now)
        hits = await self._finding.hits(
            request.content, caller, RecallFilters(type=request.type), _CANDIDATES
        )
        return await self._threads.run(self._store, request, caller, expires, hits)

    def _store(
        self,
        request: StoreMemory,
        caller: ToolCaller,
        expires: Moment | None,
        hits: tuple[SearchHit, ...],
    ) -> Result:
        seen = self._finding.seen_by(caller)
        filing = Filing(self._parts, caller, seen.viewer)
        homes = tuple(filing.homes(request.subject))
        known = self._finding.read(hits, caller, seen)
        alike = [one for one in known if _is_about(one, request.subject, homes[:1], seen)]
        if (standing := self._repeated(request.content, alike)) is not None:
            return _duplicate(standing, seen)
        for home in homes:
            if (result := self._put(request, caller, expires, filing, home)) is not None:
                return result
        return {
            "stored": False,
            "error": "the notes in which it would stand are closed here",
            "accepted": "another subject",
        }

    def _put(
        self,
        request: StoreMemory,
        caller: ToolCaller,
        expires: Moment | None,
        filing: Filing,
        home: str,
    ) -> Result | None:
        """The result of storing it in one note; None where something hidden is in the way."""
        setup = self._parts.setup
        signed = RecordFields(
            learned=setup.clock.now().astimezone(setup.settings.zone).date(),
            by=caller.slug,
            place=None if caller.place is None else caller.place.slug,
            source=request.source,
            expires=expires,
        )
        related = EntityNotes(self._parts, filing, home, signed).related(request.entities)
        is_named = filing.note_of(request.subject) == home
        fields = replace(
            signed,
            type=request.type,
            subject=None if is_named else request.subject,
            importance=request.importance,
            tags=tuple(request.tags),
        )
        seen = self._finding.seen_by(caller)
        plain = Record(request.content, fields)
        record_id = short_id(plain, filing.ids_in(home))
        names = [one.name for one in request.entities]
        record = replace(plain, text=with_links(plain.text, names), id=record_id)
        added: Proposal = StateRecord(home, "", _SECTION, record, caller.is_owner)
        proposals = (self._note(home, caller), added, *related.proposals)
        applying = Applying(self._parts, caller, seen.viewer)
        preview = applying.preview(proposals)
        if not _is_applied(preview, added):
            if (known := _standing_as(record, seen, home)) is not None:
                return known
            # The same words of another type are another memory.
            added = PutRecord(home, "", _SECTION, record, filing.audience)
            proposals = (self._note(home, caller), added, *related.proposals)
            preview = applying.preview(proposals)
        if not _is_applied(preview, added):
            return None
        report = applying.write(_with_counted(preview))
        if not _is_applied(report, added):
            return {"stored": False, "error": _reason(report, added), "accepted": "another try"}
        result: Result = {"stored": True, "id": seen.shown_name(RecordName(home, record.id or ""))}
        left_out = (*related.left_out, *_left_out(preview, added))
        return result | ({"notNoted": list(left_out)} if left_out else {})

    def _note(self, key: str, caller: ToolCaller) -> Proposal:
        """The note should be there; one of somebody is called as they are in open rooms."""
        if key == OWNERS_NOTE:
            return EnsureNote(key, "Notes")
        place, author = caller.place, caller.author
        if place is not None and key == note_of_place(place.slug):
            label = place.label
            properties = (("id", place.slug), ("label", label), ("tags", ("place",)))
            return EnsureNote(key, label.removeprefix("#"), properties=properties)
        if author is not None and person_of(key) == author.slug:
            name = "" if place is None or place.is_private else author.display_name or ""
            return EnsureNote(key, "", name, (("tags", ("person",)),))
        return EnsureNote(key, "")

    def _repeated(self, new: str, standing: Sequence[NotedRecord]) -> NotedRecord | None:
        """The memory that says what the new one says; neither age nor importance has a part."""
        near = self._finding.nearness((new, *(one.text for one in standing)))
        wording = wording_of(new)
        for one in standing:
            if repeats(wording_of(one.text), wording, near.of(one.text, new)):
                return one
        return None


def _is_about(one: NotedRecord, subject: str, homes: Sequence[str], seen: SeenRecords) -> bool:
    """Whether a memory is about the same: it has the same subject, or stands in the same note."""
    key = one.name.note
    is_same = key in homes or folded_name(seen.subject(one)) == folded_name(subject)
    return is_same and not is_transcript(key)


def _standing_as(new: Record, seen: SeenRecords, home: str) -> Result | None:
    """What stands in the note where a new record belongs; None where the caller sees nothing."""
    text = normalised(links_as_labels(new.text))
    alike = [
        one
        for one in seen.of(home)
        if normalised(one.text) == text
        and (type_of(one) == new.fields.type or not is_stated_record(one.record))
    ]
    if (live := next(filter(is_live, alike), None)) is not None:
        return _duplicate(live, seen)
    if alike:
        problem = "this memory was struck out, and is not stored again"
        return {"stored": False, "error": problem, "id": seen.shown_id(alike[0])}
    return None


def _duplicate(standing: NotedRecord, seen: SeenRecords) -> Result:
    return {
        "stored": False,
        "duplicate": True,
        "existingId": seen.shown_id(standing),
        "existingSubject": seen.subject(standing),
    }


def _with_counted(preview: ApplyReport) -> list[Proposal]:
    """The proposals; one for a relation that is noted already counts it once more."""
    return [
        Reassert(one.operation.path, one.lines[0].id)
        if one.verdict is Verdict.SKIPPED and isinstance(one.operation, StateRecord) and one.lines
        else one.operation
        for one in preview.outcomes
        if one.verdict in (Verdict.APPLIED, Verdict.SKIPPED)
    ]


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
            yield f"{links_as_labels(edge.record.text)}: {one.reason}"
