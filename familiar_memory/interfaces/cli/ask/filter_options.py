"""The options that `search` and `recall` share: what is looked at, as of when, how weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.moments import read_moment

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar

__all__ = [
    "AsOf",
    "Asked",
    "EntityOption",
    "ProfileOption",
    "SinceOption",
    "TagOption",
    "TopicOption",
    "TypeOption",
    "WeightOption",
    "read_asked",
]

TypeOption = Annotated[
    str | None,
    typer.Option("--type", metavar="TYPE", help="Only semantic, episodic or procedural memories."),
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="TAG", help="Only what bears this tag; again for further ones."),
]
TopicOption = Annotated[
    str | None,
    typer.Option("--topic", metavar="TOPIC", help="Only this topic, and what has none: work, …"),
]
EntityOption = Annotated[
    str | None,
    typer.Option(
        "--entity",
        metavar="WHO",
        help="Only the note of this person or subject, facts of it and links to it:"
        " slug, platform:id, path or name.",
    ),
]
SinceOption = Annotated[
    str | None,
    typer.Option("--since", metavar="WHEN", help="Only what was said or learned from then on."),
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="WHEN", help="Answer from what was known then, and held then."),
]
ProfileOption = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="How passages are weighed: default, recent, related, memory_search.",
    ),
]
WeightOption = Annotated[
    list[str] | None,
    typer.Option(
        "--weight", metavar="NAME=X", help="Another weight for one signal, such as recency=0.3."
    ),
]


@dataclass(frozen=True, slots=True)
class Asked:
    """The options as values."""

    filters: RecallFilters
    as_of: datetime | None
    profile: str | None
    weights: dict[str, float]


def read_asked(
    familiar: Familiar,
    *,
    kind: str | None,
    tags: Sequence[str] | None,
    topic: str | None,
    entity: str | None,
    since: str | None,
    as_of: str | None,
    profile: str | None,
    weights: Sequence[str] | None,
) -> Asked:
    """Read the options; a day given to `--as-of` means its end.

    Raises:
        UsageError: it says which one cannot be, and what would be accepted.
    """
    zone, now = familiar.parts.settings.zone, familiar.now()
    return Asked(
        RecallFilters(
            type=kind,
            tags=tuple(tags or ()),
            topic=topic,
            entity=entity,
            since=None if since is None else _in(zone, read_moment(since, zone, now)),
        ),
        None if as_of is None else _in(zone, read_moment(as_of, zone, now, at_end=True)),
        profile,
        dict(_weight(one) for one in weights or ()),
    )


def _in(zone: tzinfo, moment: datetime) -> datetime:
    """The same moment as whoever has typed it reads it in an answer."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def _weight(given: str) -> tuple[str, float]:
    name, separator, number = given.partition("=")
    try:
        if separator:
            return name.strip(), float(number)
    except ValueError:
        pass
    raise UsageError(f"{given!r} is no weight", "NAME=NUMBER, such as recency=0.3")
