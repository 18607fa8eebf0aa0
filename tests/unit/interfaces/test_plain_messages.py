"""No word of a library, and no half sentence, in what the command line says."""

from __future__ import annotations

import asyncio
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError
from typer.testing import CliRunner

from familiar_memory import Author, Familiar, Place, Turn
from familiar_memory.config.load import checked_settings
from familiar_memory.config.settings import Settings
from familiar_memory.domain.validation_words import plain_words
from familiar_memory.errors import ConfigError
from familiar_memory.interfaces.cli.main import app

_LIBRARY = ("Input should", "Value error", "Extra inputs", "unable to parse")


@pytest.fixture
def familiar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """A command line with one empty familiar."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path))
    Familiar.create("ember", home=tmp_path, embedder="none")
    return CliRunner()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("recall x --mode foo", "'foo' is not one of 'full_rp', 'text', 'voice'"),
        ("recall x --budget 0", "it must be 1 or more"),
        ("recall x --budget much", "it must be a whole number"),
        ("search x -n 0", "it must be 1 or more"),
        ("init other --timezone Mars/Olympus", "for the new familiar (--timezone, --name)"),
    ],
)
def test_what_is_not_accepted_is_said_plainly(familiar: CliRunner, line: str, said: str) -> None:
    """And with exit code 2."""
    ran = familiar.invoke(app, line.split())
    assert ran.exit_code == 2
    assert said in ran.output
    assert not any(word in ran.output for word in _LIBRARY), ran.output


def test_stats_announces_nothing_that_does_not_follow(familiar: CliRunner) -> None:
    """As long as nothing was recalled."""
    ran = familiar.invoke(app, ["stats"])
    assert "in the recall log" in ran.output
    assert "surfaced most often" not in ran.output


@pytest.mark.long
def test_recent_talk_is_not_called_nothing(familiar: CliRunner, tmp_path: Path) -> None:
    """Memory has nothing to add; what stands above was said."""
    room, who = Place("discord", "tavern", "lantern"), Author("discord", "42", "Rowan")
    said = Turn("m1", datetime(2026, 2, 2, tzinfo=UTC), room, who, "The kettle sings.")

    async def record() -> None:
        async with Familiar.open("ember", home=tmp_path) as one:
            await one.record(said)

    asyncio.run(record())
    ran = familiar.invoke(app, ["recall", "zzz", "--place", room.slug, "--history"])
    assert "The kettle sings." in ran.output
    assert "memory has nothing to add to the recent talk" in ran.output
    assert "memory has nothing to say about that" in familiar.invoke(app, ["recall", "zzz"]).output


@pytest.mark.parametrize("section", sorted(one.name for one in fields(Settings)))
def test_no_setting_is_refused_in_the_words_of_a_library(section: str) -> None:
    """Whichever it is, and whatever it is given."""
    given = getattr(Settings(), section)
    known = [one.name for one in fields(given)] if is_dataclass(given) else ["works_at"]
    for name in (*known, "no_such_setting"):
        for wrong in ("many", -1, 10**9, 0.5, None, ["x"], {"x": 1}, {"x": ["y"]}, True):
            try:
                checked_settings({section: {name: wrong}}, "here")
            except ConfigError as refused:
                assert not any(word in refused.problem for word in _LIBRARY), refused.problem


def test_a_message_of_ones_own_stays() -> None:
    """Only what a library says is put in other words."""
    assert plain_words("a tag is empty") == "a tag is empty"
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(int).validate_python("x")
    assert plain_words(caught.value.errors()[0]["msg"]) == "it must be a whole number"
