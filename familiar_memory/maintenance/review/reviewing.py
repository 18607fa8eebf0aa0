"""Carry out what people have decided: apply it, and settle the list.

What is accepted is written together with its line, in one batch: whoever is killed in between,
or does it at the same time, leaves nothing by halves, and nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError, NotFoundError
from familiar_memory.maintenance.review.accepting import Accepting, Decided
from familiar_memory.maintenance.review.deciding import Decisions, OpenItem, decide_review
from familiar_memory.maintenance.review.report import Reviewed, ReviewReport
from familiar_memory.maintenance.review.versions import read_versions
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.review.called import NotesCalled
from familiar_memory.operations.review.change import Settlement, settled
from familiar_memory.operations.review.item import OF_BEFORE, ReviewItem
from familiar_memory.operations.review.kinds.table import takes_other_words
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.operations.review.wording import titled
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import REVIEW_SOURCE, new_entry_id
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["STABLE_S", "Reviewing"]

STABLE_S = 5.0
"""So long nobody has saved the list when what is missing or struck in it counts."""


_STILL = "it could not be dismissed, and still waits"


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
        """A proposal in words, with the file that its note has now, or will have."""
        if (item := one.item) is None:
            return one
        text = one.text
        if item.does in OF_BEFORE:
            # Its line does not say that something would end.
            text = titled(item, self._called).title
        return replace(one, text=text, note=self.register.path_of(item.note) or item.note)

    def settle(self) -> ReviewReport:
        """Carry out what people have decided in the file.

        Raises:
            StoreError: the list cannot be read or written. What was written stays, and the next
                time goes on from there.
        """
        decisions = self.look()
        back = decisions.gone if decisions.is_stable else ()
        has_news = decisions.accepted or decisions.dismissed or back or decisions.refused
        # What an editor is saving by halves is not written into: what is missing would stay so.
        if decisions.is_unsettled or not (has_news or decisions.vanished):
            return ReviewReport(waiting=decisions.waiting, is_unsettled=decisions.is_unsettled)
        return self._settled(decisions, Decided(decisions.accepted, decisions.dismissed))

    def accept(self, names: Iterable[str], texts: Mapping[str, str] | None = None) -> ReviewReport:
        """Accept proposals by their ids, some with another text, whatever marks they have.

        Raises:
            NotFoundError: one does not wait.
            InputError: one cannot be carried out as it stands.
            StoreError: as `settle`.
        """
        decisions, texts = self.look(), {} if texts is None else texts
        found = {name: self._reworded(decisions, name, texts.get(name)) for name in names}
        reworded = {name: self._first_line(found[name]) for name in texts if name in found}
        return self._settled(decisions, Decided(found, is_command=True, reworded=reworded))

    def reject(self, names: Iterable[str]) -> ReviewReport:
        """Dismiss proposals by their ids. Errors as `accept`."""
        decisions = self.look()
        wanted = frozenset(names)
        for name in wanted - decisions.dismissed:
            _waiting(decisions, name)
        return self._settled(decisions, Decided({}, wanted, is_command=True))

    def _today(self) -> date:
        return self.now().astimezone(self.zone).date()

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
        if not takes_other_words(one.item):
            raise InputError(
                f"{name}: what it does has no words of its own to be put otherwise",
                "accept it as it is, or reject it",
            )
        read = parse_record(text.strip(), self.rules.vocabulary)
        if read.damaged or not read.text.strip():
            raise InputError(f"{text!r} is no line of a note", "the text of a proposal")
        record = one.item.record
        record = replace(record, text=read.text, predicate=read.predicate, object=read.object)
        item = replace(one.item, record=record)
        return titled(item, self._called) if item.title else item

    @property
    def _called(self) -> NotesCalled:
        return NotesCalled(self.store, self.register)

    @staticmethod
    def _first_line(item: ReviewItem) -> Record:
        return Record(item.title) if item.title else item.record

    def _settled(self, decisions: Decisions, decided: Decided) -> ReviewReport:
        """Apply what is accepted with its line, then settle what is dismissed or failed."""
        batch = new_entry_id()
        accepting = Accepting(self.store, self.register, self.rules, self._today)
        accepted = accepting.carry_out(decided, decisions.gone, batch)
        named = accepted.done.keys() | decided.dismissed
        is_all = not decided.is_command
        texts = {one.id: one.text for one in decisions.every}
        if is_all:
            refused = {n: Reviewed(n, texts[n], reason=why) for n, why in decisions.refused.items()}
            accepted.failed.update(refused)
        # A command decides at once, also on what somebody has just taken out of the file.
        comes_back = is_all and decisions.is_stable
        gone = {n: lines for n, lines in decisions.gone.items() if comes_back or n in named}
        what = Settlement(
            frozenset(),
            decided.dismissed,
            {name: one.reason for name, one in accepted.failed.items()},
            {name: lines for name, lines in gone.items() if name not in accepted.done},
            decisions.vanished if is_all else {},
        )
        self.store.edit(
            REVIEW_PATH,
            lambda text: self._changed(text, what, is_command=decided.is_command),
            cause=Cause(REVIEW_SOURCE, batch=batch),
            is_capped=False,
        )
        after = self.look()
        still = decided.dismissed & {one.id for one in after.waiting}
        undone = sorted(still) if decided.is_command else ()
        return ReviewReport(
            tuple(accepted.done.values()),
            tuple(Reviewed(n, texts.get(n, "")) for n in sorted(decided.dismissed - still)),
            (
                *accepted.failed.values(),
                *accepted.later.values(),
                *(Reviewed(n, texts.get(n, ""), reason=_STILL) for n in undone),
            ),
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


def _waiting(decisions: Decisions, name: str) -> OpenItem:
    for one in decisions.every:
        if one.id == name:
            return one
    raise NotFoundError(f"no proposal {name!r} waits", "an id that `familiar review` lists")
