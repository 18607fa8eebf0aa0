"""Bullets on their way into the notes of days: through the gate, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.knowledge.write_policy.confided_turns import CONFIDED_TURNS, confided_turns
from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers
from familiar_memory.maintenance.days.day_notes import DayBullet, day_proposals
from familiar_memory.maintenance.days.day_policy import DayPolicy
from familiar_memory.maintenance.sleep.step import Night, Preview
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.merging.sections import Sections
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.place_labels import PlaceLabels, labels_in_use
from familiar_memory.operations.policy import Proposer, SeeingPolicy
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.writers.model.extractor import ReplyLimits
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.policy.cited import CitedTurns
from familiar_memory.writers.policy.taken_names import TakenNames
from familiar_memory.writers.policy.talk_gate import TalkGate
from familiar_memory.writers.policy.write_policy import WritePolicy
from familiar_memory.writers.text.note_links import NoteLinks

__all__ = ["DayRules", "DayWriting", "WrittenDays"]

SOURCE = "sleep_cycle"
_BACKGROUND = 2_000


@dataclass(frozen=True, slots=True)
class DayRules:
    """How notes are read and lines judged; what a model may be shown and say.

    The first night looks back so many hours.
    """

    notes: NoteRules = field(default_factory=NoteRules)
    markers: Markers = field(default_factory=shipped_markers)
    limits: ReplyLimits = field(default_factory=ReplyLimits)
    lookback_hours: int = 24


@dataclass(frozen=True, slots=True)
class WrittenDays:
    """What came of some bullets: the report of the gate, and how many sections are new."""

    applied: ApplyReport = field(default_factory=ApplyReport)
    new_headings: int = 0

    @property
    def appended(self) -> int:
        """How many lines were written."""
        return sum(isinstance(one.operation, AddRecord) for one in self.applied.applied)

    @property
    def refused(self) -> int:
        """How many lines were not let through."""
        return self.applied.count(Verdict.REJECTED)


class DayWriting:
    """Knows who has spoken where, what places are called, and what a dry run would have written."""

    def __init__(
        self, history: History, store: NoteStore, register: TreeRegister, rules: DayRules
    ) -> None:
        """Nothing is looked at yet."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        self.past = PastTalk(history, self.reach_of, _BACKGROUND)
        self.gate = TalkGate(history, store, register, rules.notes, self.past)
        self._labels = PlaceLabels()
        self._before: dict[str, str] = {}
        self._after: dict[str, str] = {}

    def reach_of(self, place: str) -> str:
        """Which talk a place belongs to."""
        return reach_of(place, self._rules.notes.readers)

    def refresh(self) -> None:
        """Begin a night: look at what others have said and written meanwhile."""
        self.gate.refresh()
        self._register.look_at_heads()
        used = labels_in_use(self._register.heads())
        self._labels = PlaceLabels(self._history.places(), used)
        self._before.clear()
        self._after.clear()

    @property
    def previews(self) -> tuple[Preview, ...]:
        """What a dry run would have changed so far."""
        return tuple(Preview(path, self._before[path], self._after[path]) for path in self._before)

    def write(
        self, talk: Sequence[StoredTurn], bullets: Iterable[DayBullet], night: Night
    ) -> WrittenDays:
        """Write the bullets that are made of this talk, which is of one reach."""
        proposals = tuple(day_proposals(bullets, self._links(talk)))
        if not proposals:
            return WrittenDays()
        reach = self.reach_of(talk[0].turn.place.slug)
        rules = replace(self._rules.notes, labels=self._labels, reach=reach)
        gate = self._gate(talk)
        policy = DayPolicy(gate, self._cited(), self._rules.markers)
        headings = self._headings(proposals)
        report = apply(
            self._store,
            gate.below.discreet(proposals),
            policy,
            self._register,
            cause=Cause(SOURCE, batch=night.batch),
            rules=rules,
            dry_run=night.is_dry_run,
        )
        if night.is_dry_run:
            self._preview(report, rules, Proposer.of(policy))
        return WrittenDays(report, len(self._placed(report) - headings))

    def _links(self, talk: Iterable[StoredTurn]) -> NoteLinks:
        places = {stored.turn.place.slug for stored in talk}
        labels = ((place, self._labels.label(place)) for place in places)
        return NoteLinks({}, {place: label for place, label in labels if label is not None})

    def _gate(self, talk: Sequence[StoredTurn]) -> TakenNames[WritePolicy]:
        """What every writer of this talk is under."""
        rules = self._rules

        def judge(rails: SeeingPolicy, cited: CitedTurns) -> WritePolicy:
            return WritePolicy(rails, cited, rules.notes.vocabulary, rules.markers, talk)

        return self.gate.around(talk, judge)

    def _cited(self) -> CitedTurns:
        known = confided_turns(self._history.watermarks_like(CONFIDED_TURNS))
        return CitedTurns(self._history, self._history.turn, known)

    def _headings(self, proposals: Iterable[Proposal]) -> frozenset[tuple[str, str]]:
        """The sections that stand already, of those in which something is to be written."""
        wanted = {(one.path, one.section) for one in proposals if isinstance(one, AddRecord)}
        sections = {path: self._sections(path) for path in {path for path, _ in wanted}}
        return frozenset(
            (path, section)
            for path, section in wanted
            if sections[path].heading_for(path, section) in sections[path].places
        )

    def _sections(self, path: str) -> Sections:
        return Sections.of(parse_note(self._text(path), self._rules.notes.vocabulary, path))

    @staticmethod
    def _placed(report: ApplyReport) -> frozenset[tuple[str, str]]:
        added = (one.operation for one in report.applied if isinstance(one.operation, AddRecord))
        return frozenset((one.path, one.section) for one in added)

    def _text(self, path: str) -> str:
        """The note as it stands, or as this dry run would have left it."""
        if path in self._after:
            return self._after[path]
        try:
            return self._store.read_file(path)
        except (NotFoundError, StoreError):
            return ""

    def _preview(self, report: ApplyReport, rules: NoteRules, proposer: Proposer) -> None:
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
