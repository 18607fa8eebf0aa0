"""Notes and rooms may be named as people call them, and are shown by the files they have."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from familiar_memory import Author, Familiar, Place, RecallRequest, Turn
from familiar_memory.interfaces.cli.main import app

_MIRA = Author("sillytavern", "mira", "Mira")
_GUS = Author("discord", "7", "Gus")
_DM = Place("sillytavern", "ember", kind="dm", name="Ember")
_TAVERN = Place("discord", "111", "222", name="tavern")


@pytest.fixture
def familiar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """A command line with a familiar that heard Mira in private and Gus in the open."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path))
    Familiar.create("ember", home=tmp_path, embedder="none")

    async def talk() -> None:
        now = datetime(2026, 2, 2, 19, tzinfo=UTC)
        async with Familiar.open("ember", home=tmp_path) as memory:
            await memory.record(Turn("s1", now, _DM, _MIRA, "I live in Kobe."))
            await memory.record(Turn("d1", now, _TAVERN, _GUS, "I play the banjo."))
            await memory.write()
            await memory.recall(RecallRequest("What does Gus play?", _GUS, _TAVERN))

    asyncio.run(talk())
    return CliRunner()


@pytest.mark.long
def test_who_was_heard_in_private_only_is_shown_by_name(familiar: CliRunner) -> None:
    """Their note has an id for its name, because a name heard in private stays there."""
    by_id, by_name = (familiar.invoke(app, ["show", who]) for who in ("sillytavern-mira", "mira"))
    assert "Kobe" in by_id.stdout
    assert by_name.stdout == by_id.stdout
    assert "people/sillytavern-mira.md" in familiar.invoke(app, ["log", "Mira"]).stdout


@pytest.mark.long
def test_a_question_is_asked_in_a_room_by_its_label(familiar: CliRunner) -> None:
    """What was said in private does not come up there."""
    asked = [
        familiar.invoke(app, ["search", "banjo", "--place", room]) for room in ("#tavern", "tavern")
    ]
    assert [("banjo" in one.stdout, one.exit_code) for one in asked] == [(True, 0)] * 2
    assert familiar.invoke(app, ["search", "Kobe", "--place", "tavern"]).exit_code == 1


@pytest.mark.long
def test_stats_name_the_file_that_a_note_has(familiar: CliRunner) -> None:
    """Not the id by which the recall log knows it."""
    shown = familiar.invoke(app, ["stats"]).stdout
    assert "people/Gus.md" in shown
    assert "discord-7.md" not in shown
