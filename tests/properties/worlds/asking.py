"""Everything that a viewer can be told in answer to one question, to the last string."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta

from familiar_memory.domain.question.context import Contribution, Layer, RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import FamiliarError
from familiar_memory.familiar import Familiar
from worlds.values import FIRST, NOW, Question

__all__ = ["WAYS", "Answers", "answers", "differences", "told_by_search"]

_ENTITIES = ("thesis", "discord-7", "discord:42", "Mary", "Zoë")
_FILTERS = (
    RecallFilters(type="semantic"),
    RecallFilters(type="procedural"),
    RecallFilters(tags=("tea",)),
    RecallFilters(topic="finance"),
    RecallFilters(since=FIRST),
    *(RecallFilters(entity=name) for name in _ENTITIES),
)
WAYS: tuple[dict[str, object], ...] = (
    *({"filters": one} for one in _FILTERS),
    {"profile": "recent"},
    {"profile": "memory_search", "weights": {"threshold": 0.1, "graph": 0.5}},
    {"weights": {"graph": 1.0, "diversity": 0.5, "threshold": 0.0}},
)
"""Ways to ask beside the plain one."""

Answers = dict[str, object]
_LINE = re.compile(r"(\.md):\d+")
_BLANK_LINES = re.compile(r"\n{3,}")
"""A section that may not be seen goes with its blank lines; they tell nothing."""
_EXTRA = Contribution(Layer.CONTENT, "caller", "The kettle is warm.", 50, "kettle")


async def told_by_search(
    familiar: Familiar, question: Question, limit: int = 10, **how: object
) -> set[object]:
    """Which words of which note or turn a search tells."""
    found = await familiar.search(
        RecallRequest(question.text, place=question.place, author=_author(question), **how),
        limit=limit,
    )
    return {(hit.path, hit.text, hit.audience, *hit.refs) for hit in found.hits}


async def answers(
    familiar: Familiar, question: Question, moments: list[datetime], *, has_written: bool
) -> Answers:
    """Search in several ways, recall, the recent talk: all that is in the answers.

    Where the writer has run, hidden lines stand between visible ones: then the numbers of
    lines are left out.
    """
    author = _author(question)
    place = question.place
    found: Answers = {}

    async def note(name: str, ask: Callable[[], Awaitable[object]]) -> None:
        try:
            found[name] = _plain(await ask(), has_written)
        except FamiliarError as problem:
            found[name] = f"{type(problem).__name__}: {problem}"

    as_of = None
    if question.as_of is not None:
        as_of = moments[question.as_of % len(moments)] + timedelta(minutes=10)
    ways = [{}, *(WAYS[number % len(WAYS)] for number in question.ways)]
    if as_of is not None:
        ways.append({"as_of": as_of})
    # A search has readers in a room; only a recall can be for nobody in particular.
    for how in () if question.is_broadcast else ways:
        await note(
            f"search {how}",
            lambda how=how: familiar.search(
                RecallRequest(question.text, place=place, author=author, **how)
            ),
        )
    if not question.is_broadcast:
        viewer = {"place": place, "author": author}
        knows = familiar.knowledge
        await note("facts", lambda: knows.facts(as_of=as_of, include_retired=True, **viewer))
        for name in _ENTITIES:
            await note(f"timeline {name}", lambda name=name: knows.timeline(name, **viewer))
            await note(f"graph {name}", lambda name=name: knows.graph(name, depth=3, **viewer))
            await note(f"links {name}", lambda name=name: familiar.links.follow(name, 3, **viewer))
            await note(f"back {name}", lambda name=name: familiar.links.back(name, **viewer))
        await note("entities", lambda: knows.entities(as_of=as_of, **viewer))
    request = RecallRequest(
        question.text,
        author,
        place,
        pending_turns=_pending(question, author),
        mode=question.mode,
        budget=question.budget,
        extra=(_EXTRA,) if question.extra else (),
        as_of=as_of,
        is_broadcast=question.is_broadcast,
    )

    async def recall() -> object:
        context = await familiar.recall(request)
        return context.render(), context.contributions, context.trace, context.injections

    await note("recall", recall)
    if not question.is_broadcast:
        await note("conversation", lambda: familiar.conversation(request))
    return found


def differences(got: Answers, expected: Answers) -> dict[str, list[tuple[object, object]]]:
    """What is not the same, answer by answer and part by part."""
    return {
        name: [pair for pair in _pairs(got.get(name), expected.get(name)) if pair[0] != pair[1]]
        for name in got | expected
        if got.get(name) != expected.get(name)
    }


def _pairs(one: object, other: object) -> list[tuple[object, object]]:
    if isinstance(one, dict) and isinstance(other, dict):
        return [pair for key in one | other for pair in _pairs(one.get(key), other.get(key))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [pair for both in zip(one, other, strict=True) for pair in _pairs(*both)]
    return [(one, other)]


def _author(question: Question) -> Author:
    return Author("discord", question.user, "Somebody")


def _pending(question: Question, author: Author) -> tuple[Turn, ...]:
    if not question.pending:
        return ()
    reply_to = None if question.reply_to is None else str(question.reply_to)
    return (Turn("now", NOW, question.place, author, question.pending, reply_to=reply_to),)


def _plain(value: object, has_written: bool) -> object:
    """Values all the way down; how long something took is nobody's secret."""
    if is_dataclass(value) and not isinstance(value, type):
        left_out = {"timings_ms", *(("line", "id") if has_written else ())}
        return {
            one.name: _plain(getattr(value, one.name), has_written)
            for one in fields(value)
            # What a value itself does not compare is how it came about, not what it tells.
            if one.compare and one.name not in left_out
        }
    if isinstance(value, dict):
        return {str(key): _plain(one, has_written) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one, has_written) for one in value]
    if isinstance(value, str):
        told = _BLANK_LINES.sub("\n\n", value)
        return _LINE.sub(r"\1:_", told) if has_written else told
    return value if isinstance(value, int | float | None) else repr(value)
