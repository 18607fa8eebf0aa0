"""Records of several notes changed together: merged into one, moved, or brought back.

All notes are written or none, in one batch of the journal: nothing stands twice or nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Moment, Record, RecordFields, RecordState
from familiar_memory.domain.memory.short_ids import short_id
from familiar_memory.domain.tree import subject_of
from familiar_memory.errors import LimitError, NotFoundError
from familiar_memory.knowledge.audience import narrowest, permits
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.merging.linking import block_ids_in
from familiar_memory.operations.merging.ruled_out import Miss, which_lines
from familiar_memory.operations.named.across import MergeRecords, MoveRecord
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    PutRecord,
    RestoreRecord,
    RetireById,
)
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.policy import Policy, proposer_view
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.together import Together
from familiar_memory.store.base import Cause, NoteReader, NoteStore

__all__ = ["NotesAtOnce", "check_length"]

_SECTION = "Notes"
_TIMES_THE_CAP = 4
"""A note grows beyond the cap where several reaches have lines in it, and not much further."""


class _AnyPredicate:
    def __contains__(self, name: object) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class NotesAtOnce:
    """Changes the records of several notes for one proposer, as one batch (`cause`)."""

    store: NoteStore
    register: TreeRegister
    policy: Policy
    rules: NoteRules
    cause: Cause
    is_dry: bool = False
    together: Together = field(default_factory=Together)
    """What is changed with them."""

    def apply(self, operations: Iterable[Proposal]) -> ApplyReport:
        """As `operations.apply`: all of them, or none."""
        operations = tuple(operations)
        for operation in operations:
            check_length(self.store, self.register, operation.path)
        return apply(
            self.store,
            operations,
            self.policy,
            self.register,
            cause=self.cause,
            rules=self.rules,
            dry_run=self.is_dry,
            together=self.together,
        )

    def move(self, operation: MoveRecord) -> ApplyReport:
        """Have a line stand elsewhere, for whom it was.

        The report has what came first, then what went.
        """
        gone = DeleteRecord(operation.path, operation.id, operation.was, restores=False)
        found = self._line(operation.path, operation.id)
        if isinstance(found, str):
            return _missed(gone, found)
        record = found.record
        if operation.was is not None and record.text != operation.was:
            return _missed(gone, Miss.CHANGED)
        about = subject_of(operation.path)
        is_elsewhere = about != subject_of(operation.to)
        if record.predicate is not None and record.fields.subject is None and is_elsewhere:
            record = replace(record, fields=replace(record.fields, subject=about))
        origin = ((operation.path, operation.id),)
        section = operation.section or found.section or _SECTION
        put = PutRecord(operation.to, operation.title, section, record, found.audience, origin)
        gone = replace(gone, was=found.record.text)
        # The id of a block is unique in its note: there the line goes before it comes.
        return self.apply((gone, put) if operation.to == operation.path else (put, gone))

    def merge(self, operation: MergeRecords) -> ApplyReport:
        """Put one record in the place of several, which are struck and say into which they went."""
        found: list[tuple[str, StandingLine]] = []
        for path, record_id in dict.fromkeys(operation.records):
            line = self._line(path, record_id)
            if isinstance(line, str):
                return _missed(RetireById(path, record_id), line)
            if line.record.state is not RecordState.LIVE:
                return _missed(RetireById(path, record_id), "it is struck already")
            found.append((path, line))
        if len(found) < 2:
            path, record_id = operation.records[0]
            return _missed(RetireById(path, record_id), "one record alone cannot be merged")
        path = operation.path or found[0][0]
        new = self._merged(operation, [line.record for _, line in found], path)
        audience = narrowest(line.audience for _, line in found)
        section = operation.section or (found[0][1].section if path == found[0][0] else _SECTION)
        origin = tuple((at, line.id) for at, line in found)
        put = PutRecord(path, "", section, new, audience, origin)
        struck = [
            RetireById(at, line.id, None, _link(new.id or "", path, at), was=line.record.text)
            for at, line in found
        ]
        return self.apply((put, *struck))

    def delete(self, operation: DeleteRecord) -> ApplyReport:
        """Take a line out; what was merged into it stands for itself again, in every note."""
        found = self._line(operation.path, operation.id)
        block_id = None if isinstance(found, str) else found.record.id
        if not operation.restores or block_id is None:
            return self.apply((operation,))
        into = f"{operation.path}#^{block_id}"
        viewer = proposer_view(self.policy)
        back = [
            RestoreRecord(key, line.id, into)
            for key in self._notes_with(f"#^{block_id}")
            if key != operation.path
            for line in self._lines(key)
            if line.record.fields.into == into and permits(viewer, line.audience)
        ]
        return self.apply((operation, *back))

    def _merged(self, operation: MergeRecords, old: list[Record], path: str) -> Record:
        fields = _united([one.fields for one in old])
        text = operation.text.strip()
        said = stated_fact(text)
        predicates = {one.predicate for one in old}
        is_fact = said is not None and said[0] in predicates
        record = Record(
            text,
            fields,
            predicate=said[0] if said is not None and is_fact else None,
            object=said[1] if said is not None and is_fact else None,
        )
        record = replace(operation.patch.applied(record), text=text)
        return replace(record, id=short_id(record, block_ids_in(self._text(path))))

    def _line(self, key: str, record_id: str) -> StandingLine | str:
        """The line of an id, or why there is none to change."""
        viewer = proposer_view(self.policy)
        found = [
            one for one in self._lines(key) if one.id == record_id and permits(viewer, one.audience)
        ]
        if len(found) > 1:
            return which_lines((one.line for one in found), is_owner=viewer.is_owner)
        return found[0] if found else Miss.NOT_FOUND.value

    def _lines(self, key: str) -> list[StandingLine]:
        """The lines of a note, with the fields of other people's vocabularies read as such."""
        note = parse_note(self._text(key), _AnyPredicate(), key)
        return list(standing_lines(key, note, self.rules.default_audience))

    def _text(self, key: str) -> str:
        check_length(self.store, self.register, key)
        path = self.register.path_of(key)
        try:
            return "" if path is None else self.store.read_file(path)
        except NotFoundError:
            return ""

    def _notes_with(self, words: str) -> list[str]:
        """The keys of notes that hold some words."""
        hits = self.store.grep(words.replace("^", r"\^"), case_insensitive=False)
        return list(dict.fromkeys(self.register.key_of(hit.path) for hit in hits))


def check_length(store: NoteReader, register: TreeRegister, key: str) -> None:
    """Refuse a note that no writer would have made so long, before it is read: it takes minutes.

    Raises:
        LimitError: it is far beyond the cap of a file.
    """
    path = register.path_of(key)
    state = None if path is None else store.file_state(path)
    if state is not None and state.size > _TIMES_THE_CAP * store.limits.max_file_bytes:
        raise LimitError(
            f"{key} is too long to change single lines of it",
            "divide the note, change it in an editor, or raise store.max_file_bytes",
        )


def _united(all_fields: list[RecordFields]) -> RecordFields:
    """What is true of all: the highest importance, the earliest expiry, every tag and turn."""
    return RecordFields(
        learned=max((f.learned for f in all_fields if f.learned), key=_instant, default=None),
        since=_common(all_fields, lambda one: one.since),
        until=_common(all_fields, lambda one: one.until),
        refs=tuple(dict.fromkeys(ref for f in all_fields for ref in f.refs)),
        by=_common(all_fields, lambda one: one.by),
        type=_common(all_fields, lambda one: one.type),
        subject=_common(all_fields, lambda one: one.subject),
        category=_common(all_fields, lambda one: one.category),
        topic=_common(all_fields, lambda one: one.topic),
        importance=max(f.importance for f in all_fields),
        confidence=min(
            (f.confidence for f in all_fields if f.confidence is not None), default=None
        ),
        source="consolidation",
        tags=tuple(dict.fromkeys(tag for f in all_fields for tag in f.tags)),
        temporary=all(f.temporary for f in all_fields),
        expires=min((f.expires for f in all_fields if f.expires), key=_instant, default=None),
    )


def _common(
    all_fields: list[RecordFields], field: Callable[[RecordFields], str | None]
) -> str | None:
    """What all say alike; None where they differ."""
    values = {field(one) for one in all_fields}
    return values.pop() if len(values) == 1 else None


def _instant(moment: Moment) -> str:
    found = instant_of(moment.isoformat())
    return moment.isoformat() if found is None else found.isoformat()


def _link(block_id: str, path: str, source: str) -> str:
    return block_id if path == source else f"{path}#^{block_id}"


def _missed(operation: Proposal, reason: str) -> ApplyReport:
    return ApplyReport((Outcome(operation, Verdict.REJECTED, str(reason)),))
