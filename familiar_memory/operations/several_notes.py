"""Records of several notes changed together: merged into one, moved, or brought back.

All notes are written or none, in one batch of the journal: nothing stands twice or nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.memory.short_ids import short_id
from familiar_memory.domain.tree import subject_of
from familiar_memory.errors import LimitError, NotFoundError
from familiar_memory.knowledge.audience import narrowest, permits
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.record.line import AnyPredicate, stated_fact
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.went_into import notes_with_originals, went_into
from familiar_memory.operations.apply import apply
from familiar_memory.operations.merging.linking import block_ids_in
from familiar_memory.operations.merging.ruled_out import MissedError, which_lines
from familiar_memory.operations.named.across import MergeRecords, MoveRecord
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    PutRecord,
    RestoreRecord,
    RetireById,
    UpdateRecord,
)
from familiar_memory.operations.named.united import united
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Miss, Outcome, Verdict
from familiar_memory.operations.policy import Policy, Proposer
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.together import Together
from familiar_memory.store.base import Cause, NoteReader, NoteStore

__all__ = ["NotesAtOnce", "check_length"]

_SECTION = "Notes"
_TIMES_THE_CAP = 4
"""A note grows beyond the cap where several reaches have lines in it, and not much further."""


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
        try:
            found = self._line(operation.path, operation.id)
        except MissedError as missed:
            return _refused(gone, missed.reason, missed.miss)
        record = found.record
        if operation.was is not None and record.text != operation.was:
            return _refused(gone, Miss.CHANGED.value, Miss.CHANGED)
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
            try:
                line = self._line(path, record_id)
            except MissedError as missed:
                return _refused(RetireById(path, record_id), missed.reason, missed.miss)
            if line.record.state is not RecordState.LIVE:
                return _refused(RetireById(path, record_id), "it is struck already")
            found.append((path, line))
        if len(found) < 2:
            path, record_id = operation.records[0]
            return _refused(RetireById(path, record_id), "one record alone cannot be merged")
        if (refusal := self._worded_for_others(operation, found)) is not None:
            return refusal
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
        try:
            block_id = self._line(operation.path, operation.id).record.id
        except MissedError:
            block_id = None
        if not operation.restores or block_id is None:
            return self.apply((operation,))
        name = RecordName(operation.path, block_id)
        viewer = Proposer.of(self.policy).viewer
        back = [
            RestoreRecord(key, line.id, line.record.fields.into or "")
            for key in notes_with_originals(self.store, self.register, name)
            if key != operation.path
            for line in self._lines(key)
            if went_into(self.register, key, line.record.fields) == name
            and permits(viewer, line.audience)
        ]
        return self.apply((operation, *back))

    def _merged(self, operation: MergeRecords, old: list[Record], path: str) -> Record:
        fields = united([one.fields for one in old])
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

    def _worded_for_others(
        self, operation: MergeRecords, found: Sequence[tuple[str, StandingLine]]
    ) -> ApplyReport | None:
        """That the merged record would say what its proposer may not have a line say.

        It is judged as if each line were changed so; what one of them says is nothing new.
        """
        text = operation.text.strip()
        is_new = all(line.record.text != text for _, line in found)
        patch = replace(operation.patch, text=text if is_new else None)
        if patch.is_empty:
            return None
        proposer = Proposer.of(self.policy)
        for path, line in found:
            change = UpdateRecord(path, line.id, patch, line.record.text)
            ruling = self.policy.judge(change) or proposer.judge_line(change, line)
            if ruling is not None:
                return ApplyReport(
                    (Outcome(change, ruling.verdict, ruling.reason, miss=ruling.miss),)
                )
        return None

    def _line(self, key: str, record_id: str) -> StandingLine:
        """The line of an id.

        Raises:
            MissedError: there is none to be seen, or there are several.
        """
        viewer = Proposer.of(self.policy).viewer
        found = [
            one for one in self._lines(key) if one.id == record_id and permits(viewer, one.audience)
        ]
        if len(found) > 1:
            reason = which_lines((one.line for one in found), is_owner=viewer.is_owner)
            raise MissedError(Miss.AMBIGUOUS, reason)
        if not found:
            raise MissedError(Miss.NOT_FOUND)
        return found[0]

    def _lines(self, key: str) -> list[StandingLine]:
        """The lines of a note, with the fields of other people's vocabularies read as such."""
        note = parse_note(self._text(key), AnyPredicate(), key)
        return list(standing_lines(key, note, self.rules.default_audience))

    def _text(self, key: str) -> str:
        check_length(self.store, self.register, key)
        path = self.register.path_of(key)
        try:
            return "" if path is None else self.store.read_file(path)
        except NotFoundError:
            return ""


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


def _link(block_id: str, path: str, source: str) -> str:
    return block_id if path == source else f"{path}#^{block_id}"


def _refused(operation: Proposal, reason: str, miss: Miss | None = None) -> ApplyReport:
    return ApplyReport((Outcome(operation, Verdict.REJECTED, reason, miss=miss),))
