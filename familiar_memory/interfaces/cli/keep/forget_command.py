"""`familiar forget`: a person, a topic, a message, a place or a time, for good."""

from __future__ import annotations

import shlex
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import YesOption

__all__ = ["forget"]

_NOTHING = 1
_LEFT = 3
_TICK = timedelta(microseconds=1)


class _Forget(FamiliarCommand):
    """Takes a bare name, to say what is meant by it: what goes for good is not guessed."""

    allow_extra_args = True


@command(
    "forget",
    "familiar forget --person Rowan --dry-run",
    "familiar forget --person discord:284619350177841152 --never-again",
    "familiar forget --topic Gladys",
    "familiar forget --record discord-lantern.tavern/t1008",
    "familiar forget --place '#tavern' --since 2026-02-03 --until 2026-02-04",
    cls=_Forget,
)
def forget(
    ctx: typer.Context,
    person: Annotated[
        str | None,
        typer.Option("--person", metavar="WHO", help="A name, slug, id (discord:42) or note."),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option("--topic", metavar="NAME", help="A topic, and every message that names it."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            "--record",
            metavar="LINE|REF",
            help="A line (path#^id or path:number) or a message (its ref, or PLACE/REF).",
        ),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option("--place", metavar="PLACE", help="All that was said in a place."),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="WHEN", help="Only what was said from then on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="WHEN", help="Only what was said up to then.")
    ] = None,
    never_again: Annotated[
        bool,
        typer.Option("--never-again", help="Also refuse whatever this person says from now on."),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show every line that would go; change nothing.")
    ] = False,
    yes: YesOption = False,
    again: Annotated[
        bool,
        typer.Option("--again", help="Finish what an earlier call began, or could not reach."),
    ] = False,
    refused: Annotated[
        bool, typer.Option("--list", help="Show how many people are refused, and since when.")
    ] = False,
    allow: Annotated[
        str | None,
        typer.Option("--allow", metavar="ID", help="Let somebody be kept again: discord:42."),
    ] = None,
) -> None:
    """Forget something for good: in notes and their past, messages, index and logs.

    There is no undo. Every line that goes is shown first, also those that people wrote. Afterwards
    every byte of the familiar's folder is searched; if anything is left, the exit code is 3.
    """
    from familiar_memory.inspection.wanted.request import ForgetRequest
    from familiar_memory.interfaces.cli.keep.forget_view import (
        show_forgotten,
        show_losses,
        show_refused,
    )
    from familiar_memory.interfaces.json_values.forgetting import (
        forget_plan_json,
        forgotten_json,
        refused_json,
    )

    if ctx.args:
        given = shlex.join([" ".join(ctx.args)])
        raise UsageError(
            f"{given}: a person, a topic, a record or a place?",
            f"--person {given}, --topic {given}, --record {given} or --place {given}",
        )
    run = Run(ctx)
    out = run.out
    asked = [person, topic, record, place, since, until]
    modes = [again, refused, allow is not None, any(one is not None for one in asked)]
    if sum(modes) > 1:
        raise UsageError(
            "--again, --list and --allow go by themselves",
            "one of them, or what is to be forgotten",
        )

    def request_of(opened: Opened) -> ForgetRequest:
        return ForgetRequest(
            person, topic, record, place, _moment(opened, since), _moment(opened, until, end=True)
        )

    async def work(opened: Opened) -> int:
        forgetting = opened.familiar.forgetting
        if refused:
            run.tell(await forgetting.refused(), show_refused, refused_json)
            return 0
        if allow is not None:
            is_allowed = await forgetting.allow(allow)
            out.notice(f"{allow} is kept again" if is_allowed else f"{allow} was not refused")
            return 0 if is_allowed else _NOTHING
        if again:
            with out.progress("forgetting") as progress:
                ended = await forgetting.resume(progress)
            if ended is None:
                out.notice("nothing was begun that is not ended")
                return _NOTHING
            run.tell(ended, show_forgotten, forgotten_json)
            return 0 if ended.is_gone else _LEFT
        request = request_of(opened)
        with out.progress("looking") as progress:
            plan = await forgetting.plan(request, progress)
        if dry_run or not out.is_json:
            run.tell(plan, partial(show_losses, dry_run=dry_run), forget_plan_json)
        if dry_run:
            return _NOTHING if plan.is_empty else 0
        if plan.is_empty and not never_again:
            if out.is_json:
                out.json(forget_plan_json(plan))
            return _NOTHING
        if not yes and not run.is_agreed("Forget all of it? It cannot be undone."):
            return _NOTHING
        with out.progress("forgetting") as progress:
            done = await forgetting.forget(request, never_again=never_again, progress=progress)
        run.tell(done, show_forgotten, forgotten_json)
        return 0 if done.is_gone else _LEFT

    if code := run.do(work, settled=not (refused or allow is not None or again)):
        raise typer.Exit(code)


def _moment(opened: Opened, given: str | None, *, end: bool = False) -> datetime | None:
    from familiar_memory.interfaces.cli.frame.moments import read_moment

    if given is None:
        return None
    zone, now = opened.parts.setup.settings.zone, opened.familiar.now()
    moment = read_moment(given, zone, now, at_end=end)
    return moment + _TICK if end else moment
