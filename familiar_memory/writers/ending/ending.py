"""End a session: keep what was held and is borne out, and leave the rest to a person.

Each memory is written in one change with its line of `review.md`, so a crash leaves no half, and
the next end goes on where this one was cut off. What was decided meanwhile is left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import FamiliarError, NotFoundError, StorageError
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.knowledge.write_policy.promotion import HeldGroup, promote
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.place_labels import PlaceLabels, labels_in_use
from familiar_memory.operations.policy import SeeingPolicy
from familiar_memory.operations.review.blocks import without_block
from familiar_memory.operations.review.change import Settlement, settled
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.page import review_lines
from familiar_memory.operations.together import Together
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.entry import REVIEW_SOURCE
from familiar_memory.store.names import REVIEW_PATH
from familiar_memory.writers.ending.held_outcome import HeldOutcome, KeptMemory
from familiar_memory.writers.ending.kept import kept_proposals
from familiar_memory.writers.ending.meant_turns import MeantTurns
from familiar_memory.writers.ending.spoken import SpokenTalk
from familiar_memory.writers.ending.summaries import Summaries
from familiar_memory.writers.ending.waiting_items import (
    WaitingItem,
    open_items,
    taken_back,
    waiting_items,
)
from familiar_memory.writers.marks.held_marks import HeldMarks, WaitingMark
from familiar_memory.writers.policy.cited import CitedTurns
from familiar_memory.writers.policy.talk_gate import TalkGate
from familiar_memory.writers.policy.write_policy import BorneOutPolicy
from familiar_memory.writers.writing import WritingRules

__all__ = ["SessionEnding"]

_log = logging.getLogger(__name__)


class _DecidedMeanwhileError(Exception):
    """Since the list was read, somebody has decided on a proposal, or changed it."""


class SessionEnding:
    """Ends sessions of one familiar; whoever calls it keeps other writers away."""

    def __init__(
        self,
        history: History,
        store: NoteStore,
        register: TreeRegister,
        rules: WritingRules,
        gate: TalkGate,
    ) -> None:
        """Take what was said, where notes and the list stand, and how lines are understood.

        The `gate` is that of the batches: what they may not write, no end of a session writes.
        """
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        self._gate = gate
        self._marks = HeldMarks(history)

    @kept_readings()  # What one memory leaves of the list is what the next one finds.
    def end(self, place: str | None, journal_batch: str, upto: int | None = None) -> HeldOutcome:
        """End the session of a place (a slug), or those of all; with `upto`, its last turn.

        Raises:
            StoreError: the list cannot be read.
            HistoryError: the history cannot be read.
        """
        marks = self._marks.waiting()
        if not marks:
            return HeldOutcome(journal_batch=journal_batch)
        meant = MeantTurns(self._history, self._rules.zone)
        self._take_back(marks, meant, journal_batch)
        waiting = self._waiting(marks, meant, upto)
        found = [one for one in waiting if place in (None, _place_of(one))]
        kept: list[KeptMemory] = []
        problems: list[str] = []
        rules = self._note_rules() if found else self._rules.notes
        if found:
            self._gate.refresh()
        talk = SpokenTalk(meant, self._summaries(), upto)
        for members in _by_speaker(one for one in found if one.turns):
            by_id = {one.memory.id: one for one in members}
            for group in promote((one.memory for one in members), talk.of(members)):
                if not group.is_kept:
                    continue
                try:
                    kept += self._kept(group, by_id, rules, journal_batch)
                except FamiliarError as error:
                    _log.warning("a held memory was not kept: %s", error.problem)
                    problems.append(error.problem)
        done = {one.id for one in kept}
        left = tuple(one.memory.id for one in found if one.memory.id not in done)
        problem = "; ".join(dict.fromkeys(problems))
        return HeldOutcome(tuple(kept), left, problem, journal_batch)

    def _summaries(self) -> Summaries:
        return Summaries(self._store, self._history, self._rules.notes, self._rules.zone)

    def _waiting(
        self, marks: Mapping[str, WaitingMark], meant: MeantTurns, upto: int | None
    ) -> Iterator[WaitingItem]:
        if upto is not None:
            marks = {
                name: replace(mark, turns=frozenset(one for one in mark.turns if one <= upto))
                for name, mark in marks.items()
            }
        try:
            text = self._store.read_file(REVIEW_PATH)
        except NotFoundError:
            return iter(())
        return waiting_items(text, marks, self._rules.notes.vocabulary, meant.turn)

    def _take_back(
        self, marks: Mapping[str, WaitingMark], meant: MeantTurns, journal_batch: str
    ) -> None:
        """Take out of the list what nobody says any more; what a person touched stays."""
        vocabulary = self._rules.notes.vocabulary

        def without(text: str) -> str:
            gone = taken_back(text, marks, vocabulary, meant.turn)
            lines = [one for one in review_lines(text, vocabulary) if one.id in gone]
            for line in reversed(lines):
                text = without_block(text, line)
            return text

        with suppress(NotFoundError):
            text = self._store.read_file(REVIEW_PATH)
            if without(text) != text:
                self._store.edit(
                    REVIEW_PATH, without, cause=Cause(REVIEW_SOURCE, (), journal_batch)
                )

    def _note_rules(self) -> NoteRules:
        self._register.look_at_heads()
        used = labels_in_use(self._register.heads())
        return replace(self._rules.notes, labels=PlaceLabels(self._history.places(), used))

    def _kept(
        self,
        group: HeldGroup,
        by_id: dict[str, WaitingItem],
        rules: NoteRules,
        journal_batch: str,
    ) -> list[KeptMemory]:
        """Write a memory with the lines of all that say it; none where it cannot be written."""
        members = [by_id[one.id] for one in group.members]
        chosen = by_id[group.representative.id]
        why = f"kept at the end of the session: {group.reason}"
        items = {one.memory.id: one.item for one in members}
        beside = partial(self._settled, items, why)
        try:
            report = self._applied(group, chosen, members, rules, journal_batch, beside)
        except _DecidedMeanwhileError:
            return []
        if report.failures:
            failure = report.failures[0]
            raise StorageError(f"{failure.path}: {failure.reason}", "a note that can be written")
        if not all(one.stands for one in report.outcomes):
            # What the note does not allow, such as a guess against what was said, needs a person;
            # and what a person has struck there is not said to be kept.
            return []
        for one in members:
            # An undo opens the line again: that is a person's word.
            self._marks.mark_kept(one.memory.id, one.memory.turns)
        note = report.outcomes[0].note
        return [
            KeptMemory(one.memory.id, one.item.record.text, note, group.timing.value, why)
            for one in members
        ]

    def _applied(
        self,
        group: HeldGroup,
        chosen: WaitingItem,
        members: Sequence[WaitingItem],
        rules: NoteRules,
        journal_batch: str,
        settle: Callable[[str], str],
    ) -> ApplyReport:
        turns = {stored.id: stored for one in members for stored in one.turns}
        ordered = [turns[number] for number in sorted(turns)]
        return apply(
            self._store,
            kept_proposals(chosen.item, group, ordered, self._rules.zone),
            self._gate.around(ordered, _borne_out, frozenset({chosen.speaker})),
            self._register,
            cause=Cause(self._rules.source, _refs(ordered), journal_batch),
            rules=replace(rules, reach=reach_of(_place_of(chosen), rules.readers)),
            together=Together({REVIEW_PATH: settle}, must_stand=True),
        )

    def _settled(self, items: dict[str, ReviewItem], why: str, text: str) -> str:
        """The list once these were accepted, while each stands there open as it was.

        Raises:
            _DecidedMeanwhileError: one does not.
        """
        vocabulary = self._rules.notes.vocabulary
        now = open_items(text, vocabulary)
        if any(now.get(name) != item for name, item in items.items()):
            raise _DecidedMeanwhileError
        what = Settlement(frozenset(items), told=dict.fromkeys(items, why))
        return settled(text, what, vocabulary)


def _borne_out(rails: SeeingPolicy, cited: CitedTurns) -> BorneOutPolicy:
    return BorneOutPolicy(rails)


def _by_speaker(found: Iterable[WaitingItem]) -> list[list[WaitingItem]]:
    """What one person said in one place is weighed by itself."""
    groups: dict[tuple[str, str], list[WaitingItem]] = {}
    for one in found:
        groups.setdefault((one.speaker, _place_of(one)), []).append(one)
    return list(groups.values())


def _place_of(one: WaitingItem) -> str:
    return one.item.record.fields.place or ""


def _refs(turns: Iterable[StoredTurn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stored.turn.ref for stored in turns))
