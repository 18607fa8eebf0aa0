"""One batch on its way into the notes: put together, asked about, applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from functools import partial

from familiar_memory.domain.given import check_count, check_text, check_type
from familiar_memory.domain.talk.turn import StoredTurn, TurnName
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.place_labels import PlaceLabels, labels_in_use
from familiar_memory.operations.policy import SeeingPolicy
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.holding import hold
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.writers.batch import Batch, Extractor, LinesOf
from familiar_memory.writers.file_names import FileNames
from familiar_memory.writers.marks.confided_marks import mark_confided
from familiar_memory.writers.marks.held_marks import HeldMarks
from familiar_memory.writers.marks.name_marks import NameMarks
from familiar_memory.writers.marks.standing_marks import mark_standing
from familiar_memory.writers.marks.summary_marks import SummaryMarks
from familiar_memory.writers.marks.topic_marks import TopicMarks
from familiar_memory.writers.notes.noted_turns import NotedTurns
from familiar_memory.writers.notes.reach_lines import ReachLines
from familiar_memory.writers.notes.topic_index import TopicIndex
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.policy.cited import CitedTurns
from familiar_memory.writers.policy.claims import attributed
from familiar_memory.writers.policy.taken_names import TakenNames
from familiar_memory.writers.policy.talk_gate import TalkGate
from familiar_memory.writers.policy.write_policy import WritePolicy
from familiar_memory.writers.retries.attempts import CutTalk
from familiar_memory.writers.retries.retry_rules import RetryRules
from familiar_memory.writers.retries.staged_batches import StagedBatches

__all__ = ["BatchWriting", "PendingBatch", "WritingRules"]


@dataclass(frozen=True, slots=True)
class WritingRules:
    """How a writer judges and signs; days are of the `zone`, and `notes` as recall has them.

    So many `background_turns` are known of what was said before a batch. `markers` are the words by
    which it is decided what is kept, and when. `retries` say how often a batch is tried.
    """

    zone: tzinfo
    notes: NoteRules = field(default_factory=NoteRules)
    source: str = "memory_writer"
    background_turns: int = 2_000
    markers: Markers = field(default_factory=shipped_markers)
    retries: RetryRules = field(default_factory=RetryRules)

    def __post_init__(self) -> None:
        check_type(self.zone, tzinfo, "the zone of writing rules", "a tzinfo, such as a ZoneInfo")
        check_type(self.notes, NoteRules, "the notes of writing rules", "NoteRules")
        check_text(self.source, "the source of writing rules")
        check_count(self.background_turns, "background_turns of writing rules")
        check_type(self.markers, Markers, "the markers of writing rules", "Markers")
        check_type(self.retries, RetryRules, "the retries of writing rules", "RetryRules")


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """A batch that has been put together; `request` is for a model, where one is needed.

    `staged` is what is to be written, where a run before this one knew it and died.
    """

    cut: CutTalk
    batch: Batch
    request: ChatRequest | None
    staged: tuple[Proposal, ...] | None = None

    @property
    def reach(self) -> str:
        """Whose talk it is."""
        return self.cut.reach


class BatchWriting:
    """Knows what was said before and which topics have notes, and keeps both in mind."""

    def __init__(
        self,
        history: History,
        store: NoteStore,
        extractor: Extractor,
        rules: WritingRules,
        register: TreeRegister,
    ) -> None:
        self._store = store
        self._register = register
        self._extractor = extractor
        self._rules = rules
        self._past = PastTalk(history, self.reach_of, rules.background_turns)
        self.gate = TalkGate(history, store, register, rules.notes, self._past)
        self._topics = TopicIndex(store, rules.notes.default_audience, self._register)
        self._names = FileNames(history, self._register)
        self._marks = TopicMarks(history)
        self._noted_names = NameMarks(history)
        self._summaries = SummaryMarks(history)
        self._held = HeldMarks(history)
        self._labels = PlaceLabels()
        self._history = history

    def reach_of(self, place: str) -> str:
        """Which talk a place belongs to."""
        return reach_of(place, self._rules.notes.readers)

    def refresh(self) -> None:
        """Look at what others have said and written meanwhile."""
        self._past.refresh()
        self._topics.refresh()
        self._marks.refresh()
        self._noted_names.refresh()
        self._summaries.refresh()
        self._register.look_at_heads()
        used = labels_in_use(self._register.heads())
        self._labels = PlaceLabels(self._history.places(), used)

    def prepare(self, cut: CutTalk, staged: StagedBatches) -> PendingBatch:
        """A batch with what helps to judge it, and what is to be asked about it."""
        reach, turns = cut.reach, cut.turns
        background = self._past.before(reach, turns[0].id)
        noted = NotedTurns(self._store, turns)
        lines = ReachLines(self._store, self._register, self._rules.notes, self.gate.viewer(turns))
        batch = Batch(
            turns=turns,
            zone=self._rules.zone,
            background=background,
            background_is_all=self._past.is_all(background),
            names=self._past.names(reach),
            topics=self._topics.known_to(lambda place: self.reach_of(place) == reach),
            judged=self._marks.known(),
            is_noted=noted.holds,
            is_shared=noted.holds_of_another,
            turn=self._history.turn,
            links=self._names.links(turns),
            labels=self._labels_of(turns),
            lines=partial(_older_lines, lines.of, frozenset(_names(turns))),
            ended=lines.ended,
            subjects=self._topics.subjects(lambda place: self.reach_of(place) == reach),
            was_summed_up=self._summaries.has,
        )
        known = staged.of(cut, background)
        request = self._extractor.ask(batch) if known is None else None
        return PendingBatch(cut, batch, request, known)

    def _labels_of(self, turns: Iterable[StoredTurn]) -> dict[str, str]:
        places = {stored.turn.place.slug for stored in turns}
        labels = ((place, self._labels.label(place)) for place in sorted(places))
        return {place: label for place, label in labels if label is not None}

    def read(self, pending: PendingBatch, reply: Completion | None) -> tuple[Proposal, ...]:
        """What the extractor makes of the reply to its request.

        Raises:
            ModelReplyError: the reply cannot be understood.
        """
        spoken = (*pending.batch.background, *pending.batch.turns)
        return attributed(self._extractor.read(reply, pending.batch), spoken)

    def write(
        self,
        pending: PendingBatch,
        proposals: Sequence[Proposal],
        journal_batch: str,
        *,
        dry_run: bool,
    ) -> ApplyReport:
        """Apply what is proposed, as far as the policy has it kept now."""
        rules, policy = self._rules, self._policy(pending)
        report = apply(
            self._store,
            self._noted_names.marked(policy.below.discreet(proposals)),
            policy,
            self._register,
            cause=Cause(rules.source, batch=journal_batch),
            rules=replace(rules.notes, labels=self._labels, reach=pending.reach),
            dry_run=dry_run,
        )
        if not dry_run:
            cause = Cause(rules.source, batch=journal_batch)
            report = self._hold(report, policy, cause)
            self._topics.read_changed(report.changed)
            self._marks.mark(pending.batch, report)
            self._noted_names.mark(report)
            self._summaries.mark(report)
            mark_confided(self._history, pending.batch, report)
            mark_standing(self._history, pending.batch, report, _settling(policy))
        return report

    def _policy(self, pending: PendingBatch) -> TakenNames[WritePolicy]:
        """The policy of one batch, which finds the turns that proposals cite."""
        rules = self._rules
        spoken = (*pending.batch.background, *pending.batch.turns)

        def judge(rails: SeeingPolicy, cited: CitedTurns) -> WritePolicy:
            return WritePolicy(rails, cited, rules.notes.vocabulary, rules.markers, spoken)

        return self.gate.around((*pending.batch.turns, *pending.batch.background), judge)

    def _hold(
        self, report: ApplyReport, names: TakenNames[WritePolicy], cause: Cause
    ) -> ApplyReport:
        """Put what is held into the list, then note what of it the end of a session decides."""
        vocabulary, policy = self._rules.notes.vocabulary, names.below
        report = hold(self._store, report, self._register, vocabulary, cause, policy.evidence)
        for outcome in report.held:
            if names.is_contested(outcome.operation):
                continue
            recommendation = policy.waits_for(outcome.operation)
            item = item_of(outcome.operation, outcome.reason)
            if recommendation is not None and item is not None:
                self._held.mark(item.id, recommendation, policy.turns(outcome.operation))
        return report

    def was_written(self, cut: CutTalk) -> None:
        """From now on these turns are what was said before; those put back were so already."""
        if cut.returned is None:
            self._past.add(cut.reach, cut.turns)
        else:
            self._past.look_again(cut.reach)


def _settling(policy: TakenNames[WritePolicy]) -> Callable[[Proposal], bool]:
    """What the policies of a batch held or dropped: the message speaks for it no more."""
    return lambda one: policy.is_contested(one) or policy.below.has_settled(one)


def _names(turns: Iterable[StoredTurn]) -> Iterator[TurnName]:
    return ((stored.turn.place.slug, stored.turn.ref) for stored in turns)


def _older_lines(lines: LinesOf, batch: frozenset[TurnName], key: str) -> tuple[StandingLine, ...]:
    """The lines of a note, without those that a run which died has made of this very batch.

    Else the batch would be asked otherwise when it is written up again, and its own words would
    count as said once more.
    """
    return tuple(line for line in lines(key) if not _is_of(line, batch))


def _is_of(line: StandingLine, batch: frozenset[TurnName]) -> bool:
    fields = line.record.fields
    return bool(fields.refs) and all((fields.place, ref) in batch for ref in fields.refs)
