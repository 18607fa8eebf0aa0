"""Somebody deletes a familiar's folder, or puts another in its place, while it is open."""

from __future__ import annotations

import asyncio
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import Familiar, Household, RecallRequest, Turn
from familiar_memory.errors import HistoryError, UnknownFamiliarError
from familiar_memory.history.turns.amendment import RecordOutcome

START = datetime(2026, 2, 2, 12, tzinfo=UTC)


def turn(number: int) -> Turn:
    """One turn of the tavern."""
    at = START + timedelta(minutes=number)
    return Turn(f"m{number}", at, TAVERN, ROWAN, f"The kettle sings {number} times.")


def delete(folder: Path) -> None:
    """In one step, so that nobody puts anything back meanwhile."""
    shutil.rmtree(folder.rename(folder.with_name("gone")))


def test_what_is_recorded_into_a_deleted_folder_is_refused(tmp_path: Path) -> None:
    """It would be written to a file that nobody can open any more, and answered `added`."""

    async def run() -> None:
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            assert await familiar.record(turn(1)) is RecordOutcome.ADDED
            await familiar.settle()
            delete(tmp_path / "ember")
            for _ in range(2):
                with pytest.raises(HistoryError) as refused:
                    await familiar.record(turn(2))
            assert refused.value.problem == (
                "history.sqlite was deleted while the familiar was open: nothing is being saved"
            )
            assert "open it again" in refused.value.accepted
            for refused_too in (
                familiar.write,
                familiar.settle,
                familiar.index.rebuild,
                familiar.index.verify,
                lambda: familiar.search("kettle"),
            ):
                with pytest.raises(HistoryError, match="was deleted"):
                    await refused_too()
            context = await familiar.recall(RecallRequest("the kettle?", ROWAN, TAVERN))
            assert "kettle sings" not in context.render()

    asyncio.run(run())
    # Nothing was made in its place: a backup can be put there.
    assert not (tmp_path / "ember").exists()


def test_a_folder_that_was_brought_back_is_another_one(tmp_path: Path) -> None:
    """A copy from a backup: what is recorded goes on when the familiar is opened again."""
    home, backup = tmp_path / "home", tmp_path / "backup"

    async def run() -> None:
        async with Familiar.create("ember", home=home, embedder="none") as familiar:
            await familiar.record(turn(1))
        shutil.copytree(home / "ember", backup)
        async with Familiar.open("ember", home=home) as familiar:
            (home / "ember").rename(tmp_path / "aside")
            shutil.copytree(backup, home / "ember")
            with pytest.raises(HistoryError, match="replaced by another file"):
                await familiar.record(turn(2))
        async with Familiar.open("ember", home=home) as familiar:
            assert await familiar.record(turn(2)) is RecordOutcome.ADDED
            assert familiar.history.counts().turns == 2

    asyncio.run(run())


def test_a_household_goes_on_without_it(tmp_path: Path) -> None:
    """The others are none the worse, and asleep it is known to be gone."""
    for name in ("ash", "birch"):
        Familiar.create(name, home=tmp_path, embedder="none")

    async def run() -> None:
        async with Household(tmp_path) as household:
            for name in ("ash", "birch"):
                await household.record(name, turn(1))
            delete(tmp_path / "ash")
            with pytest.raises(HistoryError, match="was deleted"):
                await household.record("ash", turn(2))
            assert await household.record("birch", turn(2)) is RecordOutcome.ADDED
            assert await household.put_to_sleep("ash")
            with pytest.raises(UnknownFamiliarError):
                await household.record("ash", turn(3))
            assert household.familiars() == ["birch"]

    asyncio.run(run())
