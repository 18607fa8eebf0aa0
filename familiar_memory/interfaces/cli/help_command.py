"""`familiar help`: the help of a command, by its name."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command

__all__ = ["help_"]


@command("help", "familiar help", "familiar help search", "familiar help index verify")
def help_(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="Which command. Default: list all of them."),
    ] = None,
) -> None:
    """Show the help of a command, as `familiar COMMAND --help` does."""
    here: Any = ctx.find_root()
    for name in names or ():
        here = _below(here, name)
    typer.echo(here.get_help())


def _below(group: Any, name: str) -> Any:  # noqa: ANN401 - typer's or click's context, by version
    """The context of a command of a group.

    Raises:
        UsageError: the group has none of that name; it lists those that it has.
    """
    known = list(getattr(group.command, "commands", ()))
    found = group.command.get_command(group, name) if name in known else None
    if found is None:
        of = "" if group.parent is None else f" of `{group.command_path}`"
        raise UsageError(
            f"there is no command {name!r}{of}",
            f"one of {', '.join(known)}" if known else f"`{group.command_path}` has no commands",
        )
    return type(group)(found, info_name=name, parent=group)
