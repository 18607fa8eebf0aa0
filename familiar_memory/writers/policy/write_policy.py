"""The policy of a writer that nobody watches: its rails, then what is kept, and when."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import MemoryLayer, ProposedMemory
from familiar_memory.knowledge.write_policy.decision import (
    CONFIDED,
    CONFIDED_CODES,
    Recommendation,
    WriteDecision,
    decide_write,
)
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling, SeeingPolicy
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.policy.cited import Cited, CitedTurns
from familiar_memory.writers.policy.confidence import ToldInConfidence, without_confided
from familiar_memory.writers.policy.proposed import fields_of, judged_of, orders_about

__all__ = ["BorneOutPolicy", "WritePolicy"]

_WAITS = (Recommendation.COMMIT_AT_SESSION_END, Recommendation.REQUIRE_REPETITION)
_NOT_CITED = "it cites no message of that place from which something may be learned"
_OF_ANOTHER = "somebody else wrote the message that it cites"
_NOT_SAID = "the message does not say what is quoted from it"
_NOT_OWN = "it was quoted or acted out, and is not what they say of themselves"
_SMALL_TALK = "it is small talk"
_IN_CONFIDENCE = "it is made of what is sensitive or was said in confidence"
_ORDERS = "it orders the familiar about: that is for rules, or for its owner"


class WritePolicy:
    """Judges the proposals of one batch, and remembers what is to be decided later, and why."""

    def __init__(
        self,
        rails: SeeingPolicy,
        cited: CitedTurns,
        vocabulary: Container[str],
        markers: Markers,
        spoken: Sequence[StoredTurn] = (),
    ) -> None:
        """Take what may be written at all, how cited turns are found, and the words to go by.

        `spoken` is the talk of which summaries are made.
        """
        self._rails = rails
        self._cited = cited
        self._confidence = ToldInConfidence(cited, markers, spoken)
        self._vocabulary = vocabulary
        self._markers = markers
        self._decided: list[tuple[Proposal, WriteDecision]] = []

    @property
    def viewer(self) -> Viewer:
        """As the rails have it."""
        return self._rails.viewer

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """As the rails rule."""
        return self._rails.judge_line(operation, line)

    def discreet(self, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
        """The proposals of the batch without the lines that tell what is told in confidence.

        All are heard first: a line of the session may come before the memory that waits.
        """
        given = tuple(proposals)
        for one in given:
            _, decision = self._ruled(one)
            cited = self._turns_of(one)
            if decision is not None and decision.code in CONFIDED_CODES and cited is not None:
                self._confidence.hear(cited)
        return without_confided(given, self._confidence, _IN_CONFIDENCE)

    def judge(self, operation: Proposal) -> Ruling | None:
        """Let through what is kept at once; hold or refuse the rest, with the reason.

        What the rails hold is held: by the table where it has a say, else until a person decides.
        """
        if (successor := _successor_of(operation)) is not None:
            return self._rails.judge(operation) or self._after(successor)
        ruling, decision = self._ruled(operation)
        if decision is not None:
            self._decided.append((operation, decision))
        return ruling

    def _after(self, successor: AddRecord) -> Ruling | None:
        """An old line goes on standing while the one that is to take its place does not."""
        ruling, _ = self._ruled(successor)
        if ruling is None:
            return None
        became = "waits" if ruling.verdict is Verdict.HELD else "is not kept"
        return Ruling(ruling.verdict, f"what takes its place {became}: {ruling.reason}")

    def _ruled(self, operation: Proposal) -> tuple[Ruling | None, WriteDecision | None]:
        """What becomes of a proposal, and the decision of the table against keeping it now."""
        ruling, fields = self._rails.judge(operation), fields_of(operation)
        if orders_about(operation, self._markers):
            return Ruling(Verdict.REJECTED, _ORDERS), None
        if ruling is not None and ruling.verdict is Verdict.REJECTED:
            return ruling, None
        if fields is None:
            return (
                Ruling(Verdict.REJECTED, _IN_CONFIDENCE) if self._tells(operation) else ruling
            ), None
        cited = self._cited.of(fields.place, fields.refs)
        if (refusal := _not_theirs(operation, fields, cited)) is not None:
            return Ruling(Verdict.REJECTED, refusal), None
        judged = judged_of(operation, self._vocabulary, "" if cited is None else cited.message)
        if judged is None:
            return ruling, None
        if cited is not None and cited.are_small_talk(self._markers):
            return Ruling(Verdict.REJECTED, _SMALL_TALK), None
        decision = self._decision(judged, cited)
        if decision.recommendation is Recommendation.DROP:
            return Ruling(Verdict.REJECTED, decision.reason), decision
        if _is_for_others(operation):
            return ruling, None
        if decision.recommendation in _WAITS:
            return Ruling(Verdict.HELD, decision.reason), decision
        # The rails know a rule by its own words alone, and not the message that asks for it.
        return (None if isinstance(operation, SetRule) else ruling), None

    def waits_for(self, operation: Proposal) -> Recommendation | None:
        """When a proposal that it held is decided on; None where only a person does."""
        decision = self._decision_on(operation)
        return None if decision is None else decision.recommendation

    def has_settled(self, operation: Proposal) -> bool:
        """Whether it held or dropped the proposal: the message speaks for it no more."""
        return self._decision_on(operation) is not None

    def evidence(self, operation: Proposal) -> str:
        """The words from which it was made; "" where no message is known."""
        operation = _successor_of(operation) or operation
        fields = fields_of(operation)
        if fields is not None and fields.quote:
            return fields.quote
        cited = self._turns_of(operation)
        return "" if cited is None else cited.message

    def turns(self, operation: Proposal) -> frozenset[int]:
        """The numbers of the messages that say it."""
        cited = self._turns_of(operation)
        return frozenset() if cited is None else cited.ids

    def _decision_on(self, operation: Proposal) -> WriteDecision | None:
        return next((made for one, made in self._decided if one is operation), None)

    def _tells(self, operation: Proposal) -> bool:
        """Whether it is a line, and no memory, of what was told in confidence."""
        if not isinstance(operation, AddRecord) or operation.is_confirmed:
            return False
        return self._confidence.tells(operation.record)

    def _decision(self, judged: ProposedMemory, cited: Cited | None) -> WriteDecision:
        decision = decide_write(candidate_of(judged, self._markers))
        is_line = not judged.is_stated and judged.layer is not MemoryLayer.PROCEDURAL
        if decision.recommendation is Recommendation.COMMIT_NOW and is_line:
            # What else such a message says in plain words waits with it.
            return CONFIDED if self._confidence.has(cited) else decision
        if decision.recommendation is not Recommendation.REQUIRE_REPETITION or cited is None:
            return decision
        # Only what must be repeated may have come too early.
        judged = replace(judged, turn_index=self._cited.index_of(cited))
        return decide_write(candidate_of(judged, self._markers))

    def _turns_of(self, operation: Proposal) -> Cited | None:
        fields = fields_of(operation)
        return None if fields is None else self._cited.of(fields.place, fields.refs)


class BorneOutPolicy:
    """For what was held and is borne out by the talk: the rails still refuse, and hold no more."""

    def __init__(self, rails: SeeingPolicy) -> None:
        """Take what may be written at all."""
        self._rails = rails

    @property
    def viewer(self) -> Viewer:
        """As the rails have it."""
        return self._rails.viewer

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """As the rails rule."""
        return self._rails.judge_line(operation, line)

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what the rails refuse."""
        ruling = self._rails.judge(operation)
        is_refused = ruling is not None and ruling.verdict is Verdict.REJECTED
        return ruling if is_refused or _is_for_others(operation) else None


def _successor_of(operation: Proposal) -> AddRecord | None:
    """What is proposed to stand in the place of the line that is to end; None where nothing is."""
    if not isinstance(operation, RetireById) or operation.successor is None:
        return None
    return AddRecord(operation.path, "", operation.successor.section, operation.successor.record)


def _is_for_others(operation: Proposal) -> bool:
    """Whether it is a rule for others than who asks for it: that needs a person."""
    return isinstance(operation, SetRule) and operation.whom != operation.fields.by


def _not_theirs(operation: Proposal, fields: RecordFields, cited: Cited | None) -> str | None:
    """Why it is not what its speaker says of themselves, by the messages that it cites."""
    is_rule = isinstance(operation, SetRule)
    if fields.by is None or not (is_rule or is_below(operation.path, PEOPLE)):
        return None
    if cited is None:
        return _NOT_CITED if fields.refs else None
    if not cited.are_all_by(fields.by):
        return _OF_ANOTHER
    if not fields.quote or cited.asserts(fields.quote):
        return None
    return _NOT_OWN if cited.holds(fields.quote) else _NOT_SAID
