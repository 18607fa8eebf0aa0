"""Carry out what people have decided: apply, then settle the list; safe to be done again.

What is accepted is written before its line is settled, and writing it a second time changes
nothing. So whoever is killed in between, or does it at the same time, harms nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError, NotFoundError
from familiar_memory.maintenance.review.deciding import Decisions, OpenItem, decide_review
from familiar_memory.maintenance.review.policy import ReviewPolicy
from familiar_memory.maintenance.review.report import Reviewed, ReviewReport
from familiar_memory.maintenance.review.versions import REVIEW_SOURCE, read_versions
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.review.change import Settlement, settled
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds import proposals_of
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["STABLE_S", "Reviewing"]

STABLE_S = 5.0
"""So long nobody has saved the list when what is missing or struck in it counts."""
_KEPT = (Verdict.APPLIED, Verdict.SKIPPED)


@dataclass(frozen=True, slots=True)
class Reviewing:
    """Reads the list of one tree, and does what people have decided there.

    Days are of the `zone`; `now` gives an aware time.
    """

    store: NoteStore
    journal: JournalReader
    register: TreeRegister
    rules: NoteRules
    now: Callable[[], datetime]
    zone: tzinfo

    def look(self) -> Decisions:
        """What was decided and what waits; nothing is changed.

        Raises:
            StoreError: the list cannot be read.
        """
        versions = read_versions(self.store, self.journal, self.rules.vocabulary)
        decisions = decide_review(versions, is_stable=self._is_stable())
        return replace(decisions, waiting=tuple(map(self._placed, decisions.waiting)))

    def _placed(self, one: OpenItem) -> OpenItem:
        """A proposal with the file that its note has now, or will have."""
        key = "" if one.item is None else one.item.note
        return replace(one, note=self.register.path_of(key) or key) if key else one

    def settle(self) -> ReviewReport:
        """Carry out what people have decided in the file.

        Raises:
            StoreError: the list cannot be read or written. What was written stays, and the next
                time goes on from there.
        """
        decisions = self.look()
        has_news = decisions.accepted or decisions.dismissed or decisions.gone
        # What an editor is saving by halves is not written into: what is missing would stay so.
        if decisions.is_unsettled or not (has_news or decisions.vanished):
            return ReviewReport(waiting=decisions.waiting, is_unsettled=decisions.is_unsettled)
        return self._settled(decisions, _Decided(decisions.accepted, decisions.dismissed))

    def accept(self, names: Iterable[str], texts: Mapping[str, str] | None = None) -> ReviewReport:
        """Accept proposals by their ids, some with another text, whatever marks they have.

        Raises:
            NotFoundError: one does not wait.
            InputError: one cannot be carried out as it stands.
            StoreError: as `settle`.
        """
        decisions, texts = self.look(), {} if texts is None else texts
        found = {name: self._reworded(decisions, name, texts.get(name)) for name in names}
        reworded = {name: found[name].record for name in texts if name in found}
        return self._settled(decisions, _Decided(found, is_command=True, reworded=reworded))

    def reject(self, names: Iterable[str]) -> ReviewReport:
        """Dismiss proposals by their ids. Errors as `accept`."""
        decisions = self.look()
        wanted = frozenset(names)
        for name in wanted - decisions.dismissed:
            _waiting(decisions, name)
        return self._settled(decisions, _Decided({}, wanted, is_command=True))

    def _is_stable(self) -> bool:
        """Whether nobody has saved the list just now, by the clock of whoever reads it."""
        state = self.store.file_state(REVIEW_PATH)
        if state is None:
            return True
        age = self.now() - datetime.fromtimestamp(state.mtime_ns / 1e9, UTC)
        return abs(age) >= timedelta(seconds=STABLE_S)

    def _reworded(self, decisions: Decisions, name: str, text: str | None) -> ReviewItem:
        one = _waiting(decisions, name)
        if one.item is None:
            raise InputError(f"{name}: {one.problem}", "a proposal as it was written")
        if text is None:
            return one.item
        read = parse_record(text.strip(), self.rules.vocabulary)
        if read.damaged or not read.text.strip():
            raise InputError(f"{text!r} is no line of a note", "the text of a proposal")
        record = one.item.record
        record = replace(record, text=read.text, predicate=read.predicate, object=read.object)
        return replace(one.item, record=record)

    def _settled(self, decisions: Decisions, decided: _Decided) -> ReviewReport:
        """Apply what is accepted, then settle that and what is dismissed."""
        batch = new_entry_id()
        done, failed, later = self._carried_out(decided.accepted, batch)
        named = done.keys() | decided.dismissed
        is_all = not decided.is_command
        gone = {n: lines for n, lines in decisions.gone.items() if is_all or n in named}
        reasons = {name: one.reason for name, one in failed.items()}
        what = Settlement(
            frozenset(done),
            decided.dismissed,
            reasons,
            gone,
            decisions.vanished if is_all else {},
            decided.reworded,
        )
        self.store.edit(
            REVIEW_PATH,
            lambda text: self._changed(text, what, is_command=decided.is_command),
            cause=Cause(REVIEW_SOURCE, batch=batch),
            is_capped=False,
        )
        texts = {one.id: one.text for one in decisions.every}
        after = self.look()
        return ReviewReport(
            tuple(done.values()),
            tuple(Reviewed(name, texts.get(name, "")) for name in sorted(decided.dismissed)),
            (*failed.values(), *later),
            tuple(name for name in gone if name not in named),
            after.waiting,
            after.is_unsettled,
            batch,
        )

    def _changed(self, text: str, what: Settlement, *, is_command: bool) -> str:
        """The list as it stands by now, settled; who took a strike back meanwhile has it back."""
        vocabulary = self.rules.vocabulary
        if not is_command:
            lines = review_lines(text, vocabulary)
            unstruck = {one.id for one in lines if one.mark is not Mark.STRUCK}
            what = replace(what, dismissed=what.dismissed - unstruck)
        return settled(text, what, vocabulary)

    def _carried_out(
        self, accepted: Mapping[str, ReviewItem], batch: str
    ) -> tuple[dict[str, Reviewed], dict[str, Reviewed], list[Reviewed]]:
        """What was done, what cannot be done, and what may be done later, by id."""
        done: dict[str, Reviewed] = {}
        failed: dict[str, Reviewed] = {}
        later: list[Reviewed] = []
        for name, item in accepted.items():
            told = Reviewed(name, item.record.text, item.note)
            try:
                report = self._applied(item, batch)
            except InputError as error:
                failed[name] = replace(told, reason=error.problem)
                continue
            reason = next((one.reason for one in report.outcomes if one.reason), "")
            told = replace(told, reason=reason, note=report.outcomes[0].note)
            if any(one.may_pass for one in report.failures):
                later.append(told)
            elif all(one.verdict in _KEPT for one in report.outcomes):
                done[name] = told
            else:
                failed[name] = told
        return done, failed, later

    def _applied(self, item: ReviewItem, batch: str) -> ApplyReport:
        if item.record.fields.learned is None:
            # Somebody has reworded the line, tail and all: it is theirs, as of today.
            fields = replace(item.record.fields, learned=self.now().astimezone(self.zone).date())
            item = replace(item, record=replace(item.record, fields=fields))
        policy, cause = ReviewPolicy(), Cause(REVIEW_SOURCE, batch=batch)
        at_once = NotesAtOnce(self.store, self.register, policy, self.rules, cause)
        proposed = proposals_of(item)
        if len(proposed) == 1 and isinstance(proposed[0], MergeRecords):
            return at_once.merge(proposed[0])
        return at_once.apply(one for one in proposed if not isinstance(one, MergeRecords))


@dataclass(frozen=True, slots=True)
class _Decided:
    """What is to be settled; by a command, whatever stands in the file."""

    accepted: Mapping[str, ReviewItem]
    dismissed: frozenset[str] = frozenset()
    is_command: bool = False
    reworded: Mapping[str, Record] = field(default_factory=dict)


def _waiting(decisions: Decisions, name: str) -> OpenItem:
    for one in decisions.every:
        if one.id == name:
            return one
    raise NotFoundError(f"no proposal {name!r} waits", "an id that `familiar review` lists")
