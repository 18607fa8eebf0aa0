"""The familiar that is asked: the demo's talk, written up, and a few people more."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from familiar_memory import Author, Familiar, Place, Turn
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.interfaces.cli.demo.story import sample_chat

__all__ = ["KnownQuestion", "known_questions", "live_through", "ordinary_questions", "request_of"]

_DATA = Path(__file__).with_name("asked.toml")
_PLACE = Place("discord", "tavern", "lantern")
_PLATFORM = "discord"
_SAID = datetime(2026, 3, 2, 18, tzinfo=UTC)
_MINUTES = 3
_ASKED = datetime(2026, 3, 5, 18, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """A question, and the text of the line that answers it.

    `not_` is a line that has been corrected or replaced. `asker` is the name of who asks, in
    the tavern; without one the owner does. `after` is what was said just before.
    """

    half: str
    kind: str
    ask: str
    says: str
    not_: str | None = None
    asker: str | None = None
    after: str | None = None


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(_DATA.read_text("utf-8"))


def known_questions() -> tuple[KnownQuestion, ...]:
    """The questions whose answer is a fact, in the order in which they are written."""
    return tuple(
        KnownQuestion(**{{"not": "not_"}.get(name, name): value for name, value in one.items()})
        for one in _data()["questions"]
    )


def ordinary_questions() -> Mapping[str, str]:
    """Questions for what was said, with the ref of the turn that answers."""
    found: Mapping[str, str] = _data()["ordinary"]
    return found


async def live_through(familiar: Familiar) -> None:
    """Let an open familiar hear the demo and write it up, then the talk and notes of the others."""
    lines = sample_chat().read_bytes().splitlines()
    await familiar.record_many([Turn.from_json(orjson.loads(line)) for line in lines])
    await familiar.write()
    people = {one["id"]: one for one in _data()["people"]}
    await familiar.record_many(
        Turn(
            ref,
            _SAID + timedelta(minutes=_MINUTES * number),
            _PLACE,
            Author(_PLATFORM, who, people[who]["name"]),
            text,
        )
        for number, (ref, (who, text)) in enumerate(_data()["talk"].items())
    )
    for who, one in people.items():
        path = familiar.store.root / "people" / f"{_PLATFORM}-{who}.md"
        path.write_bytes(_note(who, one).encode())
    await familiar.settle()


def request_of(one: KnownQuestion) -> RecallRequest:
    """How the question is put."""
    if one.asker is not None:
        author, place = _askers()[one.asker]
        return RecallRequest(one.ask, author, place)
    pending: tuple[Turn, ...] = ()
    if one.after is not None:
        said = Turn("now", _ASKED, _PLACE, Author(_PLATFORM, "wren", "Wren"), one.after)
        pending = (said,)
    return RecallRequest(one.ask, pending_turns=pending)


@cache
def _askers() -> Mapping[str, tuple[Author, Place]]:
    """Who speaks in the demo, by name, with the place in which they spoke last, in the open."""
    found: dict[str, tuple[Author, Place]] = {}
    for line in sample_chat().read_bytes().splitlines():
        turn = Turn.from_json(orjson.loads(line))
        if turn.author is not None and "dm" not in turn.place.slug:
            found[turn.author.label] = (turn.author, turn.place)
    return found


def _note(who: str, one: Mapping[str, Any]) -> str:
    names = ["", "## Aliases", "", *(f"- {name}" for name in one["aliases"])]
    facts = ["", "## Facts", "", *(f"- {_cited(who, line)}" for line in one["lines"])]
    return "\n".join([f"# {one['name']}", *(names if one["aliases"] else ()), *facts, ""])


def _cited(who: str, line: str) -> str:
    """A line with the speaker and place of the turn it cites, which every line of one has."""
    if "ref:" not in line:
        return line
    head, _, ref = line.partition("ref:")
    number, bracket, tail = ref.partition(")")
    return f"{head}ref:{number}, by:{_PLATFORM}-{who}, in:{_PLACE.slug}{bracket}{tail}"
