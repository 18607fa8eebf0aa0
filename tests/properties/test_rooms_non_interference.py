"""What is said in private changes nothing of what a room settles, is asked or is written there."""

from __future__ import annotations

import json
import os
import re
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from people_and_places import DM, TAVERN
from room_nights import DAY, RoomLife, replied

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import note_of_place
from familiar_memory.errors import ModelRefusedError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import MemoryHistory

WORLDS = int(os.environ.get("ROOM_WORLDS", "15"))
_OPEN = TAVERN
_HIDDEN = (
    DM,
    Place("discord", "mods", "lantern", private=True),
    Place("discord", "hall", "abroad"),
)
_STEM = re.compile(r"\[\[(?!channels)[^\]|]+\|")
_SAID = (
    "let's go with the oak for the sign",
    "actually, let's go with the pine for the sign instead",
    "we agreed to meet on Fridays",
    "I'll send the minutes by Friday",
    "I've sent the minutes",
    "no need to send the minutes",
    "the sign is off",
    "TODO: order new candles",
    "- [x] order new candles",
    "what a lovely evening by the harbour",
)
_MESSAGES = st.lists(
    st.tuples(
        st.sampled_from((None, *range(len(_HIDDEN)))),
        st.sampled_from(("Rowan", "Bex", "Bex 8")),
        st.sampled_from(_SAID),
        st.integers(0, 2),
    ),
    max_size=14,
)


def _lived(messages: Any, *, hidden: bool, with_model: bool) -> tuple[Any, ...]:
    """The notes and the questions of the open room, of a life with or without the hidden talk."""
    with TemporaryDirectory() as folder:
        return _life(Path(folder), messages, hidden=hidden, with_model=with_model)


def _life(folder: Path, messages: Any, *, hidden: bool, with_model: bool) -> tuple[Any, ...]:
    life = RoomLife(MemoryHistory(), MemoryStore(folder))

    def says(page: dict[str, Any]) -> object:
        if page["room"] != TAVERN.label or "private" in json.dumps(page):
            raise ModelRefusedError("not of this", "another")
        return replied()

    for day in range(3):
        for number, (where, who, text, said_on) in enumerate(messages):
            if said_on != day or (where is not None and not hidden):
                continue
            place = _OPEN if where is None else _HIDDEN[where]
            life.say(who, text, place=place, day=day, ref=f"m{number}", timestamp=_at(day, number))
        life.sleep(says if with_model else None, days=day)
    shown = [page for page in life.pages() if page["room"] == TAVERN.label]
    notes = {path: _known(path, text) for path, text in life.tree().items()}
    return {path: lines for path, lines in notes.items() if lines}, shown


def _known(path: str, text: str) -> tuple[Any, ...]:
    """What the open room knows of a note: of its own the whole text, of a day its lines."""
    # What a file is called is known to whoever is given the folder, and unique in it.
    text = _STEM.sub("[[", text)
    if path == note_of_place(_OPEN.slug):
        return (text,)
    lines = standing_lines(path, parse_note(text, SHIPPED, path), EVERYONE)
    return tuple((one.record, one.section) for one in lines if one.audience == _OPEN.slug)


def _at(day: int, number: int) -> datetime:
    return DAY + timedelta(days=day, minutes=number)


@pytest.mark.long
@settings(max_examples=WORLDS, deadline=None)
@given(messages=_MESSAGES, with_model=st.booleans())
@example([(None, "Bex", _SAID[0], 0), (None, "Bex 8", _SAID[0], 2), (0, "Bex", _SAID[0], 2)], False)
def test_a_room_is_the_same_without_what_it_may_not_know(messages: Any, with_model: bool) -> None:
    """Its note, its days, and every question that is asked about it, character by character."""
    assert _lived(messages, hidden=True, with_model=with_model) == _lived(
        messages, hidden=False, with_model=with_model
    )
