"""`familiar chat`: talk to a familiar in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["chat"]

_PARTIAL = 3


@command(
    "chat",
    "familiar chat",
    "familiar chat --as Mira --place kitchen",
    "familiar chat --incognito",
    "echo 'where do I live?' | familiar chat --json",
)
def chat(
    ctx: typer.Context,
    speaker: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="WHO",
            help="Who you are: a name, slug or platform:id. A name that is not known is a new"
            " person. Default: whoever is logged in here.",
        ),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Where you talk, by label or slug. A label that is not known is a new private"
            " room. Default: a private conversation with you.",
        ),
    ] = None,
    incognito: Annotated[
        bool, typer.Option("--incognito", help="Keep nothing, and read nothing of memory.")
    ] = False,
    no_write: Annotated[
        bool,
        typer.Option("--no-write", help="Record only: `familiar write` makes notes of it later."),
    ] = False,
) -> None:
    """Talk to a familiar: it records, recalls, replies, and writes up what it learns.

    Replies come from the model of the slot `reply` in the settings; without one they quote what is
    remembered. Each shows what was recalled. /help lists the commands; Ctrl-D or /end ends the
    chat, and shows what was learned.

    Where stdin is no terminal, each line is a message, and stdout has the replies alone; with
    --json one object a line for each exchange, with what was recalled and learned, and one for
    the end. Exit code 3 when what was said could not be written up.
    """
    from familiar_memory.interfaces.cli.chat.chatting import Wishes, hold_chat

    run = Run(ctx)
    end = hold_chat(run, Wishes(speaker, place, is_incognito=incognito, writes=not no_write))
    if end.problem:
        raise typer.Exit(_PARTIAL)
