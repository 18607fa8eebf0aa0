"""The rule table of reconciliation: what a later telling does to an earlier one.

The first row that fits counts. A row without a condition fits everything, so there always is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from familiar_memory.knowledge.predicates import Predicate
from familiar_memory.knowledge.reconcile.markers import Correction
from familiar_memory.knowledge.reconcile.relation import Relation

__all__ = ["LEAST_TOPIC", "TABLE", "Effect", "Kind", "Row", "effect_of", "kind_of"]

LEAST_TOPIC = 2
"""Words that a correction shares with what it corrects: "actually" alone is about anything."""


class Kind(StrEnum):
    """The kinds of predicates that differ in what their facts do to each other."""

    SINGLE = "single"
    MANY = "many"
    TEMPORARY = "temporary"
    GUARDED = "guarded"


class Effect(StrEnum):
    """What the later telling does to the earlier one."""

    TELLS_AGAIN = "tells it again"
    ENDS = "ends it"
    WAS_WRONG = "says that it was wrong"
    COEXISTS = "stands beside it"


@dataclass(frozen=True, slots=True)
class Row:
    """A rule: None as a condition is anything. `is_about_it` = it shares enough words."""

    effect: Effect
    reason: str
    relation: Relation | None = None
    kind: Kind | None = None
    correction: Correction | None = None
    is_about_it: bool | None = None

    def fits(
        self, relation: Relation, kind: Kind, correction: Correction, is_about_it: bool
    ) -> bool:
        """Whether every condition holds."""
        asked = (self.relation, self.kind, self.correction, self.is_about_it)
        given = (relation, kind, correction, is_about_it)
        return all(one is None or one == other for one, other in zip(asked, given, strict=True))


TABLE = (
    Row(Effect.TELLS_AGAIN, "it is already there", relation=Relation.SAME),
    Row(Effect.COEXISTS, "it is for a time only", kind=Kind.TEMPORARY),
    Row(Effect.ENDS, "the opposite was said", relation=Relation.OPPOSITE),
    # Safety first: "tree nuts" neither confirms nor ends "nuts".
    Row(Effect.COEXISTS, "both may matter for somebody's health", kind=Kind.GUARDED),
    Row(
        Effect.WAS_WRONG,
        "it was corrected",
        kind=Kind.SINGLE,
        correction=Correction.WRONG,
    ),
    Row(Effect.WAS_WRONG, "it was corrected", correction=Correction.WRONG, is_about_it=True),
    Row(Effect.TELLS_AGAIN, "it was said more exactly", relation=Relation.LESS_EXACT),
    Row(Effect.ENDS, "it is said more exactly", relation=Relation.MORE_EXACT),
    # What is the same is known by now, and near duplicates are not looked for here: a new
    # employer is one, however alike its name is.
    Row(Effect.ENDS, "there is one at a time", kind=Kind.SINGLE),
    Row(Effect.ENDS, "it was corrected", correction=Correction.ENDED, is_about_it=True),
    Row(Effect.COEXISTS, "both hold"),
)


def kind_of(predicate: Predicate | None) -> Kind:
    """Which rows are meant for a predicate; one that is in no vocabulary has many objects."""
    if predicate is None:
        return Kind.MANY
    if predicate.temporary:
        return Kind.TEMPORARY
    if predicate.guarded:
        return Kind.GUARDED
    return Kind.SINGLE if predicate.single else Kind.MANY


def effect_of(
    relation: Relation, kind: Kind, correction: Correction, *, is_about_it: bool
) -> tuple[Effect, str]:
    """What the later telling does, and why."""
    row = next(row for row in TABLE if row.fits(relation, kind, correction, is_about_it))
    return row.effect, row.reason
