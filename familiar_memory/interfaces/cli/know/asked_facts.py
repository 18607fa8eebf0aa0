"""What `facts`, `timeline` and `graph` share: who reads the answer, as of when, how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

import typer

from familiar_memory.domain.memory.partial_date import in_zone
from familiar_memory.inspection.near_names import near_names
from familiar_memory.inspection.room_labels import labels_of, noted_labels
from familiar_memory.inspection.who_where import read_place, speaker_of
from familiar_memory.interfaces.cli.frame.moments import read_moment
from familiar_memory.interfaces.json_values.knowledge import facts_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from familiar_memory.domain.talk.identity import Author
    from familiar_memory.domain.talk.place import Place
    from familiar_memory.inspection.knowledge.fact import FactAnswer
    from familiar_memory.interfaces.cli.frame.opened import Opened
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.interfaces.cli.frame.run import Run

__all__ = [
    "AskedAs",
    "Reader",
    "labels_in",
    "names_like",
    "reader_of",
    "tell_facts",
    "tell_known",
]

_NOTHING = 1

_READ = 5_000


class _Answer(Protocol):
    @property
    def degraded(self) -> str | None:
        """What had to be left out; None = nothing."""


_Known = TypeVar("_Known", bound=_Answer)


@dataclass(frozen=True, slots=True)
class AskedAs:
    """The options, as they were given."""

    place: str | None
    author: str | None
    as_of: str | None


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom facts are told, and by which moment they are judged; None = now."""

    place: Place | None
    author: Author | None
    as_of: datetime | None


def reader_of(opened: Opened, asked: AskedAs) -> Reader:
    """For whom they ask; a day means its end.

    Raises:
        UsageError: it says which cannot be, and what would be accepted.
    """
    parts = opened.parts
    where = read_place(parts.files.history, asked.place, lambda: noted_labels(parts))
    who = speaker_of(parts.files.history, parts.files.register, asked.author, where)
    zone, now = parts.setup.settings.zone, parts.setup.clock.now()
    moment = None if asked.as_of is None else read_moment(asked.as_of, zone, now, at_end=True)
    return Reader(where, who, None if moment is None else in_zone(moment, zone))


def labels_in(opened: Opened) -> Mapping[str, str]:
    """What rooms are called, by slug."""
    return labels_of(opened.parts.files.history.places())


async def names_like(opened: Opened, name: str, reader: Reader) -> str:
    """Names that may have been meant by one of which nothing is known, to add to that notice.

    They are names that the reader may know; "" where none is like it.
    """
    known = await opened.familiar.knowledge.entities(
        place=reader.place, author=reader.author, limit=_READ
    )
    near = near_names(name, (entity.name for entity in known.entities))
    return f"; perhaps: {', '.join(near)}" if near else ""


def tell_facts(
    run: Run,
    entity: str | None,
    asked: AskedAs,
    ask: Callable[[Opened, Reader], Awaitable[FactAnswer]],
    show: Callable[[FactAnswer, Output, Mapping[str, str]], object],
    nothing: str,
    of_another_time: str,
) -> None:
    """Ask for facts, and print them; `nothing` is said where none is known.

    `of_another_time` goes behind it where some are known that are left out for their time.

    Raises:
        Exit: with 1 where none is known.
    """

    async def work(opened: Opened) -> tuple[FactAnswer, Mapping[str, str], str]:
        reader = reader_of(opened, asked)
        answer = await ask(opened, reader)
        is_unknown = entity is not None and not answer.facts
        like = await names_like(opened, entity or "", reader) if is_unknown else ""
        return answer, labels_in(opened), like

    answer, rooms, like = run.do(work, settled=True)
    more = f" {of_another_time} ({answer.passed_over})" if answer.passed_over else ""
    said = None if answer.facts else f"{nothing}{more}{like}"
    tell_known(run, answer, lambda told, out: show(told, out, rooms), facts_json, said)


def tell_known(
    run: Run,
    answer: _Known,
    show: Callable[[_Known, Output], object],
    to_json: Callable[[_Known], object],
    nothing: str | None,
) -> None:
    """Print an answer and what it lacks; `nothing` is said in its place (None: something is known).

    Raises:
        Exit: with 1 where nothing is known.
    """
    if nothing is None or run.out.is_json:
        run.tell(answer, show, to_json)
    if answer.degraded:
        run.out.notice(f"the answer may be incomplete: {answer.degraded}", "yellow")
    if nothing is not None:
        run.out.notice(nothing)
        raise typer.Exit(_NOTHING)
