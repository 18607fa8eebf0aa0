"""Consolidation of a whole familiar: the night and memory_reflect come to the same."""

import asyncio
import json
from datetime import UTC, datetime

import pytest
from people_and_places import DM
from tool_calls import MAY_WRITE, Calls

from familiar_memory import Familiar
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.store.undo.plan import undo
from familiar_memory.testing import FixedClock, HashEmbedder, ScriptedModel

NOW = datetime(2026, 3, 1, tzinfo=UTC)
_SHORT = "Rowan deploys the shop with make and a script"
_FULL = f"{_SHORT} at night"
_BASS = "Rowan plays an upright bass with five friends from work in a loud jazz trio"
_ONE, _OTHER, _BOTH = f"{_BASS} upstairs", f"{_BASS} downtown", f"{_BASS} upstairs downtown"


async def _by_night(familiar, calls):
    (report,) = await familiar.sleep.run(["consolidate"])
    return [(one.name, dict(one.report.counts)) for one in report.steps]


async def _by_tool(familiar, calls):
    answer = await calls("reflect")
    return [
        (
            "consolidate",
            {"merged": answer["consolidated"], "added": len(answer["newMemoryIds"])}
            if answer["newMemoryIds"]
            else {},
        )
    ]


def _familiar(home, *models):
    paths = FamiliarPaths(home, "ember")
    paths.memory.mkdir(parents=True, exist_ok=True)
    if not paths.character.exists():
        paths.character.write_text('[character]\nname = "Ember"\n' + MAY_WRITE, "utf-8")
    given = {"sleep": ScriptedModel(*models)} if models else None
    return Familiar(paths, clock=FixedClock(NOW), embedder=HashEmbedder(), models=given)


@pytest.mark.parametrize("way", [_by_night, _by_tool])
def test_what_says_the_same_becomes_one(tmp_path, way):
    """With vectors; again there is nothing to do, and an undo stays one."""

    async def run():
        async with _familiar(tmp_path) as familiar:
            calls = Calls(familiar)
            for text in (_SHORT, _FULL):
                await calls.store(text)
            done = [await way(familiar, calls), await way(familiar, calls)]
            recalled = await calls.recalled()
            entry = next(familiar.journal.entries(newest_first=True))
            undo(familiar.store, familiar.journal, entry.id)
            done.append(await way(familiar, calls))
            return done, recalled, sorted(await calls.recalled())

    done, recalled, undone = asyncio.run(run())
    merged = ("consolidate", {"merged": 2, "added": 1})
    assert done == [[merged], [("consolidate", {})], [("consolidate", {})]]
    assert (recalled, undone) == ([_FULL], [_SHORT, _FULL])


@pytest.mark.parametrize("way", [_by_night, _by_tool])
def test_a_model_words_what_none_says_alone(tmp_path, way):
    """It is the model of the night, whoever asks."""
    asked = []

    def said(messages):
        asked.append(json.loads(messages[1].text))
        return json.dumps({"text": _BOTH})

    async def run():
        async with _familiar(tmp_path, said) as familiar:
            calls = Calls(familiar)
            for text in (_ONE, _OTHER):
                await calls.store(text)
            return await way(familiar, calls), await calls.recalled()

    done, recalled = asyncio.run(run())
    assert done == [("consolidate", {"merged": 2, "added": 1})]
    assert recalled == [_BOTH]
    assert [{one["text"] for one in page["memories"]} for page in asked] == [{_ONE, _OTHER}]


def test_what_a_caller_may_not_see_is_in_no_question_of_theirs(tmp_path):
    """In the tavern nobody is asked about what was said in private."""
    asked = []

    def said(messages):
        asked.append(messages[1].text)
        return json.dumps({"text": ""})

    async def run():
        async with _familiar(tmp_path, said, said) as familiar:
            private = Calls(familiar, place=DM)
            for text in (_ONE, _OTHER):
                await private.store(text)
            in_tavern = await Calls(familiar)("reflect")
            before = len(asked)
            await private("reflect")
            return in_tavern["clusters"], before

    assert asyncio.run(run()) == (0, 0)
    assert len(asked) == 1
