"""What stands between talk and its notes at night: the gate of every writer, and the table."""

from __future__ import annotations

from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import MemoryLayer, ProposedMemory
from familiar_memory.knowledge.write_policy.decision import Recommendation, decide_write
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.maintenance.of_talk.borne_out import gives_orders
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling, SeeingPolicy
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.policy.cited import CitedTurns

__all__ = ["NightPolicy"]

_ORDERS = "it orders the familiar about"


class NightPolicy:
    """As the policy `below`; and what would not be kept at once as a memory is no line of a day.

    Days and rooms are read for days: they would tell everybody of the place what is held back, or
    dropped, elsewhere. Nothing waits here, since what waits does so where it is to be kept.
    """

    def __init__(self, below: SeeingPolicy, cited: CitedTurns, markers: Markers) -> None:
        """Take what every writer is under, how cited turns are found, and the words to go by."""
        self._below = below
        self._cited = cited
        self._markers = markers

    @property
    def viewer(self) -> Viewer:
        """As the policy below has it."""
        return self._below.viewer

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """As the policy below rules."""
        return self._below.judge_line(operation, line)

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what the policy below does not let through, or the table would not keep now."""
        ruling = self._below.judge(operation)
        if ruling is not None:
            return Ruling(Verdict.REJECTED, ruling.reason)
        if not isinstance(operation, AddRecord):
            return None
        text, fields = operation.record.text, operation.record.fields
        if gives_orders(text, self._markers):
            return Ruling(Verdict.REJECTED, _ORDERS)
        cited = self._cited.of(fields.place, fields.refs)
        message = "" if cited is None else cited.message
        proposed = ProposedMemory(text, MemoryLayer.EPISODIC, message=message)
        decision = decide_write(candidate_of(proposed, self._markers))
        is_kept = decision.recommendation is Recommendation.COMMIT_NOW
        return None if is_kept else Ruling(Verdict.REJECTED, decision.reason)
