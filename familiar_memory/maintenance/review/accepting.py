"""Write what was accepted, each proposal in one batch with its line of the list.

So a crash leaves nothing by halves, and of several who do it at once one does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError, NotFoundError
from familiar_memory.maintenance.review.policy import ReviewPolicy
from familiar_memory.maintenance.review.report import Reviewed
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.named.across import MergeRecords, ReplaceRecord
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.change import Settlement, settled
from familiar_memory.operations.review.item import Proposed, ReviewItem
from familiar_memory.operations.review.kinds.table import proposals_of
from familiar_memory.operations.review.page import Mark, ReviewLine, review_lines
from familiar_memory.operations.review.wording import done_in_words
from familiar_memory.operations.rewriting.requests import Rewriting
from familiar_memory.operations.rewritten.rewriting import NotesRewritten
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.operations.together import Together
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.entry import REVIEW_SOURCE
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["Accepted", "Accepting", "Decided"]

_KEPT = (Verdict.APPLIED, Verdict.SKIPPED)
_SETTLED = (Mark.ACCEPTED, Mark.DISMISSED)


@dataclass(frozen=True, slots=True)
class Decided:
    """What is to be settled; by a command, whatever marks stand in the file.

    `reworded` are those that are accepted with another text, as they are written.
    """

    accepted: Mapping[str, ReviewItem]
    dismissed: frozenset[str] = frozenset()
    is_command: bool = False
    reworded: Mapping[str, Record] = field(default_factory=dict)


@dataclass(slots=True)
class Accepted:
    """What was done, what cannot be done, and what may be done later, by id."""

    done: dict[str, Reviewed] = field(default_factory=dict)
    failed: dict[str, Reviewed] = field(default_factory=dict)
    later: dict[str, Reviewed] = field(default_factory=dict)


class _NotWaitingError(Exception):
    """Since the list was read, a proposal was settled or changed by somebody else."""


@dataclass(frozen=True, slots=True)
class Accepting:
    """Carries out accepted proposals in one tree, and moves their lines."""

    store: NoteStore
    register: TreeRegister
    rules: NoteRules
    today: Callable[[], date]

    @kept_readings()  # What one proposal leaves of the list is what the next one finds.
    def carry_out(
        self, decided: Decided, gone: Mapping[str, Sequence[str]], batch: str
    ) -> Accepted:
        """Each proposal with its line, or neither; `gone` are lines that are missing in the list.

        What does not wait any more is left; where somebody else has accepted it, it is done.

        Raises:
            StoreError: the list cannot be written.
        """
        result = Accepted()
        for name, item in decided.accepted.items():
            lines = {one: lines for one, lines in gone.items() if one == name}
            what = Settlement(frozenset({name}), gone=lines, reworded=decided.reworded)
            expected = None if decided.is_command else item
            told = self._told(name, item)
            try:
                report = self._applied(item, batch, partial(self._settled, what, expected))
            except _NotWaitingError:
                if self._is_accepted(name):
                    result.done[name] = told
                continue
            except InputError as error:
                # What somebody else has just carried out cannot be done a second time.
                if self._is_accepted(name):
                    result.done[name] = told
                else:
                    result.failed[name] = replace(told, reason=error.problem, done="")
                continue
            reason = next((one.reason for one in report.outcomes if one.reason), "")
            is_kept = all(one.verdict in _KEPT for one in report.outcomes)
            if is_kept and report.applied:
                # Of several lines one may stand there already.
                reason = ""
            note = report.outcomes[0].note
            done = "" if reason else done_in_words(item, note)
            told = replace(told, reason=reason, note=note, done=done)
            if any(one.may_pass for one in report.failures):
                result.later[name] = told
            elif is_kept or self._is_accepted(name):
                result.done[name] = told
            else:
                result.failed[name] = told
        return result

    def _told(self, name: str, item: ReviewItem) -> Reviewed:
        note = self.register.path_of(item.note) or item.note
        text = item.title or item.record.text
        return Reviewed(name, text, item.note, done=done_in_words(item, note))

    def _applied(self, item: ReviewItem, batch: str, settle: Callable[[str], str]) -> ApplyReport:
        self._check_files(item)
        if item.record.fields.learned is None:
            # Somebody has reworded the line, tail and all: it is theirs, as of today.
            fields = replace(item.record.fields, learned=self.today())
            item = replace(item, record=replace(item.record, fields=fields))
        cause, together = Cause(REVIEW_SOURCE, batch=batch), Together({REVIEW_PATH: settle})
        at_once = NotesAtOnce(
            self.store, self.register, ReviewPolicy(), self.rules, cause, together=together
        )
        proposed = proposals_of(item)
        if len(proposed) == 1 and isinstance(proposed[0], MergeRecords):
            return at_once.merge(proposed[0])
        return at_once.apply(self._single(proposed))

    def _check_files(self, item: ReviewItem) -> None:
        """Refuse a proposal in which a person has named another file, and left the key behind it.

        Raises:
            InputError: so it is.
        """
        for key, file in item.files:
            if self.register.is_there(file) and self.register.key_of(file) != key:
                raise InputError(
                    f"{file} is not the note {key} that stands behind it",
                    f"{file} alone, without the comment behind it",
                )

    def _single(self, proposed: Iterable[Proposed]) -> Iterator[Proposal]:
        """What is proposed, note by note; what concerns whole notes is read from them now."""
        rewritten = NotesRewritten(self.store, self.register, self.rules)
        for one in proposed:
            if isinstance(one, Rewriting):
                yield from rewritten.proposals(one)
            elif not isinstance(one, MergeRecords | ReplaceRecord):
                yield one

    def _settled(self, what: Settlement, expected: ReviewItem | None, text: str) -> str:
        """The list once a proposal is accepted; with `expected`, while it is ticked as that.

        Raises:
            _NotWaitingError: it does not stand there so any more.
        """
        (name,) = what.accepted
        lines = self._lines(text, name)
        if expected is None:
            is_waiting = not lines or any(one.mark not in _SETTLED for one in lines)
        else:
            is_waiting = any(one.mark is Mark.TICKED and one.item == expected for one in lines)
        if not is_waiting:
            raise _NotWaitingError
        return settled(text, what, self.rules.vocabulary)

    def _is_accepted(self, name: str) -> bool:
        try:
            text = self.store.read_file(REVIEW_PATH)
        except NotFoundError:
            return False
        lines = self._lines(text, name)
        return bool(lines) and all(one.mark is Mark.ACCEPTED for one in lines)

    def _lines(self, text: str, name: str) -> list[ReviewLine]:
        return [one for one in review_lines(text, self.rules.vocabulary) if one.id == name]
