"""The rule table of reconciliation: what a later statement does to an earlier one.

The first row that fits counts. A row without a condition fits everything, so there always is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from familiar_memory.knowledge.predicates import Predicate
from familiar_memory.knowledge.reconcile.markers import CorrectionKind
from familiar_memory.knowledge.reconcile.relation import Relation

__all__ = [
    "LEAST_TOPIC",
    "TABLE",
    "Effect",
    "PredicateKind",
    "ReconciliationRule",
    "effect_of",
    "predicate_kind",
]

LEAST_TOPIC = 2
"""Words that a correction shares with what it corrects: "actually" alone is about anything."""


class PredicateKind(StrEnum):
    """The kinds of predicates that differ in what their facts do to each other."""

    SINGLE = "single"
    MANY = "many"
    TEMPORARY = "temporary"
    GUARDED = "guarded"


class Effect(StrEnum):
    """What the later statement does to the earlier one."""

    REPEATS = "repeats it"
    ENDS = "ends it"
    WAS_WRONG = "says that it was wrong"
    COEXISTS = "stands beside it"


@dataclass(frozen=True, slots=True)
class ReconciliationRule:
    """A rule: None as a condition is anything. `is_about_it` = it shares enough words."""

    effect: Effect
    reason: str
    relation: Relation | None = None
    kind: PredicateKind | None = None
    correction: CorrectionKind | None = None
    is_about_it: bool | None = None

    def fits(
        self, relation: Relation, kind: PredicateKind, correction: CorrectionKind, is_about_it: bool
    ) -> bool:
        """Whether every condition holds."""
        asked = (self.relation, self.kind, self.correction, self.is_about_it)
        given = (relation, kind, correction, is_about_it)
        return all(one is None or one == other for one, other in zip(asked, given, strict=True))


TABLE = (
    ReconciliationRule(Effect.REPEATS, "it is already there", relation=Relation.SAME),
    ReconciliationRule(Effect.COEXISTS, "it is for a time only", kind=PredicateKind.TEMPORARY),
    ReconciliationRule(Effect.ENDS, "the opposite was said", relation=Relation.OPPOSITE),
    # Safety first: "tree nuts" neither confirms nor ends "nuts".
    ReconciliationRule(
        Effect.COEXISTS, "both may matter for somebody's health", kind=PredicateKind.GUARDED
    ),
    ReconciliationRule(
        Effect.WAS_WRONG,
        "it was corrected",
        kind=PredicateKind.SINGLE,
        correction=CorrectionKind.WRONG,
    ),
    ReconciliationRule(
        Effect.WAS_WRONG, "it was corrected", correction=CorrectionKind.WRONG, is_about_it=True
    ),
    ReconciliationRule(Effect.REPEATS, "it was said more exactly", relation=Relation.LESS_EXACT),
    ReconciliationRule(Effect.ENDS, "it is said more exactly", relation=Relation.MORE_EXACT),
    # What is the same is known by now, and near duplicates are not looked for here: a new
    # employer is one, however alike its name is.
    ReconciliationRule(Effect.ENDS, "there is one at a time", kind=PredicateKind.SINGLE),
    ReconciliationRule(
        Effect.ENDS, "it was corrected", correction=CorrectionKind.ENDED, is_about_it=True
    ),
    ReconciliationRule(Effect.COEXISTS, "both hold"),
)


def predicate_kind(predicate: Predicate | None) -> PredicateKind:
    """Which rows are meant for a predicate; one that is in no vocabulary has many objects."""
    if predicate is None:
        return PredicateKind.MANY
    if predicate.temporary:
        return PredicateKind.TEMPORARY
    if predicate.guarded:
        return PredicateKind.GUARDED
    return PredicateKind.SINGLE if predicate.single else PredicateKind.MANY


@cache  # asked of each pair of facts, of few values
def effect_of(
    relation: Relation, kind: PredicateKind, correction: CorrectionKind, *, is_about_it: bool
) -> tuple[Effect, str]:
    """What the later statement does, and why."""
    row = next(row for row in TABLE if row.fits(relation, kind, correction, is_about_it))
    return row.effect, row.reason
