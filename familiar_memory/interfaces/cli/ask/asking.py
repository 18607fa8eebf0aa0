"""What `search` and `recall` share: which passages are looked at, as of when, how weighed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.given import given
from familiar_memory.interfaces.cli.frame.moments import read_moment
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, kept, params_of
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import RecallRequest

__all__ = ["AskingCommand", "lacks_beside", "request_of", "say_why_not"]

_NOTHING = 1
_BEFORE = "explain"
"""The options stand before this one in the help."""


def _options(
    kind: Annotated[
        str | None,
        kept("--type", metavar="TYPE", help="Only semantic, episodic or procedural memories."),
    ] = None,
    tag: Annotated[
        list[str] | None,
        kept("--tag", metavar="TAG", help="Only memories with this tag; repeatable."),
    ] = None,
    topic: Annotated[
        str | None,
        kept("--topic", metavar="TOPIC", help="Only this topic, and memories without one: work, …"),
    ] = None,
    entity: Annotated[
        str | None,
        kept(
            "--entity",
            metavar="WHO",
            help="Only the note about this person or subject, facts about them and links to"
            " them: a slug, platform:id, path or name.",
        ),
    ] = None,
    since: Annotated[
        str | None,
        kept("--since", metavar="WHEN", help="Only what was said or learned since then."),
    ] = None,
    as_of: Annotated[
        str | None,
        kept(
            "--as-of",
            metavar="WHEN",
            help="What was known and true then (a day, month or year: its end).",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        kept(
            "--profile",
            metavar="NAME",
            help="Ranking profile: default, recent, related, memory_search.",
        ),
    ] = None,
    weight: Annotated[
        list[str] | None,
        kept(
            "--weight",
            metavar="NAME=X",
            help="Change the weight of one signal, such as recency=0.3.",
        ),
    ] = None,
) -> None:
    """Only its parameters are used."""


class AskingCommand(FamiliarCommand):
    """A command that takes these options too, and then the shared ones."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Put the options where the help shows them."""
        own = [*(params or [])]
        at = next(number for number, param in enumerate(own) if param.name == _BEFORE)
        super().__init__(*args, params=[*own[:at], *params_of(_options), *own[at:]], **kwargs)


def request_of(
    ctx: typer.Context, opened: Opened, question: str, author: str | None, place: str | None
) -> RecallRequest:
    """What is asked; a day given to `--as-of` means its end.

    Raises:
        UsageError: it says which option cannot be, and what would be accepted.
    """
    from familiar_memory.domain.question.context import RecallRequest
    from familiar_memory.domain.question.filters import RecallFilters
    from familiar_memory.inspection.room_labels import noted_labels
    from familiar_memory.inspection.who_where import read_place, speaker_of

    parts = opened.parts
    where = read_place(parts.files.history, place, lambda: noted_labels(parts))
    who = speaker_of(parts.files.history, parts.files.register, author, where)
    zone, now = parts.setup.settings.zone, parts.setup.clock.now()
    since, as_of = given(ctx, "since"), given(ctx, "as_of")
    return RecallRequest(
        question,
        who,
        where,
        filters=RecallFilters(
            type=given(ctx, "kind"),
            tags=tuple(given(ctx, "tag") or ()),
            topic=given(ctx, "topic"),
            entity=_entity(opened, given(ctx, "entity")),
            since=None if since is None else _in(zone, read_moment(since, zone, now)),
        ),
        as_of=None if as_of is None else _in(zone, read_moment(as_of, zone, now, at_end=True)),
        profile=given(ctx, "profile"),
        weights=dict(_weight(one) for one in given(ctx, "weight") or ()),
    )


def say_why_not(
    run: Run,
    target: str,
    request: Callable[[Opened], RecallRequest],
    search_limit: int | None = None,
) -> None:
    """Instead of an answer, say why a passage is not in it; exit code 1 when none is meant."""
    from familiar_memory.interfaces.cli.ask.why_not_view import show_why_not
    from familiar_memory.interfaces.json_values.answers import why_not_json
    from familiar_memory.recall.explain.absence import WhyNotReport

    async def reason(opened: Opened) -> WhyNotReport:
        return await opened.familiar.explain.why_not(
            target, request(opened), search_limit=search_limit
        )

    report = run.do(reason, settled=True)
    run.tell(report, show_why_not, why_not_json)
    if not report.answers:
        run.out.notice(f"nothing matches {target!r}: no turn, no note, no text")
        raise typer.Exit(_NOTHING)


def lacks_beside(opened: Opened, reasons: tuple[str, ...]) -> list[str]:
    """Why an answer may be incomplete, without what is no lack: that nothing can be written."""
    known = opened.parts.files.read_only
    return [reason for reason in reasons if reason and reason != known]


def _entity(opened: Opened, named: str | None) -> str | None:
    """Whom a filter is about; a note is known by its key, whatever its file is called."""
    from familiar_memory.inspection.named import named_place

    if named is None or not ("/" in named or named.endswith(".md")):
        return named
    parts = opened.parts
    path = named_place(parts, named)
    return parts.files.register.key_of(path) if parts.store.exists(path) else named


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
    raise UsageError(f"{given!r} is not a weight", "NAME=NUMBER, such as recency=0.3")
