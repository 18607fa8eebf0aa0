"""Operations brought into a note, or only tried on what it would be by then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from familiar_memory.domain.tree import person_of
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.maintenance.curation.holding import for_a_person
from familiar_memory.maintenance.curation.shown.page import CurationPage, curation_page
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.maintenance.sleep.step import Preview
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.curation.proposals import CurationProposal
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.policies.curation import CurationPolicy
from familiar_memory.operations.policy import Proposer
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.holding import hold_items
from familiar_memory.store.base import Cause, NoteStore

__all__ = ["CURATION", "NoteWriting"]

CURATION = "curation"
"""What the journal calls it."""


@dataclass(slots=True)
class NoteWriting:
    """The notes of one night: with `is_dry` they are changed in memory alone."""

    store: NoteStore
    register: TreeRegister
    rules: NoteRules
    cause: Cause
    is_dry: bool = False
    _tried: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What a note is, and what it would be, by its path."""

    def text(self, key: str) -> str | None:
        """The note as it is by now; None where there is none that can be read."""
        path = self.register.path_of(key)
        if path is None:
            return None
        if path in self._tried:
            return self._tried[path][1]
        try:
            return self.store.read_file(path)
        except StoreError:
            return None

    def path(self, key: str) -> str:
        """Where the note stands; its key where there is none yet."""
        return self.register.path_of(key) or key

    def page(
        self,
        key: str,
        bullets: Sequence[RecentBullet],
        viewer: Viewer,
        at: datetime,
        first: Collection[RecentBullet] = (),
    ) -> CurationPage | None:
        """The note with these bullets, as this viewer knows it; None where it cannot be shown.

        Where there are too many, those that come `first` are kept.
        """
        text = self.text(key)
        return (text and curation_page(key, text, bullets, viewer, self.rules, at, first)) or None

    def previews(self) -> tuple[Preview, ...]:
        """Each note that would change."""
        tried = sorted(self._tried.items())
        return tuple(Preview(path, *texts) for path, texts in tried if texts[0] != texts[1])

    def write(
        self, key: str, operations: Sequence[CurationProposal], policy: CurationPolicy
    ) -> ApplyReport:
        """What became of each operation, in their order; what people wrote is put to them.

        First, so that nothing is written of a note whose proposals cannot be kept for a person:
        all of it waits, and comes at once.
        """
        if self.is_dry:
            return self._try(key, operations, policy)
        tried = self._hold(key, self._applied(operations, policy, is_tried=True), policy)
        if tried.failures:
            return ApplyReport(_in_order(operations, ()), failures=tried.failures)
        # Somebody may have saved the note since; what is held already is not put there again.
        report = self._hold(key, self._applied(operations, policy), policy)
        return replace(report, outcomes=_in_order(operations, report.outcomes))

    def _applied(
        self,
        operations: Sequence[CurationProposal],
        policy: CurationPolicy,
        *,
        is_tried: bool = False,
    ) -> ApplyReport:
        return apply(
            self.store,
            operations,
            policy,
            self.register,
            cause=self.cause,
            rules=self.rules,
            dry_run=is_tried,
        )

    def _hold(self, key: str, report: ApplyReport, policy: CurationPolicy) -> ApplyReport:
        """The report, with a failure where what it held could not be put to a person."""
        if not report.held:
            return report
        items = list(for_a_person(report.outcomes, self._lines(key), policy.viewer))
        vocabulary = self.rules.vocabulary
        return hold_items(self.store, report, items, self.register, vocabulary, self.cause)

    def _lines(self, key: str) -> list[StandingLine]:
        note = parse_note(self.text(key) or "", self.rules.vocabulary, key)
        return list(standing_lines(key, note, self.rules.default_audience))

    def _try(
        self, key: str, operations: Sequence[CurationProposal], policy: CurationPolicy
    ) -> ApplyReport:
        before = self.text(key) or ""
        ruled = [
            Outcome(one, ruling.verdict, ruling.reason)
            for one in operations
            if (ruling := policy.judge(one)) is not None
        ]
        refused = {id(one.operation) for one in ruled}
        let = [one for one in operations if id(one) not in refused]
        after, outcomes = merge(before, let, self.rules, Proposer.of(policy), self._whose)
        path = self.path(key)
        self._tried[path] = (self._tried.get(path, (before, ""))[0], after)
        changed = (path,) if after != before else ()
        return ApplyReport(_in_order(operations, (*ruled, *outcomes)), changed)

    def _whose(self, path: str) -> str | None:
        return person_of(self.register.resolve(path))


def _in_order(operations: Sequence[Proposal], outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Of each operation, which may be equal to another, what became of it."""
    by_operation = {id(one.operation): one for one in outcomes}
    return tuple(
        by_operation.get(id(one), Outcome(one, Verdict.FAILED, "not written")) for one in operations
    )
