"""The Python in the README and on the start pages runs as it is printed."""

from __future__ import annotations

import asyncio
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from fake_discord import Channel, ChannelType, Message, Scene, User, fake_discord

from familiar_memory import Familiar

ROOT = Path(__file__).parents[2]
ROWAN = User(42, "Rowan", "rowan.archivist")
TAVERN = Channel(7)
STAFF = Channel(8, "staff", is_open=False)
DM = Channel(9, guild=None, type=ChannelType.private)
_FENCE = re.compile(r"^```python[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)

pytestmark = pytest.mark.usefixtures("at_work")


@pytest.fixture
def at_work(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the empty folder, where the memory is made."""
    monkeypatch.chdir(alone)


def _run(page: str, number: int) -> dict[str, Any]:
    """One of the page's examples, run as a program of its own; the names that it made."""
    code = _FENCE.findall((ROOT / page).read_text("utf-8"))[number]
    made: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(code, f"{page}, example {number}", "exec"), made)
    return made


def _scene() -> tuple[Scene, Message]:
    """Bees in the tavern, secrets elsewhere, and a question in the tavern."""
    scene = Scene([])
    question = Message(5, ROWAN, TAVERN, "@Ember what do I keep in Durham?", [scene.bot])
    said = (
        Message(1, ROWAN, TAVERN, "I keep bees in Durham."),
        Message(2, ROWAN, STAFF, "I keep a sword in Durham."),
        Message(3, ROWAN, DM, "I keep a diary in Durham."),
        Message(4, scene.bot, TAVERN, "How lovely, bees!"),
        question,
    )
    scene.events += [("on_message", one) for one in said]
    return scene, question


def _recorded() -> dict[str, Any]:
    """The messages in the memory of Ember, by ref."""

    async def look() -> dict[str, Any]:
        async with Familiar.open("ember") as familiar:
            turns = familiar.history.turns_after(0, familiar.history.latest_id())
            return {stored.turn.ref: stored.turn for stored in turns}

    return asyncio.run(look())


@pytest.fixture
def on_discord(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A Discord on which the scene takes place."""
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    scene, _ = _scene()
    monkeypatch.setitem(sys.modules, "discord", fake_discord(scene))
    return scene


@pytest.fixture
def echoing_model(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A model that answers with what it was given; the answers."""
    answers: list[str] = []

    async def create(*, model: str, messages: list[dict[str, str]]) -> object:
        assert model
        answers.append("\n".join(one["content"] for one in messages))
        message = types.SimpleNamespace(content=answers[-1])
        return types.SimpleNamespace(choices=[types.SimpleNamespace(message=message)])

    def client() -> object:
        chat = types.SimpleNamespace(completions=types.SimpleNamespace(create=create))
        return types.SimpleNamespace(chat=chat)

    module = types.ModuleType("openai")
    vars(module)["AsyncOpenAI"] = client
    monkeypatch.setitem(sys.modules, "openai", module)
    return answers


def test_the_bot_of_the_readme_recalls_and_keeps_secrets(on_discord: Scene) -> None:
    """What was said where not everybody can read stays there."""
    _run("README.md", 0)
    question = on_discord.events[-1][1]
    assert len(question.replies) == 1
    assert "bees" in question.replies[0]
    assert not re.search("sword|diary", question.replies[0])
    turns = _recorded()
    assert [turn.place.slug for turn in turns.values()] == [
        "discord-300.7",
        "discord-private-300.8",
        "discord-dm-9",
        "discord-300.7",
        "discord-300.7",
    ]
    assert [turn.role for turn in turns.values()] == ["user"] * 3 + ["assistant", "user"]


def test_the_bot_of_the_page_asks_its_model_and_follows_edits(
    on_discord: Scene, echoing_model: list[str]
) -> None:
    """Private messages are answered from, edits amend, and what is deleted is gone."""
    edited = Message(1, ROWAN, TAVERN, "I keep wasps in Durham.")
    deleted = types.SimpleNamespace(channel_id=7, message_id=4)
    on_discord.events += [
        ("on_raw_message_edit", types.SimpleNamespace(message=edited)),
        ("on_raw_message_delete", deleted),
    ]
    _run("docs/start/bot.md", 0)
    assert len(echoing_model) == 1
    assert "bees" in echoing_model[0]
    assert not re.search("sword|diary", echoing_model[0])
    turns = _recorded()
    assert turns["1"].text == "I keep wasps in Durham."
    assert "4" not in turns or turns["4"].deleted
    assert turns["2"].place.slug == "discord-private-300.8"
    assert turns["1"].place.name == "tavern"


def test_a_message_of_twitch_is_a_turn() -> None:
    """Known by ids, in the room that imported logs go to."""
    turn_of = _run("docs/start/bot.md", 1)["turn_of"]
    channel = types.SimpleNamespace(name="mosslight")
    chatter = types.SimpleNamespace(id="42", display_name="Rowan", name="rowan")
    message = types.SimpleNamespace(
        id="m1", timestamp=None, broadcaster=channel, chatter=chatter, text="hello"
    )
    turn = turn_of(message)
    assert (turn.place.slug, turn.author.slug) == ("twitch-stream-mosslight", "twitch-42")


@pytest.mark.parametrize(("page", "number"), [("README.md", 1), ("docs/start/agents.md", 0)])
def test_an_agent_remembers(page: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """What it was told comes back."""
    _run(page, number)
    assert "Agatha" in capsys.readouterr().out


def test_every_example_is_run() -> None:
    """One that is added to a page is added here."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs" / "start").glob("*.md"))]
    counted = {page.name: len(_FENCE.findall(page.read_text("utf-8"))) for page in pages}
    assert {name: number for name, number in counted.items() if number} == {
        "README.md": 2,
        "agents.md": 1,
        "bot.md": 2,
    }
