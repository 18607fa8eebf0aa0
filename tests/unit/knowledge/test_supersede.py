"""A new fact ends an old one only of the same speaker and the same audience."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.supersede import is_older, is_replaced_by

_HERE = RecordFields(learned=date(2026, 1, 1), refs=("a",), by="x-1", place="x-room")


def _fact(predicate: str, object_: str, **fields: object) -> Record:
    tail = replace(_HERE, **fields)  # type: ignore[arg-type]
    return Record(f"{predicate}:: {object_}", tail, predicate=predicate, object=object_)


_NEW = _fact("lives_in", "Oban", refs=("b",), learned=date(2026, 2, 1))


@pytest.mark.parametrize(
    ("old", "new", "replaced"),
    [
        (_fact("lives_in", "Bristol"), _NEW, True),
        (_fact("lives_in", "oban"), _NEW, False),
        (_fact("lives_in", "Bristol", place="x-dm-1"), _NEW, False),
        (_fact("lives_in", "Bristol", by="x-2"), _NEW, False),
        (_fact("lives_in", "Bristol", refs=()), _NEW, False),
        (_fact("lives_in", "Bristol", refs=("b",)), _NEW, False),
        (replace(_fact("lives_in", "Bristol"), state=RecordState.WRONG), _NEW, False),
        (_fact("likes", "tea"), _fact("likes", "milk", refs=("b",)), False),
        (_fact("loves", "Tea"), _fact("dislikes", "tea", refs=("b",)), True),
        (_fact("dislikes", "tea"), _fact("dislikes", "milk", refs=("b",)), False),
    ],
)
def test_what_ends_what(old: Record, new: Record, replaced: bool) -> None:
    """Another value of a single-valued predicate, or the opposite of the same object."""
    assert is_replaced_by(old, new) is replaced


def test_age_is_told_by_the_day_on_which_a_fact_was_learned() -> None:
    """An unknown day is never the earlier one."""
    old = _fact("lives_in", "Bristol")
    assert (is_older(old, _NEW), is_older(_NEW, old)) == (True, False)
    assert is_older(_fact("lives_in", "Bristol", learned=None), _NEW) is False
