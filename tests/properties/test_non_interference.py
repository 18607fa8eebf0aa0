"""What a viewer gets is what they would get if all that is forbidden to them did not exist."""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from worlds.asking import answers, differences, told_by_search
from worlds.found import FOUND
from worlds.life import Life, usable
from worlds.oracle import ALL_SEEING, eyes_of
from worlds.strategies import questions, worlds
from worlds.values import FIRST, Wrote

from familiar_memory.recall.search.retrieve import Retriever

WORLDS = int(os.environ.get("FORBIDDEN_WORLDS", "0"))
"""How many random worlds; without the variable, the same hundred each time."""

_RACE = "what a search told in a race, and is not so"


async def _answered(familiar, life, question, *, in_the_race):
    """Live, and ask; what races comes first, or between the search and its look at the files."""
    try:
        await life.live()
        has_written = Wrote() in life.world.events
        found = {}
        if life.world.race is not None:
            with pytest.MonkeyPatch.context() as patch:
                races = [life.race]
                if in_the_race:
                    _race_after_search(patch, races)
                else:
                    await asyncio.to_thread(races.pop())
                    await familiar.settle()
                # Scores may be those of a moment ago; afterwards, anything that stands will do.
                how = {} if in_the_race else {"limit": 200, "weights": {"threshold": 0.0}}
                found[_RACE] = await told_by_search(familiar, question, **how)
                for race in races:  # Nothing was looked for.
                    await asyncio.to_thread(race)
            await familiar.settle()
        return found | await answers(familiar, question, life.moments, has_written=has_written)
    finally:
        await familiar.close()


def _race_after_search(patch, races):
    answered = Retriever.answered

    @contextmanager
    def then_race(self, *given, **named):
        with answered(self, *given, **named) as found:
            if races:
                races.pop()()
            yield found

    patch.setattr(Retriever, "answered", then_race)


def interference(new_familiar, world, question):
    """What is told otherwise, or more, than if what is forbidden did not exist."""
    world = usable(world)
    if question.is_broadcast:
        # A search has readers in a room: here nothing races with one.
        world = replace(world, race=None)
    eyes = eyes_of(world, question)
    setting = f'[audience]\npolicy = "{question.policy}"\n'
    found = []
    for is_whole in (True, False):
        with tempfile.TemporaryDirectory() as home:
            familiar = new_familiar(Path(home), settings=setting, now=FIRST)
            life = Life(familiar, Path(home), world, ALL_SEEING)
            if not is_whole:
                life.forget_what_is_forbidden(eyes)
            found.append(asyncio.run(_answered(familiar, life, question, in_the_race=is_whole)))
    whole, part = found
    if old := whole.pop(_RACE, set()) - part.pop(_RACE, set()):
        return {_RACE: old}
    return differences(whole, part)


@pytest.mark.parametrize(("world", "question"), FOUND.values(), ids=FOUND)
def test_what_leaked_once_leaks_no_more(new_familiar, world, question):
    """Each world in which the oracle, or somebody who used it, found something."""
    assert interference(new_familiar, world, question) == {}


@settings(
    max_examples=5,
    deadline=None,
    phases=[p for p in Phase if p is not Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(world=worlds, question=questions)
def test_what_is_forbidden_changes_no_answer(new_familiar, world, question):
    """A few worlds, each time that anything is tried."""
    assert interference(new_familiar, world, question) == {}


@pytest.mark.long
@settings(
    max_examples=WORLDS or 100,
    derandomize=not WORLDS,
    deadline=None,
    # To make a world smaller takes minutes: `FORBIDDEN_SHRINK=1` does it for whoever mends.
    phases=[p for p in Phase if p is not Phase.shrink or os.environ.get("FORBIDDEN_SHRINK")],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(world=worlds, question=questions)
def test_what_is_forbidden_might_as_well_not_exist(new_familiar, world, question):
    """Hits, scores, degradations, every string of the trace: as in a world that lacks it."""
    assert interference(new_familiar, world, question) == {}
