"""What a caller gives of a wrong type is refused at the door, with what would do."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
from contextlib import suppress
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import familiar_memory
from familiar_memory import (
    Caller,
    ChangeCursor,
    Familiar,
    ForgetRequest,
    MemoryWriter,
    NewFact,
    NewMemory,
    NoteRules,
    RecordName,
    WritingRules,
)
from familiar_memory.domain.question.context import Contribution, Layer, Mode, RecallRequest
from familiar_memory.domain.question.contribution import Line
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
from familiar_memory.errors import InputError, NotFoundError, PathError, UsageError
from familiar_memory.store import Cause, Limits
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.write_up import write_up

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


_WHEN = datetime(2026, 1, 1, tzinfo=UTC)
_TAVERN = Place("discord", "tavern", "lantern")
_TURN = {"ref": "m1", "timestamp": _WHEN, "place": _TAVERN, "author": _AUTHOR, "text": "hello"}
_BLOCK = {"layer": Layer.CONTENT, "source": "weather", "text": "It rains.", "priority": 5}
GIVEN: dict[type, dict[str, Any]] = {
    Author: {"platform": "discord", "user_id": "42"},
    Place: {"platform": "discord", "channel": "tavern"},
    Turn: _TURN,
    RecallRequest: {"text": "x"},
    RecallFilters: {},
    Contribution: _BLOCK,
    Limits: {},
    Line: {"text": "It rains."},
    Cause: {},
    NoteRules: {},
    WritingRules: {"zone": UTC},
    ChangeCursor: {"index": "a1", "sequence": 7},
    ForgetRequest: {"place": "discord-lantern.tavern"},
    Caller: {"author": _AUTHOR, "place": _TAVERN},
    NewMemory: {"text": "Ships on Fridays"},
    NewFact: {"subject": "discord-42", "predicate": "likes", "object": "tea"},
    RecordName: {"note": "notes.md", "id": "k3f9a1"},
}
"""What a caller makes, with the least that it needs."""

ANSWERS = {
    "BackLinks",
    "Changed",
    "Context",
    "Conversation",
    "ConversationMessage",
    "Dossier",
    "Entities",
    "Entity",
    "EntityName",
    "EntityNode",
    "EntityRelation",
    "Explanation",
    "Fact",
    "FactAnswer",
    "FactObject",
    "ForgetList",
    "ForgetReport",
    "GrepHit",
    "Injection",
    "KnownFact",
    "KnownGraph",
    "KnownPerson",
    "LinkedNote",
    "LinkedNotes",
    "MemoryEntry",
    "NamedFact",
    "NoteLink",
    "NumberedTurn",
    "OpenItem",
    "ProviderRequest",
    "RecordChange",
    "ReviewReport",
    "Rule",
    "RuleChange",
    "SearchHit",
    "SearchResult",
    "SessionEnd",
    "WriterStatus",
    "BatchState",
    "WaitingPlace",
    "Replay",
    "Viewer",
    "WhyNotReport",
}
"""What a caller is given."""

_ODD = (
    *("hello", "", "no", "DM", "dm", "voice", "assistant", "automated", "content"),
    *(7, -1, 0, 1.5, -0.5, float("nan"), True, None),
    *(["x"], ("x",), [None], "2026-01-01", datetime(2026, 1, 1), _WHEN),
    *({"platform": "discord"}, {"recency": "much"}, {"recency": 1}, b"x", object(), _AUTHOR),
)


def test_every_public_value_is_one_or_the_other() -> None:
    """So that no new one goes untried."""
    public = {
        name
        for name in familiar_memory.__all__
        if dataclasses.is_dataclass(getattr(familiar_memory, name))
    }
    assert public == ANSWERS | {made.__name__ for made in GIVEN}


async def _use(familiar: Familiar, value: Any) -> None:
    """Do with it what one does with it."""
    if isinstance(value, Author):
        value = Turn(**{**_TURN, "author": value})
    if isinstance(value, Place):
        value = Turn(**{**_TURN, "place": value})
    if isinstance(value, ForgetRequest):
        with suppress(NotFoundError):
            await familiar.forgetting.plan(value)
    if isinstance(value, NewMemory):
        with suppress(NotFoundError):
            await familiar.memories.remember(value, dry_run=True)
    if isinstance(value, NewFact):
        with suppress(NotFoundError):
            await familiar.memories.add_fact(value, dry_run=True)
    if isinstance(value, Caller):
        await familiar.memories.remember("Ships on Fridays", caller=value, dry_run=True)
        await familiar.tools.call("memory_recall", {}, author=value.author, place=value.place)
    if isinstance(value, RecordName):
        with suppress(NotFoundError, PathError):
            await familiar.memories.retire(value, dry_run=True)
    if isinstance(value, RecallFilters):
        value = RecallRequest("x", filters=value)
    if isinstance(value, Line):
        value = Contribution(**{**_BLOCK, "text": None}, lines=(value,))
    if isinstance(value, Cause):
        familiar.store.write_file("topics/tea.md", f"# {value.source!r}", cause=value)
    if isinstance(value, NoteRules):
        value = WritingRules(UTC, value)
    if isinstance(value, WritingRules):
        parts = familiar.parts
        extractor = ExtractiveWriter()
        writer = MemoryWriter(parts.files.history, parts.store, extractor, familiar.now, value)
        await write_up(writer, None, dry_run=True)
    if isinstance(value, Contribution):
        value = RecallRequest("x", extra=(value,))
    if isinstance(value, Turn):
        await familiar.record(value)
        value = RecallRequest("x", value.author, value.place, pending_turns=(value,))
        (await familiar.conversation(value)).render()
    if isinstance(value, RecallRequest):
        assert "internal error" not in repr((await familiar.recall(value)).trace)


@pytest.mark.long
@pytest.mark.parametrize("made", GIVEN, ids=lambda made: made.__name__)
async def test_each_field_is_refused_clearly_or_works(made: type, tmp_path: Path) -> None:
    """Whatever it is given; what is refused is named, with what would do."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(Turn(**_TURN))
        fields = [one.name for one in dataclasses.fields(made)]
        for field, odd in itertools.product(fields, _ODD):
            try:
                value = made(**{**GIVEN[made], field: odd})
            except (InputError, UsageError) as refused:
                assert field in refused.problem, (field, odd, refused)
                assert refused.accepted, (field, odd, refused)
                continue
            try:
                await _use(familiar, value)
            except (InputError, UsageError):
                continue  # as an empty ref, or a moment without an offset
            except Exception as stumbled:
                raise AssertionError((field, odd)) from stumbled


@pytest.mark.parametrize(
    ("made", "field", "options"),
    [
        (Place, "kind", PlaceKind),
        (Turn, "role", Role),
        (Turn, "kind", TurnKind),
        (RecallRequest, "mode", Mode),
        (Contribution, "layer", Layer),
    ],
)
def test_the_text_of_an_enum_is_its_member(made: type, field: str, options: Any) -> None:
    """And a text that is none is answered with those there are."""
    for one in options:
        given, meant = (made(**{**GIVEN[made], field: value}) for value in (one.value, one))
        assert given == meant
        assert getattr(given, field) is one
    with pytest.raises(InputError) as refused:
        made(**{**GIVEN[made], field: "foo"})
    assert all(f'"{one.value}"' in refused.value.accepted for one in options)


def test_no_place_is_private_by_a_misunderstanding() -> None:
    """Nor open by one: a direct message by its word is as private as by its member."""
    assert Place("discord", "42", kind="dm").is_private  # type: ignore[arg-type]
    with pytest.raises(InputError, match="'no'"):
        Place("discord", "42", private="no")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["recall", "conversation", "explain.recall"])
def test_what_is_no_request_is_not_asked(tmp_path: Path, method: str) -> None:
    """A text alone lacks who asks, and where."""
    Familiar.create("ember", home=tmp_path, embedder="none")

    async def run() -> None:
        async with Familiar.open("ember", home=tmp_path) as familiar:
            await attrgetter(method)(familiar)("hello")  # type: ignore[arg-type]

    with pytest.raises(InputError, match="of the type str") as refused:
        asyncio.run(run())
    assert "a RecallRequest" in refused.value.accepted


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


def test_flags_of_a_database_row_are_true_and_false():
    """0 and 1 are taken, and are what every other part of the program has to do with."""
    place = Place("discord", "mods", "lantern", private=1)
    assert place.private is True
    request = RecallRequest("hm", None, place, incognito=0)
    assert request.incognito is False
    assert Place("discord", "42", kind="dm", private=0).private is True
