"""Which facts meet, and what the later of two does to the earlier.

A slot is what one speaker told one audience of one subject, by one predicate, or by one that
contradicts it.
"""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.predicates import SHIPPED, ObjectKind, Predicate, Vocabulary
from familiar_memory.knowledge.reconcile.markers import CorrectionKind, correction_in
from familiar_memory.knowledge.reconcile.relation import Relation, common_words, relation
from familiar_memory.knowledge.reconcile.table import (
    LEAST_TOPIC,
    Effect,
    PredicateKind,
    effect_of,
    predicate_kind,
)
from familiar_memory.knowledge.reconcile.wording import wording_of

__all__ = ["FactComparison", "is_in_slot"]


def is_in_slot(standing: Record, new: Record, vocabulary: Vocabulary = SHIPPED) -> bool:
    """Whether two facts meet: one subject, speaker and audience, and predicates that do."""
    return (
        not standing.damaged
        and (standing.fields.by, standing.fields.place) == (new.fields.by, new.fields.place)
        and standing.fields.subject == new.fields.subject
        and (
            standing.predicate == new.predicate
            or _ends(new, standing, vocabulary)
            or _ends(standing, new, vocabulary)
        )
    )


@dataclass(frozen=True, slots=True)
class FactComparison:
    """The rules by which `new` meets the others of its slot; `said` is the sentence it is from.

    `sets_right`: that says that what stood in its place was wrong, whatever its words are.
    """

    new: Record
    said: str
    vocabulary: Vocabulary
    sets_right: bool = False

    def is_same(self, standing: Record) -> bool:
        """Whether the new one says the same."""
        return self._relation(standing, self.new) is Relation.SAME

    @property
    def has_one_at_a_time(self) -> bool:
        """Whether the predicate of the new one has one object at a time."""
        predicate = self._predicate(self.new)
        return predicate is not None and predicate.single

    def effect(self, earlier: Record, later: Record) -> tuple[Effect, str]:
        """What the later of two, one of which is the new one, does to the earlier, and why."""
        if earlier.fields.temporary or later.fields.temporary:
            return Effect.COEXISTS, "it is for a time only"
        if later.fields.expires is not None:
            return Effect.COEXISTS, "it expires, and what was so before holds again then"
        if earlier.predicate != later.predicate and not _ends(later, earlier, self.vocabulary):
            return Effect.COEXISTS, "both hold"
        kind, found = predicate_kind(self._predicate(later)), self._relation(earlier, later)
        if earlier.predicate != later.predicate and _is_elsewhere(kind, found):
            return Effect.COEXISTS, "both hold"
        said = self.said if later is self.new else later.fields.quote or ""
        is_set_right = self.sets_right and later is self.new
        correction = CorrectionKind.WRONG if is_set_right else correction_in(said)
        return effect_of(
            found,
            kind,
            correction,
            is_about_it=correction is not CorrectionKind.NONE and _is_about(earlier, later, said),
        )

    def _relation(self, earlier: Record, later: Record) -> Relation:
        first, second = wording_of(_spoken(earlier)), wording_of(_spoken(later))
        if earlier.predicate != later.predicate:
            # Predicates that meet in a slot are opposites if they say it of the same object.
            is_one = relation(first, second, may_be_near=False) is Relation.SAME
            return Relation.OPPOSITE if is_one else Relation.OTHER
        predicate = self._predicate(later)
        objects = ObjectKind.THING if predicate is None else predicate.objects
        return relation(first, second, objects, may_be_near=_may_be_near(predicate))

    def _predicate(self, record: Record) -> Predicate | None:
        return self.vocabulary.get(record.predicate or "")


def _may_be_near(predicate: Predicate | None) -> bool:
    return predicate is None or not (predicate.single or predicate.temporary or predicate.guarded)


def _is_elsewhere(kind: PredicateKind, found: Relation) -> bool:
    """Whether what holds one at a time says nothing of another predicate's object.

    Who lives in Oban may still be moving to Hull.
    """
    return kind is PredicateKind.SINGLE and found is not Relation.OPPOSITE


def _ends(later: Record, earlier: Record, vocabulary: Vocabulary) -> bool:
    """Whether the predicate of one ends facts of the other's."""
    predicate = vocabulary.get(later.predicate or "")
    return predicate is not None and earlier.predicate in predicate.ends


def _is_about(earlier: Record, later: Record, said: str) -> bool:
    before = wording_of(f"{_spoken(earlier)} {earlier.fields.quote or ''}")
    return common_words(before, wording_of(f"{_spoken(later)} {said}")) >= LEAST_TOPIC


def _spoken(record: Record) -> str:
    return record.text if record.object is None else record.object
