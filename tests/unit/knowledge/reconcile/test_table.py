"""The rule table, row by row."""

from __future__ import annotations

from itertools import product

import pytest

from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.knowledge.reconcile.markers import CorrectionKind, correction_in
from familiar_memory.knowledge.reconcile.relation import Relation
from familiar_memory.knowledge.reconcile.table import (
    Effect,
    PredicateKind,
    effect_of,
    predicate_kind,
)

_SINGLE, _MANY = PredicateKind.SINGLE, PredicateKind.MANY
_GUARDED, _TEMPORARY = PredicateKind.GUARDED, PredicateKind.TEMPORARY
_NONE, _ENDED, _WRONG = CorrectionKind.NONE, CorrectionKind.ENDED, CorrectionKind.WRONG


@pytest.mark.parametrize(
    ("relation", "kind", "correction", "is_about_it", "effect"),
    [
        *((Relation.SAME, kind, _WRONG, True, Effect.REPEATS) for kind in PredicateKind),
        (Relation.OTHER, _TEMPORARY, _WRONG, True, Effect.COEXISTS),
        (Relation.OPPOSITE, _TEMPORARY, _NONE, False, Effect.COEXISTS),
        *((Relation.OPPOSITE, k, _NONE, False, Effect.ENDS) for k in (_SINGLE, _MANY, _GUARDED)),
        (Relation.OTHER, _GUARDED, _WRONG, True, Effect.COEXISTS),
        (Relation.MORE_EXACT, _GUARDED, _NONE, False, Effect.COEXISTS),
        (Relation.LESS_EXACT, _GUARDED, _ENDED, True, Effect.COEXISTS),
        (Relation.OTHER, _SINGLE, _WRONG, False, Effect.WAS_WRONG),
        (Relation.OTHER, _MANY, _WRONG, True, Effect.WAS_WRONG),
        (Relation.OTHER, _MANY, _WRONG, False, Effect.COEXISTS),
        (Relation.LESS_EXACT, _SINGLE, _NONE, False, Effect.REPEATS),
        (Relation.LESS_EXACT, _MANY, _ENDED, True, Effect.REPEATS),
        (Relation.MORE_EXACT, _MANY, _NONE, False, Effect.ENDS),
        (Relation.OTHER, _SINGLE, _NONE, False, Effect.ENDS),
        (Relation.OTHER, _MANY, _ENDED, True, Effect.ENDS),
        (Relation.OTHER, _MANY, _ENDED, False, Effect.COEXISTS),
        (Relation.OTHER, _MANY, _NONE, True, Effect.COEXISTS),
    ],
)
def test_the_first_row_that_fits_counts(
    relation: Relation,
    kind: PredicateKind,
    correction: CorrectionKind,
    is_about_it: bool,
    effect: Effect,
) -> None:
    """Each row once at least, and the order of those that both fit."""
    assert effect_of(relation, kind, correction, is_about_it=is_about_it)[0] is effect


def test_there_is_a_row_for_everything() -> None:
    """With a reason."""
    for relation, kind, correction, about in product(
        Relation, PredicateKind, CorrectionKind, (True, False)
    ):
        assert effect_of(relation, kind, correction, is_about_it=about)[1]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("works_at", _SINGLE),
        ("likes", _MANY),
        ("visiting", _TEMPORARY),
        ("allergic_to", _GUARDED),
        ("tends", _MANY),
    ],
)
def test_a_predicate_is_of_one_kind(name: str, kind: PredicateKind) -> None:
    """One that is in no vocabulary has many objects."""
    assert predicate_kind(SHIPPED.get(name)) is kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("", _NONE),
        ("Actually, it is Hull.", _ENDED),
        ("I don\u2019t live there ANYMORE", _ENDED),
        ("it\u2019s no  longer so", _ENDED),
        ("a factually true thing", _NONE),
        ("no, longer", _ENDED),
        ("Actually I meant Hull", _WRONG),
        ("a typographic matter", _NONE),
        ("実は違います", _ENDED),
        ("すみません、書き間違いです", _WRONG),
        ("ｎｏ　ｌｏｎｇｅｒ", _ENDED),
    ],
)
def test_corrections_are_told_by_whole_words(said: str, kind: CorrectionKind) -> None:
    """In any case and width, with any apostrophe."""
    assert correction_in(said) is kind
