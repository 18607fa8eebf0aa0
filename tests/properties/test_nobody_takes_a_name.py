"""Whatever is written, guessed, and kept when sessions end: nobody holds another's name."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from held_lives import Life, add, fields_of, life
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.knowledge.names import folded_name
from familiar_memory.operations.proposal import CorrectRecord, Proposal

FIRST = datetime(2026, 2, 2, 9, tzinfo=UTC)
WRITE, END = "write", "end"
NAMES = ("Bob", "Mallory", "Zed", "Kit", "Moss")
PEOPLE = tuple(Author("discord", str(number), name) for number, name in enumerate(NAMES[:3], 1))
HOW = ("stated", "inferred", "unmarked", "corrected")


@dataclass(frozen=True)
class _Naming:
    """Somebody says to be called so, in two messages, of which the writer makes such proposals."""

    who: Author
    name: str
    how: str
    was: str


STEP = st.one_of(
    st.sampled_from([WRITE, END]),
    st.builds(
        _Naming,
        st.sampled_from(PEOPLE),
        st.sampled_from(NAMES),
        st.sampled_from(HOW),
        st.sampled_from(NAMES),
    ),
)


def _proposed(stored: StoredTurn, one: _Naming) -> Proposal:
    note = f"people/{stored.turn.author.slug}.md"
    if one.how == "corrected":
        return CorrectRecord(note, "", "Facts", one.was, one.name, fields_of(stored))
    source = "inferred" if one.how == "inferred" else None
    given = add(f"called:: {one.name}", stored, source=source)
    if one.how != "unmarked":
        return given
    return replace(given, record=replace(given.record, predicate=None, object=None))


def _bearers(now: Life) -> Iterator[tuple[str, str]]:
    """Each name that somebody writes under or holds, with whose it is."""
    yield from ((folded_name(one.display_name or ""), one.slug) for one in PEOPLE)
    slugs = {one.display_name: one.slug for one in PEOPLE}
    for path in now.store.glob("people/*.md"):
        for line in now.store.read_file(path).splitlines():
            if line.startswith("- called:: "):
                name = line.removeprefix("- called:: ").partition(" (")[0]
                yield folded_name(name), slugs[Path(path).stem]


def _is_nobody_robbed(now: Life) -> bool:
    held = set(_bearers(now))
    return len(held) == len({name for name, _ in held})


@pytest.mark.long
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(steps=[_Naming(PEOPLE[1], "Bob", "inferred", "Kit"), WRITE])
@example(steps=[_Naming(PEOPLE[1], n, h, "Kit") for n, h in (("Kit", "stated"), ("Bob", HOW[3]))])
@given(steps=st.lists(STEP, min_size=3, max_size=14))
def test_nobody_holds_a_name_that_another_bears(steps) -> None:
    """After each write and each end of a session, with guesses among what was proposed."""
    said: dict[str, _Naming] = {}

    def of_turn(stored: StoredTurn) -> list[Proposal]:
        naming = said.get(stored.turn.ref)
        return (
            [add("I work at the mill", stored)] if naming is None else [_proposed(stored, naming)]
        )

    with tempfile.TemporaryDirectory() as folder, life(Path(folder), of_turn) as now:
        for number, who in enumerate(PEOPLE):
            now.history.record(Turn(f"p{number}", FIRST, TAVERN, who, "I work at the mill."))
        for number, step in enumerate((*steps, WRITE, END, END)):
            if step == WRITE:
                now.writer.run()
            elif step == END:
                now.writer.settle_held()
            else:
                for ref in (f"m{number}", f"n{number}"):
                    at = FIRST + timedelta(minutes=number + 1)
                    text = f"Please, call me {step.name}."
                    now.history.record(Turn(ref, at, TAVERN, step.who, text))
                    said[ref] = step
            assert _is_nobody_robbed(now)
