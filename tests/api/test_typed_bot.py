"""What type checkers accept of a bot works, and what they refuse does not."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import typed_bot

from familiar_memory import (
    Contribution,
    Familiar,
    Layer,
    Place,
    PlaceKind,
    Role,
    Turn,
    TurnKind,
)
from familiar_memory.errors import InputError


@pytest.mark.parametrize(
    ("made", "field", "options"),
    [
        (Place, "kind", PlaceKind),
        (Turn, "role", Role),
        (Turn, "kind", TurnKind),
        (Contribution, "layer", Layer),
    ],
)
def test_every_member_may_be_given_by_its_value(
    made: type, field: str, options: type[StrEnum]
) -> None:
    """The texts that a constructor names are those of the enum, and no other."""
    enum, texts = get_args(get_type_hints(made.__init__)[field])  # type: ignore[misc]
    assert enum is options
    assert get_args(texts) == tuple(one.value for one in options)


async def test_the_typed_bot_works(tmp_path: Path) -> None:
    """With ids that are integers, and kinds that are texts."""
    place = typed_bot.direct(9001)
    assert place == Place("discord", "9001", kind=PlaceKind.DM)
    assert typed_bot.room(7, 8, is_voice=True).slug == "discord-voice-8.7"
    assert typed_bot.channel().slug == "discord-private-lantern.tavern"
    answer = typed_bot.said(place, "m1", "Hello.")
    assert (answer.role, answer.kind, answer.actions) == (
        Role.ASSISTANT,
        TurnKind.INTERACTIVE,
        ("waves",),
    )
    assert typed_bot.said(place, "m2", "Tick.", by_timer=True).kind is TurnKind.AUTOMATED
    assert typed_bot.block("It rains.").layer is Layer.CONTENT
    turn = typed_bot.heard(place, 1235, "Where is the kettle?")
    assert (turn.ref, turn.reply_to, turn.author.user_id) == ("1235", "1234", "42")
    Familiar.create("ember", home=tmp_path, embedder="none")
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(typed_bot.said(place, "m1", "The kettle is in the shed."))
        await familiar.settle()
        assert "in the shed" in await typed_bot.talk(familiar, turn)


def test_what_the_checker_refuses_is_refused() -> None:
    """The first of it stops the bot."""
    with pytest.raises(InputError, match="'thread'"):
        typed_bot.wrong()
