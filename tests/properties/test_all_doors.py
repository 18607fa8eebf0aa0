"""Whatever was done by whichever door, an index built anew knows the same."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from familiars import started
from tool_calls import MAY_WRITE
from worlds.doors import CALLERS, Doors

from familiar_memory.errors import UsageError
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.store.undo.plan import undo
from familiar_memory.sync.loading import Loader

if TYPE_CHECKING:
    from familiar_memory import Familiar

_MOMENTS = (None, datetime(2026, 2, 15, tzinfo=UTC))
_STEPS = 25
_LIVES = int(os.environ.get("DOOR_LIVES", "0"))


async def _known(familiar: Familiar) -> dict[str, Any]:
    """Everything that the owner and each viewer may ask of what is known."""
    answers: dict[str, Any] = {}
    known = familiar.knowledge
    viewers = [(None, None), *CALLERS]
    for author, place in viewers:
        who = {"author": author, "place": place}
        for moment in _MOMENTS:
            key = (author and author.slug, place and place.slug, moment)
            facts = await known.facts(as_of=moment, include_retired=moment is None, **who)
            entities = await known.entities(as_of=moment, **who)
            answers[f"{key} facts"], answers[f"{key} entities"] = facts, entities
            for one in ("discord:42", "discord:7", "Acme", *_keys(entities)):
                for ask in (known.timeline, known.graph, known.facts):
                    try:
                        answer: object = await ask(one, as_of=moment, **who)
                    except UsageError as error:
                        answer = str(error)
                    answers[f"{key} {ask.__name__} {one}"] = answer
    return answers


def _keys(entities: Any) -> list[str]:
    return [one.note or one.name for one in entities.entities]


def _differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {
        key: (before.get(key), after.get(key))
        for key in before.keys() | after.keys()
        if before.get(key) != after.get(key)
    }


async def _live(new_familiar: Any, home: Any, seed: int, steps: int) -> None:
    async with started(new_familiar(home, settings=MAY_WRITE)) as familiar:
        doors = Doors(familiar, home, seed)
        await doors.talk()
        for _ in range(steps):
            await doors.step()
        await familiar.settle()
        before = await _known(familiar)
        report = await familiar.index.verify()
        # Of notes that vanish all at once, by an undo say, a person is asked.
        assert report.same or report.held, (report, doors.done)
    shutil.rmtree(home / "ember" / "memory" / ".index")
    async with started(new_familiar(home)) as familiar:
        await familiar.settle()
        differences = _differences(before, await _known(familiar))
        assert not differences, (differences, doors.done)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_an_index_built_anew_knows_what_the_doors_have_brought(new_familiar, tmp_path, seed):
    """Facts, timelines, entities and graphs, for the owner and for every viewer."""
    asyncio.run(_live(new_familiar, tmp_path, seed, 10))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 112 + _LIVES))
def test_an_index_built_anew_knows_the_same_after_long_histories(new_familiar, tmp_path, seed):
    """As above, of longer lives; `make soak` has more of them."""
    asyncio.run(_live(new_familiar, tmp_path, seed, _STEPS))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(102, 108))
def test_an_index_that_lags_behind_the_doors_knows_the_same(
    new_familiar, tmp_path, monkeypatch, seed
):
    """Notes come and go after they were looked at and before they are read."""
    load, pick, never = Loader.load, random.Random(seed), threading.Event()

    def loaded_later(self, *given):
        never.wait(0.03 * pick.random())
        return load(self, *given)

    monkeypatch.setattr(Loader, "load", loaded_later)
    asyncio.run(_live(new_familiar, tmp_path, seed, _STEPS))


_BY_PROGRAMS = ("edit_by_hand", "move_by_hand", "undo", "forget", "say")
"""Doors behind which no batch of the journal lies, or nothing to come back."""


async def _undone(new_familiar: Any, home: Any, seed: int, steps: int) -> None:
    async with started(new_familiar(home, settings=MAY_WRITE)) as familiar:
        doors = Doors(familiar, home, seed)
        await doors.talk()
        for _ in range(steps):
            before, last = _tree(doors.memory), _newest(familiar)
            await doors.step()
            batches = dict.fromkeys(
                one.batch or one.id for one in _since(familiar, last) if one.source != "human"
            )
            if doors.done[-1].startswith(_BY_PROGRAMS):
                continue
            made = _tree(doors.memory)
            for batch in batches:
                undo(familiar.store, familiar.journal, batch)
            assert _tree(doors.memory) == before, doors.done
            # And back again, so that the next door finds what this one made.
            for one in dict.fromkeys(
                one.batch or one.id
                for one in _since(familiar, last)
                if one.source.startswith("undo:")
            ):
                undo(familiar.store, familiar.journal, one)
            assert _tree(doors.memory) == made, doors.done
            await familiar.settle()


def _tree(memory: Path) -> dict[str, bytes]:
    return {
        file.relative_to(memory).as_posix(): file.read_bytes()
        for file in memory.rglob("*.md")
        if ".index" not in file.parts
    }


def _newest(familiar: Familiar) -> str | None:
    return next((one.id for one in familiar.journal.entries(newest_first=True)), None)


def _since(familiar: Familiar, last: str | None) -> Iterator[JournalEntry]:
    """The changes made since, the newest first."""
    return takewhile(lambda one: one.id != last, familiar.journal.entries(newest_first=True))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_an_undo_of_what_a_door_brought_gives_all_bytes_back(new_familiar, tmp_path, seed):
    """Each batch as a whole; and an undo of the undo brings it again."""
    asyncio.run(_undone(new_familiar, tmp_path, seed, 10))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 208))
def test_every_batch_of_a_long_history_can_be_undone(new_familiar, tmp_path, seed):
    """As above, of longer lives."""
    asyncio.run(_undone(new_familiar, tmp_path, seed, 2 * _STEPS))


async def _forgotten(new_familiar: Any, home: Any, seed: int, steps: int) -> None:
    async with started(new_familiar(home, settings=MAY_WRITE)) as familiar:
        doors = Doors(familiar, home, seed)
        await doors.talk()
        for _ in range(steps):
            # Whatever is forgotten on the way must be nowhere: the door asserts it.
            await doors.step()


@pytest.mark.long
@pytest.mark.parametrize("seed", [717, 749, *range(300, 304)])
def test_what_is_forgotten_in_a_long_history_is_nowhere(new_familiar, tmp_path, seed):
    """Nor in proposals that quote it, nor in lines whose tails somebody has broken."""
    asyncio.run(_forgotten(new_familiar, tmp_path, seed, 40))
