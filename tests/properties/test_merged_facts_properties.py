"""Facts merged into a note, in any order and any batches: what stands there is one history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.proposal import AddRecord

_WHO = "discord-42"
_PATH = f"people/{_WHO}.md"
_BY_HAND = "# Rowan\n\nProse.\n\n## Facts\n\n* lives_in:: by the sea\n"
_FIRST = date(2026, 1, 1)
_OBJECTS = ("Oban", "tea", "no tea", "Nadia", "my cousin Nadia", "~~x~~ (y)", "札幌")


def _proposal(predicate: str, object_: str, day: int, ref: str) -> AddRecord:
    tail = RecordFields(
        learned=_FIRST + timedelta(day), refs=(ref,), by=_WHO, place="discord-g.tavern"
    )
    record = Record(f"{predicate}:: {object_}", tail, predicate=predicate, object=object_)
    return AddRecord(_PATH, "Rowan", "Facts", record)


_FACTS = st.lists(
    st.tuples(
        st.sampled_from(["lives_in", "likes", "dislikes", "knows", "allergic_to", "visiting"]),
        st.sampled_from(_OBJECTS)
        | st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6),
        st.integers(0, 90),
    ),
    max_size=8,
).map(lambda some: [_proposal(*one, ref=f"t{at}") for at, one in enumerate(some)])


def _lines(text: str) -> list[Record]:
    return [one.record for one in parse_note(text, path=_PATH).blocks if one.record is not None]


def _unlinked(record: Record) -> Record:
    return replace(record, id=None, fields=replace(record.fields, replaces=None))


def _merged(text: str, proposals: Sequence[AddRecord], size: int) -> str:
    for at in range(0, len(proposals), size):
        text = merge(text, proposals[at : at + size])[0]
    return text


@few_and_many(25, 100, _FACTS, st.integers(1, 8), st.sampled_from(["", _BY_HAND]))
def test_again_and_in_other_batches_nothing_changes(
    proposals: list[AddRecord], size: int, text: str
) -> None:
    """Whoever writes the same talk up again writes nothing; what a person wrote stands."""
    merged = _merged(text, proposals, size)
    assert _merged(merged, proposals, 1) == merged
    assert _merged(text, proposals, 8) == merged
    assert merged.startswith(text)


@few_and_many(25, 100, _FACTS.flatmap(lambda some: st.tuples(st.just(some), st.permutations(some))))
def test_a_home_is_the_newest_one_in_whichever_order_it_is_told(
    given_facts: tuple[list[AddRecord], list[AddRecord]],
) -> None:
    """Where each was told once, on a day of its own: the same lines, struck and not.

    But for the links: each line says what it took the place of when it was written.
    """
    homes: dict[str, AddRecord] = {}
    days = set()
    for one in given_facts[0]:
        record = one.record
        is_home = record.predicate == "lives_in" and record.object in _OBJECTS
        if is_home and record.fields.learned not in days and record.text not in homes:
            days.add(record.fields.learned)
            homes[record.text] = one
    kept = set(map(id, homes.values()))
    told, shuffled = ([one for one in some if id(one) in kept] for some in given_facts)
    first, second = (
        [_unlinked(one) for one in _lines(_merged("", some, 3))] for some in (told, shuffled)
    )
    assert sorted(map(repr, first)) == sorted(map(repr, second))
    live = [one.fields.learned for one in first if one.state is RecordState.LIVE]
    assert live == [max(one.record.fields.learned for one in told)] if told else live == []
