"""The sample chat, and what the demo asks about it: data only."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

__all__ = ["DEMONSTRATIONS", "FAMILIAR", "NAME", "NOTE", "Ask", "Demonstration", "sample_chat"]

FAMILIAR = "ember"
NAME = "Ember"
NOTE = "people/twitch-204917536.md"
"""The note that is shown as written: a corrected fact, an old job, a move."""

_TAVERN = "discord-lantern.tavern"
_STREAM = "twitch-stream-mosslight"
_ROWANS_DM = "discord-dm-rowan"
_ROWAN = "discord-284619350177841152"
_TAMSIN = "discord-402177638915325954"
_IVO = "discord-157720493886701568"
_MOSS = "twitch-61840227"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, who asks it (a slug) and where (a place slug)."""

    question: str
    author: str
    place: str


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What is to be seen, in a line, and the questions that show it."""

    title: str
    asks: tuple[Ask, ...]


_PLAN = "Rowan and the records office: what's the plan for this year?"

DEMONSTRATIONS = (
    Demonstration(
        "What was said in private stays there: one question, asked in two places",
        (Ask(_PLAN, _TAMSIN, _TAVERN), Ask(_PLAN, _ROWAN, _ROWANS_DM)),
    ),
    Demonstration(
        "A running joke, three weeks and three rooms long",
        (Ask("Which incidents are in Gladys's ledger?", _TAMSIN, _TAVERN),),
    ),
    Demonstration(
        "A fact that was corrected later",
        (Ask("What is Bex allergic to?", _MOSS, _STREAM),),
    ),
    Demonstration(
        "In Japanese: what is Haruka's dog called?",
        (Ask("はるかさんの犬の名前は？", _IVO, _TAVERN),),
    ),
)


def sample_chat() -> Path:
    """The shipped conversation: three weeks of an invented community, as JSON lines."""
    return Path(str(files("familiar_memory") / "demo" / "community.jsonl"))
