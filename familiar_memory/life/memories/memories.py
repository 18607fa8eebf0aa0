"""What one open familiar keeps by request: remembered, edited, retired, deleted by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from familiar_memory.domain.given import as_flag, as_texts, check_text
from familiar_memory.domain.memory.record import PartialDate, Record, RecordFields
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import PEOPLE, is_below, subject_of
from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.predicate_words import near_predicates
from familiar_memory.knowledge.predicates import is_predicate_name
from familiar_memory.life.memories.record_change import ChangeKind, RecordChange, change_of
from familiar_memory.life.memories.requests import Caller, NewFact, NewMemory, checked_text
from familiar_memory.life.memories.whereabouts import FilingNote, Whereabouts
from familiar_memory.markdown.record.line import fact_text, stated_fact
from familiar_memory.operations.caller_policy import CallerPolicy
from familiar_memory.operations.named.across import MergeRecords, MoveRecord
from familiar_memory.operations.named.field_values import checked_day, checked_fields
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    Reassert,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Outcome
from familiar_memory.operations.owner_policy import OwnerPolicy
from familiar_memory.operations.policy import Policy
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.holding import hold
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.recall.viewer import viewer_in
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.notes.labels_in_use import labels_when_needed

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Memories"]

_Answer = TypeVar("_Answer")
_FACTS = "Facts"
_NOTES = "Notes"
_MOST_NAMED = 8
"""Predicates that a refusal names, where none is like what was given."""
_OWNER_SAYS = "user-stated"


class Memories:
    """Keeps and changes single records: `familiar.memories`.

    Each request is one batch of the journal, which `familiar undo` takes back, and the next
    question finds what it did. Without a `caller` the owner asks, who may change every learned
    note; a caller changes what they may see where they are, and what they may not see is not
    found. With `dry_run` nothing is written, and the answer says what would happen.

    A record is named by a `RecordName`, by its text (`people/rowan.md#^k3f9a1`), or, by the owner,
    as `path:line`. `was` is the text as it was read: if the line says something else by now, that
    is a conflict and nothing is done.
    """

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._parts = parts
        self._threads = threads

    async def remember(
        self,
        memory: NewMemory | str,
        *,
        about: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Keep a text, unless it stands there.

        Raises:
            InputError: the text is empty, or a field cannot have its value; nothing is stored.
            NotFoundError: nobody, or no place, is called so.
            UsageError: several are.
            StorageError: nothing can be written here.
        """
        if not isinstance(memory, NewMemory):
            memory = NewMemory(memory, about)
        return await self._run(_Asked(caller, dry_run), lambda desk: self._remember(desk, memory))

    async def add_fact(
        self, fact: NewFact, *, caller: Caller | None = None, dry_run: bool = False
    ) -> RecordChange:
        """Add a fact by the rules of facts: it ends what it contradicts, or was known already.

        What the owner says ends what a program noted, whoever said it; lines that people wrote by
        hand stay, and are named in `contradicts`. Errors as for `remember`, and:

        Raises:
            InputError: the predicate is in no vocabulary.
        """
        return (await self.add_facts((fact,), caller=caller, dry_run=dry_run))[0]

    async def add_facts(
        self, facts: Iterable[NewFact], *, caller: Caller | None = None, dry_run: bool = False
    ) -> Sequence[RecordChange]:
        """Add several facts as one batch, in order.

        Errors as for `add_fact`, before any is added.
        """
        return await self._run(
            _Asked(caller, dry_run), lambda desk: self._add_facts(desk, tuple(facts))
        )

    async def edit(
        self,
        name: RecordName | str,
        text: str | None = None,
        fields: Mapping[str, Any] | None = None,
        *,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Change the text of a record (None: as it is), and some of its fields (None: taken away).

        Errors as for `remember`.
        """
        check_text(was, "the text as it was read", optional=True)
        asked = _Asked(caller, dry_run, was)
        return await self._run(asked, lambda desk: self._edit(desk, name, text, dict(fields or {})))

    async def retire(
        self,
        name: RecordName | str,
        until: PartialDate | None = None,
        *,
        wrong: bool = False,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Strike a record: it ended on a day (None: today), or it was `wrong`.

        Errors as for `remember`.
        """
        asked = _Asked(caller, dry_run, was)
        return await self._run(
            asked, lambda desk: self._retire(desk, name, until, as_flag(wrong, "wrong"))
        )

    async def invalidate(
        self,
        name: RecordName | str,
        on: PartialDate | None = None,
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """End a fact, which stays in the note: as `retire`."""
        return await self.retire(name, on, caller=caller, dry_run=dry_run)

    async def delete(
        self,
        name: RecordName | str,
        *,
        restores: bool = True,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Take a line out of its note; `familiar undo` brings it back, `forgetting` never does.

        If others were merged into it, they are live again, unless not `restores`. Errors as for
        `remember`.
        """
        asked = _Asked(caller, dry_run, was)
        return await self._run(
            asked, lambda desk: self._delete(desk, name, as_flag(restores, "restores"))
        )

    async def count_again(
        self,
        name: RecordName | str,
        refs: Iterable[str] = (),
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Count a record once more: it was said again, in these turns; errors as for `remember`."""
        again = as_texts(refs, "the turns in which it was said")
        return await self._run(
            _Asked(caller, dry_run), lambda desk: self._count_again(desk, name, again)
        )

    async def merge(
        self,
        names: Iterable[RecordName | str],
        text: str,
        fields: Mapping[str, Any] | None = None,
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Put one record in the place of several; `delete` of it brings them back.

        Errors as for `remember`.
        """
        asked = _Asked(caller, dry_run)
        return await self._run(
            asked, lambda desk: self._merge(desk, tuple(names), text, dict(fields or {}))
        )

    async def move(
        self,
        name: RecordName | str,
        to: str,
        section: str = "",
        *,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
    ) -> RecordChange:
        """Have a record stand in another note or section, for those whom it was for.

        `to` is as `NewMemory.about`. Errors as for `remember`.
        """
        check_text(section, "a section")
        asked = _Asked(caller, dry_run, was)
        return await self._run(asked, lambda desk: self._move(desk, name, to, section))

    async def _run(self, asked: _Asked, work: Callable[[_Desk], _Answer]) -> _Answer:
        self._parts.files.refuse_read_only()
        return await self._threads.run(self._work, asked, work)

    def _work(self, asked: _Asked, work: Callable[[_Desk], _Answer]) -> _Answer:
        self._parts.files.check_standing()
        return work(_Desk(self._parts, asked))

    def _remember(self, desk: _Desk, memory: NewMemory) -> RecordChange:
        place = desk.where.place(memory.place)
        destination = desk.where.destination(memory.about, place)
        return desk.told(desk.apply((desk.statement(memory, destination, place),)))

    def _add_facts(self, desk: _Desk, facts: tuple[NewFact, ...]) -> Sequence[RecordChange]:
        proposals = [desk.fact(one) for one in facts]
        report = desk.apply(proposals)
        by_proposal = {id(one.operation): one for one in report.outcomes}
        return [desk.told(replace(report, outcomes=(by_proposal[id(one)],))) for one in proposals]

    def _edit(
        self, desk: _Desk, name: RecordName | str, text: str | None, fields: dict[str, Any]
    ) -> RecordChange:
        text = None if text is None else checked_text(text, "the new text")
        patch = RecordPatch(text, desk.fields(fields))
        if patch.is_empty:
            raise UsageError("nothing is to be changed", "a text, or a field")
        named, was = desk.named(name)
        return desk.told(desk.apply((UpdateRecord(named.note, named.id, patch, was),)))

    def _retire(
        self, desk: _Desk, name: RecordName | str, until: PartialDate | None, wrong: bool
    ) -> RecordChange:
        if wrong and until is not None:
            raise UsageError("what was wrong never held, so it has no end", "until, or wrong")
        day = None if wrong else checked_day(until or desk.now.date().isoformat(), "until")
        named, was = desk.named(name)
        return desk.told(desk.apply((RetireById(named.note, named.id, day, was=was),)))

    def _delete(self, desk: _Desk, name: RecordName | str, restores: bool) -> RecordChange:
        named, was = desk.named(name)
        return desk.told(desk.notes.delete(DeleteRecord(named.note, named.id, was, restores)))

    def _count_again(
        self, desk: _Desk, name: RecordName | str, refs: tuple[str, ...]
    ) -> RecordChange:
        named, was = desk.named(name)
        return desk.told(desk.apply((Reassert(named.note, named.id, refs, was),)))

    def _merge(
        self,
        desk: _Desk,
        names: tuple[RecordName | str, ...],
        text: str,
        fields: dict[str, Any],
    ) -> RecordChange:
        named = [desk.named(one)[0] for one in names]
        if len(set(named)) < 2:
            raise UsageError("one record alone cannot be merged", "two records or more")
        what = MergeRecords(
            tuple((one.note, one.id) for one in named),
            checked_text(text, "the text of the merged record"),
            patch=RecordPatch(fields=desk.fields(fields)),
        )
        return desk.told(desk.notes.merge(what), ChangeKind.MERGED)

    def _move(self, desk: _Desk, name: RecordName | str, to: str, section: str) -> RecordChange:
        named, was = desk.named(name)
        destination = desk.where.destination(to, None)
        what = MoveRecord(
            named.note, named.id, destination.key, destination.title, section.strip(), was
        )
        return desk.told(desk.notes.move(what), ChangeKind.MOVED)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asks, whether nothing is to be written, and how the line read for them."""

    caller: Caller | None
    is_dry: bool
    was: str | None = None


class _Desk:
    """One request: for whom it is worked on, by which rules, in which batch."""

    def __init__(self, parts: Parts, asked: _Asked) -> None:
        settings = parts.setup.settings
        self._parts = parts
        self._asked = asked
        self._batch = new_entry_id()
        caller = asked.caller
        viewer = _viewer(parts, caller)
        self.now: datetime = parts.setup.clock.now().astimezone(settings.zone)
        self.where = Whereabouts(parts, viewer)
        policy: Policy = OwnerPolicy()
        if caller is not None:
            known = {author.slug for author in parts.files.history.authors()}
            policy = CallerPolicy(caller.author.slug, viewer, known)
        self.notes = NotesAtOnce(
            parts.store,
            parts.files.register,
            policy,
            _rules(parts),
            Cause("cli" if caller is None else "tool", batch=self._batch),
            is_dry=as_flag(asked.is_dry, "dry_run"),
        )

    def fields(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fields as a record holds them."""
        return checked_fields(given, self.now)

    def named(self, given: RecordName | str) -> tuple[RecordName, str | None]:
        """A record by the key of its note, and its text as it is meant to be."""
        name, line = self.where.record(given)
        was = self._asked.was
        return name, line.record.text if was is None and line is not None else was

    def statement(
        self, memory: NewMemory, destination: FilingNote, place: str | None
    ) -> StateRecord:
        """A text as a record that somebody states; a fact in words, where the owner writes one."""
        said = stated_fact(memory.text) if self.where.viewer.is_owner else None
        is_fact = said is not None and said[0] in self._parts.setup.vocabulary
        record = Record(
            memory.text,
            self._tail(memory.fields, place),
            predicate=said[0] if said is not None else None,
            object=said[1] if said is not None else None,
        )
        section = _FACTS if is_fact else _NOTES
        return self._state(destination, section, record)

    def fact(self, fact: NewFact) -> StateRecord:
        """A fact as a record that somebody states.

        Raises:
            InputError: the predicate is in no vocabulary.
        """
        predicate = fact.predicate.strip()
        vocabulary = self._parts.setup.vocabulary
        if not is_predicate_name(predicate) or predicate not in vocabulary:
            near = near_predicates(vocabulary, predicate)
            accepted = ", ".join(near or list(vocabulary)[:_MOST_NAMED])
            raise InputError(
                f"{predicate!r} is no predicate",
                f"{accepted}, …; your own go under [predicates] in character.toml",
            )
        given = dict(fact.fields)
        given |= {key: day for key, day in (("since", fact.since), ("until", fact.until)) if day}
        place = self.where.place(fact.place)
        destination = self.where.destination(fact.subject, place)
        if subject_of(destination.key) is None and "subject" not in given:
            raise UsageError(
                f"{fact.subject!r} is a note about nobody and nothing in particular",
                "a person, a topic, or their note",
            )
        record = Record(
            fact_text(predicate, fact.object),
            self._tail(given, place),
            predicate=predicate,
            object=fact.object,
        )
        return self._state(destination, _FACTS, record)

    def apply(self, proposals: Iterable[Proposal]) -> ApplyReport:
        """Write all of these, or none; what is held of a caller's waits for the owner."""
        report = self.notes.apply(proposals)
        if self._asked.caller is None or self.notes.is_dry:
            return report
        setup = self._parts.setup
        return hold(self._parts.store, report, setup.vocabulary, self.notes.cause)

    def told(self, report: ApplyReport, done: ChangeKind | None = None) -> RecordChange:
        """What became of the request, in names that whoever asks knows."""

        def named(outcome: Outcome) -> str:
            return self.where.shown(outcome.operation.path)

        batch = None if self.notes.is_dry else self._batch
        return change_of(report, batch, named, done)

    def _state(self, destination: FilingNote, section: str, record: Record) -> StateRecord:
        is_owner = self.where.viewer.is_owner
        title = "" if is_below(destination.key, PEOPLE) or not is_owner else destination.title
        return StateRecord(destination.key, title, section, record, for_owner=is_owner)

    def _tail(self, given: Mapping[str, Any], place: str | None) -> RecordFields:
        """What a new record says of itself; who said it is known of a caller alone."""
        fields = self.fields(given)
        caller = self._asked.caller
        said = {"learned": self.now.date(), "source": _OWNER_SAYS, **_given(fields)}
        said["place"] = place
        if caller is not None:
            said["by"] = caller.author.slug
        return RecordFields(**said)


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _viewer(parts: Parts, caller: Caller | None) -> Viewer:
    if caller is None:
        return Viewer()
    policy = parts.setup.settings.audience.policy
    return viewer_in(caller.place, caller.author, parts.files.history, policy)


def _rules(parts: Parts) -> NoteRules:
    """As notes are read here, and with the labels by which lines name places."""
    setup, files = parts.setup, parts.files
    labels = labels_when_needed(files.history, files.register)
    audience = setup.settings.audience
    return NoteRules(setup.vocabulary, audience.policy, audience.default, labels)
