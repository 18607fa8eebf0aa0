"""What a caller gives of a wrong type is refused at the door, with what would do."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from familiar_memory import Familiar
from familiar_memory.domain.context import RecallRequest
from familiar_memory.domain.identity import Author
from familiar_memory.domain.place import Place, PlaceKind
from familiar_memory.domain.turn import Turn
from familiar_memory.errors import InputError

_AUTHOR = Author("discord", "42")
_WRONG = ("hello", 7, None, ["x"], {"platform": "discord"}, b"x", object())


@pytest.mark.parametrize("wrong", _WRONG)
def test_what_is_no_turn_is_not_recorded(tmp_path: Path, wrong: Any) -> None:
    """Nothing deep inside stumbles over it."""
    Familiar.create("ember", home=tmp_path, embedder="none")

    async def run() -> None:
        async with Familiar.open("ember", home=tmp_path) as familiar:
            await familiar.record(wrong)

    with pytest.raises(InputError, match="of the type") as refused:
        asyncio.run(run())
    assert "a Turn" in str(refused.value.accepted)


@pytest.mark.parametrize("field", ["text", "author", "place", "pending_turns"])
@pytest.mark.parametrize("wrong", _WRONG)
def test_a_request_names_what_is_wrong(field: str, wrong: Any) -> None:
    """None is nobody, and nowhere."""
    given: dict[str, Any] = {"text": "x", field: [wrong] if field == "pending_turns" else wrong}
    if (field == "text" and isinstance(wrong, str)) or (
        wrong is None and field in ("author", "place")
    ):
        return
    with pytest.raises(InputError, match="of the type"):
        RecallRequest(**given)


@pytest.mark.parametrize("field", ["timestamp", "place", "author"])
@pytest.mark.parametrize("wrong", _WRONG)
def test_so_does_a_turn(field: str, wrong: Any) -> None:
    """Each of its values; its text is looked at when it is recorded."""
    given: dict[str, Any] = {
        "ref": "m1",
        "timestamp": datetime(2026, 1, 1, tzinfo=UTC),
        "place": Place("discord", "tavern", "lantern"),
        "author": _AUTHOR,
        "text": "hello",
        field: wrong,
    }
    with pytest.raises(InputError, match="of the type"):
        Turn(**given)


@pytest.mark.parametrize(
    "place",
    [
        Place("discord", "1001", "500"),
        Place("discord", "42", kind=PlaceKind.DM),
        Place("discord", "mods", "lantern", kind=PlaceKind.VOICE, private=True),
        Place("twitch", "mosslight", kind=PlaceKind.STREAM),
    ],
)
def test_a_slug_is_answered_with_its_place(place: Place) -> None:
    """As it can be pasted into the program."""
    with pytest.raises(InputError) as refused:
        RecallRequest("x", place=place.slug)  # type: ignore[arg-type]
    named = str(refused.value.accepted).partition(": ")[2]
    assert eval(named, {"Place": Place, "PlaceKind": PlaceKind}) == place
