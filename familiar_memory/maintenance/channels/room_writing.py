"""What is proposed for a room on its way into the notes: through the gate, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import NotFoundError
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.knowledge.write_policy.confided_turns import CONFIDED_TURNS, confided_turns
from familiar_memory.maintenance.channels.room_note import RoomNote, read_room_note
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.days.day_policy import DayPolicy
from familiar_memory.maintenance.sleep.step import Night, Preview
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.place_labels import PlaceLabels, labels_in_use
from familiar_memory.operations.policy import Proposer, SeeingPolicy
from familiar_memory.operations.proposal import Proposal
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.writers.file_names import FileNames
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.policy.cited import CitedTurns
from familiar_memory.writers.policy.talk_gate import TalkGate
from familiar_memory.writers.policy.write_policy import WritePolicy
from familiar_memory.writers.text.note_links import NoteLinks

__all__ = ["RoomWriting"]

_SOURCE = "sleep_cycle"


class RoomWriting:
    """Knows who has spoken where, what places are called, and what a dry run would have written."""

    def __init__(
        self, history: History, store: NoteStore, register: TreeRegister, rules: RoomRules
    ) -> None:
        """Look at what others have said and written."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        past = PastTalk(history, lambda place: reach_of(place, rules.notes.readers), 0)
        self._gate = TalkGate(history, store, register, rules.notes, past)
        self._gate.refresh()
        register.look_at_heads()
        self._labels = PlaceLabels(history.places(), labels_in_use(register.heads()))
        self._names = FileNames(history, register)
        self._before: dict[str, str] = {}
        self._after: dict[str, str] = {}

    @property
    def previews(self) -> tuple[Preview, ...]:
        """What a dry run would have changed so far."""
        return tuple(Preview(path, self._before[path], self._after[path]) for path in self._before)

    def links(self, turns: Iterable[StoredTurn], place: str) -> NoteLinks:
        """How the people of this talk, and its place, are linked."""
        label = self._labels.label(place)
        return NoteLinks(self._names.links(turns), {} if label is None else {place: label})

    def note(self, place: str) -> RoomNote:
        """The note of a place, by its slug, as it stands.

        Raises:
            StoreError: it cannot be read.
        """
        return read_room_note(self._store, self._register, self._rules.notes, place)

    def write(
        self, talk: Sequence[StoredTurn], proposals: Iterable[Proposal], night: Night
    ) -> ApplyReport:
        """Apply what is proposed of this talk, as far as the gate lets it through."""
        proposed = tuple(proposals)
        if not proposed:
            return ApplyReport()
        gate = self._gate.around(talk, self._judge(talk))
        policy = DayPolicy(gate, self._cited(), self._rules.markers)
        rules = replace(self._rules.notes, labels=self._labels)
        report = apply(
            self._store,
            gate.below.discreet(proposed),
            policy,
            self._register,
            cause=Cause(_SOURCE, batch=night.batch),
            rules=rules,
            dry_run=night.is_dry_run,
        )
        if night.is_dry_run:
            self._preview(report, Proposer.of(policy))
        return report

    def _judge(
        self, talk: Sequence[StoredTurn]
    ) -> Callable[[SeeingPolicy, CitedTurns], WritePolicy]:
        rules = self._rules

        def judge(rails: SeeingPolicy, cited: CitedTurns) -> WritePolicy:
            return WritePolicy(rails, cited, rules.notes.vocabulary, rules.markers, talk)

        return judge

    def _cited(self) -> CitedTurns:
        known = confided_turns(self._history.watermarks_like(CONFIDED_TURNS))
        return CitedTurns(self._history, self._history.turn, known)

    def _text(self, path: str) -> str:
        if path in self._after:
            return self._after[path]
        try:
            return self._store.read_file(path)
        except NotFoundError:
            return ""

    def _preview(self, report: ApplyReport, proposer: Proposer) -> None:
        rules = replace(self._rules.notes, labels=self._labels)
        for path in report.changed:
            group = [
                one.operation
                for one in report.outcomes
                if one.path == path and one.verdict in (Verdict.APPLIED, Verdict.SKIPPED)
            ]
            before = self._text(path)
            after, _ = merge(before, group, rules, proposer)
            self._before.setdefault(path, before)
            self._after[path] = after
