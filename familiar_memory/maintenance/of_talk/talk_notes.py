"""Notes that are made of talk at night: what is proposed goes through the gate, or is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import NotFoundError
from familiar_memory.history.base import History
from familiar_memory.knowledge.write_policy.confided_turns import CONFIDED_TURNS, confided_turns
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.maintenance.of_talk.night_policy import NightPolicy
from familiar_memory.maintenance.sleep.step import Night, Preview
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.place_labels import PlaceLabels, labels_in_use
from familiar_memory.operations.policy import Proposer, SeeingPolicy
from familiar_memory.operations.proposal import Proposal
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.policy.cited import CitedTurns
from familiar_memory.writers.policy.taken_names import TakenNames
from familiar_memory.writers.policy.talk_gate import TalkGate
from familiar_memory.writers.policy.write_policy import WritePolicy

__all__ = ["TalkNotes"]

_SOURCE = "sleep_cycle"
"""Who writes them, in the journal."""


class TalkNotes:
    """Knows who has spoken where, what places are called, and what a dry run would have written."""

    def __init__(
        self,
        history: History,
        store: NoteStore,
        register: TreeRegister,
        notes: NoteRules,
        markers: Markers,
        past: PastTalk,
    ) -> None:
        """Look at what others have said and written; a night has one of these."""
        self._history = history
        self._store = store
        self._register = register
        self._notes = notes
        self._markers = markers
        self.gate = TalkGate(history, store, register, notes, past)
        self.gate.refresh()
        register.look_at_heads()
        self.labels = PlaceLabels(history.places(), labels_in_use(register.heads()))
        self._before: dict[str, str] = {}
        self._after: dict[str, str] = {}

    @property
    def previews(self) -> tuple[Preview, ...]:
        """What a dry run would have changed so far."""
        return tuple(Preview(path, self._before[path], self._after[path]) for path in self._before)

    def gate_around(self, talk: Sequence[StoredTurn]) -> TakenNames[WritePolicy]:
        """What every writer of this talk is under."""

        def judge(rails: SeeingPolicy, cited: CitedTurns) -> WritePolicy:
            return WritePolicy(rails, cited, self._notes.vocabulary, self._markers, talk)

        return self.gate.around(talk, judge)

    def policy(self, below: SeeingPolicy) -> NightPolicy:
        """That gate, and what holds at night."""
        known = confided_turns(self._history.watermarks_like(CONFIDED_TURNS))
        cited = CitedTurns(self._history, self._history.turn, known)
        return NightPolicy(below, cited, self._markers)

    def apply(
        self, proposals: Iterable[Proposal], policy: NightPolicy, night: Night, reach: str | None
    ) -> ApplyReport:
        """Write them as far as the policy lets them through; `reach` is all that they are of."""
        rules = replace(self._notes, labels=self.labels)
        rules = rules if reach is None else replace(rules, reach=reach)
        report = apply(
            self._store,
            proposals,
            policy,
            self._register,
            cause=Cause(_SOURCE, batch=night.batch),
            rules=rules,
            dry_run=night.is_dry_run,
        )
        if night.is_dry_run:
            self._preview(report, rules, Proposer.of(policy))
        return report

    def text(self, path: str) -> str:
        """The note as it stands, or as this dry run would have left it; "" where there is none.

        Raises:
            StoreError: it cannot be read.
        """
        if path in self._after:
            return self._after[path]
        try:
            return self._store.read_file(path)
        except NotFoundError:
            return ""

    def _preview(self, report: ApplyReport, rules: NoteRules, proposer: Proposer) -> None:
        for path in report.changed:
            group = [
                one.operation
                for one in report.outcomes
                if one.path == path and one.verdict in (Verdict.APPLIED, Verdict.SKIPPED)
            ]
            before = self.text(path)
            after, _ = merge(before, group, rules, proposer)
            self._before.setdefault(path, before)
            self._after[path] = after
