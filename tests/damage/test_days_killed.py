"""Nights that die at some step of a write: the next one ends them, and nothing stands twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from day_lives import DAY, DM, EVENING, PRIVATE_DAY, Sleeper, said
from some_steps import some_steps

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import Crash, FaultyFileSystem

MOST = 900


@contextmanager
def living(root: Path, fs: FaultyFileSystem | None = None) -> Iterator[Sleeper]:
    """A familiar in a folder, as a process finds it."""
    with (
        HistoryStore(root / "history.sqlite") as history,
        AuditJournal(root / "journal", fs=fs) as journal,
    ):
        store = MemoryStore(root / "memory", journal=journal, fs=fs)
        store.reconcile()
        yield Sleeper(history, store, journal=journal)


def talk(life: Sleeper) -> None:
    """What is said, and written up, before the night."""
    life.hear(
        [
            said("t1", "I've decided to quit the records office on 3 March, I told my boss."),
            said("t2", "we decided to meet on Friday at nine for the exam", "Bex"),
            said("t3", "We will hire a van on Sunday the 8th.", at=EVENING.replace(day=1)),
            said("d1", "I plan to hand in my notice on Friday the 27th.", place=DM),
        ]
    )


def worded(page: dict[str, Any]) -> dict[str, Any]:
    """A model that words each turn once."""
    turns = [turn for one in page["talk"] for turn in one["turns"]]
    memories = [
        {"text": f"{turn[2]} said: {turn[3]}", "turns": [turn[0]], "topic": None} for turn in turns
    ]
    return {"memories": memories, "topics": []}


def otherwise(page: dict[str, Any]) -> dict[str, Any]:
    """The same model, asked again: it says all of it in other words."""
    memories = worded(page)["memories"]
    told = [one | {"text": one["text"].replace("said:", "has told everybody:")} for one in memories]
    return {"memories": told, "topics": []}


def quiet(root: Path, *, with_model: bool) -> dict[str, str]:
    """What a night leaves that nobody disturbs."""
    with living(root) as life:
        talk(life)
        life.sleep(worded if with_model else None, days=-1)
        return life.tree()


def is_ended_by_the_next(
    root: Path, expected: dict[str, str], *, with_model: bool, days: int
) -> None:
    """It writes what was missing, and the one after that nothing."""
    with living(root) as life:
        life.sleep(otherwise if with_model else None, days=days)
        after = life.tree()
        assert life.sleep(otherwise if with_model else None) == StepReport(StepStatus.NOTHING)
        assert life.tree() == after
    if with_model:
        after = {path: text.replace("has told everybody:", "said:") for path, text in after.items()}
    assert after == expected


def killed(tmp_path: Path, stride: int, *, with_model: bool, first: int = 1) -> Iterator[Path]:
    """The tree after its process has died at every so many steps; the last night is whole."""
    for number in range(first, MOST, stride):
        root, fs = tmp_path / str(number), FaultyFileSystem()
        with suppress(Crash), living(root, fs) as life:
            talk(life)
            fs.fail_at(number)
            life.sleep(worded if with_model else None, days=-1)
        yield root
        if number > len(fs.calls):
            return
    raise AssertionError("it has no end")


WITH = pytest.mark.parametrize("with_model", [False, True])


@WITH
def test_a_night_that_died_at_some_steps_is_ended_by_the_next(
    tmp_path: Path, with_model: bool
) -> None:
    """As below, and quick."""
    expected = quiet(tmp_path / "quiet", with_model=with_model)
    assert sorted(expected) == ["days/2026-02-01.md", DAY, PRIVATE_DAY]
    for root in killed(tmp_path, 23, with_model=with_model):
        # It is gone on with, so it has the moment at which it began.
        is_ended_by_the_next(root, expected, with_model=with_model, days=-1)


@pytest.mark.long
@WITH
def test_a_night_that_died_at_any_step_is_ended_by_the_next(
    tmp_path: Path, with_model: bool
) -> None:
    """Whichever note was being written, or mark set: see `some_steps`."""
    expected = quiet(tmp_path / "quiet", with_model=with_model)
    first, stride = some_steps(str(with_model), ("False", "True"), 3)
    for root in killed(tmp_path, stride, with_model=with_model, first=first):
        # It is gone on with, so it has the moment at which it began.
        is_ended_by_the_next(root, expected, with_model=with_model, days=-1)


@WITH
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_night_that_died_at_a_mark_is_ended_by_the_next(
    tmp_path: Path, with_model: bool, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the notes of each reach and its mark, and before that of all talk."""
    expected = quiet(tmp_path / "quiet", with_model=with_model)
    left = number
    with living(tmp_path / "torn") as life:
        talk(life)
        given = life.history.set_watermark

        def dies(*args: Any) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Crash
            given(*args)

        monkeypatch.setattr(life.history, "set_watermark", dies)
        with suppress(Crash):
            life.sleep(worded if with_model else None, days=-1)
        assert left == 0
    is_ended_by_the_next(tmp_path / "torn", expected, with_model=with_model, days=0)
