"""`familiar recall`: the context that a bot would get before it replies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.domain.question.mode import Mode
from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.ask.asking import (
    AskingCommand,
    lacks_beside,
    request_of,
    say_why_not,
)
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import RecallRequest

__all__ = ["recall"]

_NOTHING = 1


@command(
    "recall",
    'familiar recall "how is the thesis going?" --place discord-lantern.tavern --author discord-42',
    'familiar recall "what did we decide?" --explain',
    'familiar recall "what did we decide?" --why-not "we meet on Fridays"',
    'familiar recall "what is Bex allergic to?" --as-of 2026-02-10',
    'familiar recall "the thesis" --entity discord-42 --since 2026-02-01 --profile recent',
    cls=AskingCommand,
)
def recall(
    ctx: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What was just said.")],
    author: Annotated[
        str | None,
        typer.Option(metavar="WHO", help="Who is speaking: a name, slug or platform:id."),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Where it was said, by label or slug: only what may be shown there."
            " Default: as the owner.",
        ),
    ] = None,
    mode: Annotated[
        Mode, typer.Option(metavar="full_rp|text|voice", help="How the reply will be given.")
    ] = Mode.TEXT,
    budget: Annotated[
        int | None, typer.Option(min=1, metavar="TOKENS", help="The size of the whole context.")
    ] = None,
    history: Annotated[
        bool,
        typer.Option(
            "--history", help="Also include the room's recent messages that matter. Needs --place."
        ),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also explain why each passage is or is not included.")
    ] = False,
    why_not: Annotated[
        str | None,
        typer.Option(
            "--why-not",
            metavar="TEXT|PATH[:LINE]|REF",
            help="Instead of the context, explain why this passage is not in it.",
        ),
    ] = None,
    no_log: Annotated[
        bool, typer.Option("--no-log", help="Leave no trace in the recall log.")
    ] = False,
) -> None:
    """Print what a bot should know before it replies: the prompt block.

    Exit code 1 when memory has nothing to say.

    --explain and --why-not are for you, the owner: they also list what --place may not see.
    """
    from familiar_memory.interfaces.cli.ask.context_view import Recalled, show_context
    from familiar_memory.interfaces.json_values.answers import context_json

    run = Run(ctx)
    if history and place is None:
        raise UsageError("--history needs a room", "--place SLUG")

    def asked(opened: Opened) -> RecallRequest:
        request = request_of(ctx, opened, question, author, place)
        return replace(request, mode=mode, budget=budget, log=not no_log)

    if why_not is not None:
        say_why_not(run, why_not, asked)
        return

    async def work(opened: Opened) -> Recalled:
        request, familiar = asked(opened), opened.familiar
        context = await familiar.recall(request)
        talk = await familiar.conversation(request) if history else None
        why = await familiar.explain.recall(request) if explain else None
        reasons = (*context.trace.degraded, *(talk.trace.degraded if talk else ()))
        return Recalled(context, talk, why, lacks_beside(opened, reasons))

    found = run.do(work, settled=True)
    run.tell(found, show_context, lambda one: context_json(one.context, one.talk, one.explained))
    if not found.context.contributions and (found.talk is None or not found.talk.messages):
        raise typer.Exit(_NOTHING)
