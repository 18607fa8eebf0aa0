"""Ids come as texts or as the integers of Discord's libraries; anything else is refused clearly."""

import asyncio
from datetime import UTC, datetime

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError

WHEN = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def test_integers_are_taken_as_their_digits():
    """What a bot gives as 284619350177841152 is the person and the room of that text."""
    assert Author("discord", 284619350177841152) == Author("discord", "284619350177841152")
    assert Place("discord", 12, 34) == Place("discord", "12", "34")
    assert Turn(1, WHEN, TAVERN, ROWAN, "hi", reply_to=0) == Turn(
        "1", WHEN, TAVERN, ROWAN, "hi", reply_to="0"
    )


@pytest.mark.parametrize("given", [None, True, 4.2, b"42", ["42"]])
def test_what_is_no_id_is_refused_by_name(given):
    """The message says which value it is, what was given, and what would be accepted."""
    makers = {
        "user_id": lambda: Author("discord", given),
        "channel": lambda: Place("discord", given),
        "ref": lambda: Turn(given, WHEN, TAVERN, ROWAN, "hi"),
    }
    for what, make in makers.items():
        with pytest.raises(InputError, match=what) as caught:
            make()
        assert repr(given) in caught.value.problem
        assert "an integer" in caught.value.accepted


def test_a_familiar_may_be_named_by_a_number(tmp_path):
    """One familiar a guild, named by the guild's id, is a natural thing to do."""
    assert FamiliarPaths(tmp_path, 42).root == tmp_path / "42"
    with pytest.raises(InputError, match="a familiar's id is None"):
        FamiliarPaths(tmp_path, None)


def test_a_turn_that_cannot_be_stored_is_refused_and_loses_nothing(new_familiar, tmp_path):
    """A clear error at `record`, and the turn before it stays recorded."""
    familiar = new_familiar(tmp_path)

    async def record():
        async with familiar:
            await familiar.record(Turn("0", WHEN, TAVERN, ROWAN, "hi"))
            with pytest.raises(InputError, match="a lone surrogate"):
                await familiar.record(Turn("1", WHEN, TAVERN, ROWAN, "\ud800"))
            return familiar.history.counts().turns

    assert asyncio.run(record()) == 1
