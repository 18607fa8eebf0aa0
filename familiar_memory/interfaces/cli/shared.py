"""The options that every command takes, before its name or after it."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

__all__ = ["META", "FamiliarCommand", "examples"]

META = "familiar_memory.cli."
"""Prefix of the keys under which the given options are kept in the context's `meta`."""

_PANEL = "Options of every command"


def examples(*lines: str) -> str:
    """The epilog of a command: one to three lines that can be typed as they stand."""
    return "\n\n".join(("Examples:", *lines))


def _keep(
    ctx: typer.Context, param: typer.CallbackParam, value: str | bool | None
) -> str | bool | None:
    # Given after the command wins over given before it; not given says nothing.
    if value is not None:
        ctx.meta[f"{META}{param.name}"] = value
    return value


def _options(
    home: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder of familiars. Default: $FAMILIAR_HOME, ./data/familiars, or the"
            " platform's data folder.",
            callback=_keep,
            expose_value=False,
            rich_help_panel=_PANEL,
        ),
    ] = None,
    familiar: Annotated[
        str | None,
        typer.Option(
            "--familiar",
            "-f",
            metavar="ID",
            help="Which familiar. Default: $FAMILIAR_ID, or the only one there is.",
            callback=_keep,
            expose_value=False,
            rich_help_panel=_PANEL,
        ),
    ] = None,
    json: Annotated[
        bool | None,
        typer.Option(
            "--json",
            help="Data as JSON on stdout.",
            callback=_keep,
            expose_value=False,
            rich_help_panel=_PANEL,
        ),
    ] = None,
    plain: Annotated[
        bool | None,
        typer.Option(
            "--plain",
            help="No colour, no frames, no progress.",
            callback=_keep,
            expose_value=False,
            rich_help_panel=_PANEL,
        ),
    ] = None,
    debug: Annotated[
        bool | None,
        typer.Option(
            "--debug",
            envvar="FAMILIAR_MEMORY_DEBUG",
            show_envvar=False,
            help="Show logs and tracebacks (or set FAMILIAR_MEMORY_DEBUG=1).",
            callback=_keep,
            expose_value=False,
            rich_help_panel=_PANEL,
        ),
    ] = None,
) -> None:
    """Only its parameters are used."""


def _shared_params() -> list[Any]:
    """The options as click parameters, made anew: a command owns its own."""
    carrier = typer.Typer(add_completion=False)
    carrier.command()(_options)
    return list(typer.main.get_command(carrier).params)


class FamiliarCommand(TyperCommand):
    """A command that takes the shared options too; the rest is typer's."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Add the shared options behind the command's own."""
        super().__init__(*args, params=[*(params or []), *_shared_params()], **kwargs)


class SharedGroup(TyperGroup):
    """A group that takes the shared options too."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Add the shared options behind the group's own."""
        super().__init__(*args, params=[*(params or []), *_shared_params()], **kwargs)
