"""A bot as the type checker of its author sees it; `mypy` checks this file with the package.

It is as strict with it: a constructor that refuses what is documented is an error here, and so is
a `type: ignore` where one would take what it should not. `test_typed_bot.py` runs it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import assert_type

from familiar_memory import (
    Author,
    Contribution,
    Familiar,
    Layer,
    Place,
    PlaceKind,
    RecallRequest,
    Role,
    Turn,
    TurnKind,
)

__all__ = ["block", "channel", "direct", "heard", "room", "said", "talk", "wrong"]


def direct(user_id: int) -> Place:
    """A direct message, by the integer of a platform's library."""
    place = Place("discord", user_id, kind="dm")
    assert_type(place.kind, PlaceKind)
    assert_type(place.channel, str)
    return place


def room(channel_id: int, guild_id: int | None, *, is_voice: bool) -> Place:
    """A room whose kind is chosen by a condition."""
    return Place("discord", channel_id, guild_id, kind="voice" if is_voice else "channel")


def channel() -> Place:
    """The same by the member of the enum."""
    return Place("discord", "tavern", "lantern", PlaceKind.CHANNEL, private=True, name="tavern")


def heard(place: Place, message_id: int, text: str) -> Turn:
    """A message of somebody, an answer to another."""
    author = Author("discord", 42, "Rowan", aliases=["Ro"])
    return Turn(message_id, datetime.now(UTC), place, author, text, reply_to=message_id - 1)


def said(place: Place, ref: str, text: str, *, by_timer: bool = False) -> Turn:
    """What the bot itself said, with what it did meanwhile."""
    turn = Turn(
        ref,
        datetime.now(UTC),
        place,
        Author("discord", "1"),
        text,
        role="assistant",
        kind="automated" if by_timer else "interactive",
        actions=["waves"],
    )
    assert_type(turn.role, Role)
    assert_type(turn.kind, TurnKind)
    assert_type(turn.actions, tuple[str, ...])
    return turn


def block(text: str) -> Contribution:
    """A block of the bot's own for the prompt."""
    made = Contribution("content", "weather", text, priority=5)
    assert_type(made.layer, Layer)
    return made


def wrong() -> None:
    """What there is not is refused by the checker, too."""
    Place("discord", "42", kind="thread")  # type: ignore[arg-type]
    Turn("1", datetime.now(UTC), channel(), Author("a", "b"), "", role="bot")  # type: ignore[arg-type]
    Contribution("footer", "weather", "It rains.", priority=5)  # type: ignore[arg-type]


async def talk(familiar: Familiar, turn: Turn) -> str:
    """Record, recall, render."""
    await familiar.record(turn)
    request = RecallRequest(turn.text, turn.author, turn.place, pending_turns=(turn,))
    return (await familiar.recall(request)).render()
