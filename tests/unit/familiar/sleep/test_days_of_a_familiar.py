"""The whole way: talk, a night, the notes of its days, and what becomes of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from day_lives import DAY, DM, PRIVATE_DAY, TAVERN, said
from familiars import started

from familiar_memory import Familiar, ForgetRequest
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.testing import FixedClock, HashEmbedder, ScriptedModel

NOW = datetime(2026, 2, 3, 9, 30, tzinfo=UTC)
QUITS = "I've decided to quit the records office on 3 March, I told my boss."
EXAM = "we decided to meet on Friday at nine for the exam"
NOTICE = "I plan to hand in my notice on Friday the 27th."
TALK = (said("t1", QUITS), said("t2", EXAM, "Bex"), said("d1", NOTICE, place=DM))


def slept(
    home: Path,
    steps: Callable[[Familiar], Awaitable[Any]],
    model: ScriptedModel | None = None,
) -> Any:
    """What came of it, in a familiar that has heard the talk and written it up."""

    async def run() -> Any:
        paths = FamiliarPaths(home, "ember")
        if not paths.memory.exists():
            paths.memory.mkdir(parents=True)
            paths.character.write_text('[character]\nname = "Ember"\n', "utf-8")
        models = {} if model is None else {"sleep": model}
        familiar = Familiar(paths, clock=FixedClock(NOW), embedder=HashEmbedder(), models=models)
        async with started(familiar):
            await familiar.record_many(TALK)
            await familiar.write()
            return await steps(familiar)

    return asyncio.run(run())


def days_of(home: Path) -> dict[str, str]:
    """The notes of days, by path."""
    root = home / "ember" / "memory"
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in sorted((root / "days").rglob("*.md"))
    }


async def _night(familiar: Familiar) -> Any:
    (report,) = await familiar.sleep.run(["days"])
    await familiar.settle()
    return report.steps[0].report


def test_a_night_writes_the_days_in_one_batch_of_the_journal(tmp_path: Path) -> None:
    """Which says that it was the night, so one undo takes it back."""

    async def steps(familiar: Familiar) -> Any:
        report = await _night(familiar)
        entries = [
            one for one in familiar.parts.files.journal.entries() if one.path.startswith("days/")
        ]
        assert {one.source for one in entries} == {"sleep_cycle"}
        assert len({one.batch for one in entries}) == 1
        return report

    report = slept(tmp_path, steps)
    assert report.counts["appended"] == 3
    assert list(days_of(tmp_path)) == [DAY, PRIVATE_DAY]


def test_the_index_answers_the_same_after_a_rebuild(tmp_path: Path) -> None:
    """Days are notes like any other."""

    async def steps(familiar: Familiar) -> bool:
        await _night(familiar)
        return (await familiar.index.verify()).same

    assert slept(tmp_path, steps)


@pytest.mark.parametrize(
    ("request_", "left"),
    [
        (ForgetRequest(person="Bex"), [QUITS, NOTICE]),
        (ForgetRequest(place=DM.slug), [QUITS, EXAM]),
        (ForgetRequest(place=TAVERN.slug), [NOTICE]),
    ],
)
@pytest.mark.parametrize("with_model", [False, True])
def test_forgetting_reaches_the_days(
    tmp_path: Path, request_: ForgetRequest, left: list[str], with_model: bool
) -> None:
    """A person, a place, whoever has worded the line; a note of which nothing is left goes."""

    def worded(messages: Any) -> str:
        page = json.loads(messages[1].text)
        turns = [turn for one in page["talk"] for turn in one["turns"]]
        items = [{"text": turn[3], "turns": [turn[0]], "topic": None} for turn in turns]
        return json.dumps({"memories": items, "topics": []})

    async def steps(familiar: Familiar) -> Any:
        await _night(familiar)
        return await familiar.forgetting.forget(request_)

    model = ScriptedModel(worded, worded) if with_model else None
    report = slept(tmp_path, steps, model)
    assert (report.is_gone, report.residue) == (True, ())
    text = "\n".join(days_of(tmp_path).values())
    assert [one for one in (QUITS, EXAM, NOTICE) if one in text] == left
    assert len(days_of(tmp_path)) == (2 if NOTICE in left and QUITS in left else 1)


def test_forgetting_one_of_several_takes_their_common_line(tmp_path: Path) -> None:
    """It is made of what they said, though it is by nobody."""

    def worded(messages: Any) -> str:
        page = json.loads(messages[1].text)
        turns = [turn[0] for one in page["talk"] for turn in one["turns"]]
        text = "Rowan decided to quit the records office, and there is an exam on Friday at nine."
        item = {"text": text, "turns": turns, "topic": None}
        return json.dumps({"memories": [item] if len(turns) > 1 else [], "topics": []})

    async def steps(familiar: Familiar) -> Any:
        await _night(familiar)
        assert "exam on Friday" in days_of(tmp_path)[DAY]
        return await familiar.forgetting.forget(ForgetRequest(person="Bex"))

    report = slept(tmp_path, steps, ScriptedModel(worded, worded))
    assert (report.is_gone, report.residue) == (True, ())
    assert days_of(tmp_path) == {}


def test_two_nights_at_once_write_once(tmp_path: Path) -> None:
    """Whoever is second finds nothing to do."""

    async def steps(familiar: Familiar) -> list[Any]:
        nights = await asyncio.gather(*(familiar.sleep.run(["days"]) for _ in range(2)))
        return [reports[0].steps[0].report.counts.get("appended", 0) for reports in nights]

    assert sorted(slept(tmp_path, steps)) == [0, 3]
    assert [text.count("\n- ") for text in days_of(tmp_path).values()] == [2, 1]


@pytest.mark.parametrize("link", ["[[Rowan Ash|Rowan]]", "[[Rowan Ash]]"])
def test_who_is_renamed_in_an_editor_keeps_their_day(tmp_path: Path, link: str) -> None:
    """It rewrites the links to their note, and has put nothing in other words."""

    async def steps(familiar: Familiar) -> Any:
        root = tmp_path / "ember" / "memory"
        note = root / "people" / "Rowan.md"
        note.rename(note.with_name("Rowan Ash.md"))
        for path in (root / "sessions").rglob("*.md"):
            path.write_text(path.read_text("utf-8").replace("[[Rowan]]", link), "utf-8")
        await familiar.settle()
        await _night(familiar)

    slept(tmp_path, steps)
    assert f"{link}: {QUITS.removesuffix('.')}" in days_of(tmp_path)[DAY]
