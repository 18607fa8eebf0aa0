"""The options that every command takes, before its name or after it."""

from __future__ import annotations

import inspect
import shutil
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.completion import complete_familiars
from familiar_memory.interfaces.cli.frame.given import KEPT
from familiar_memory.interfaces.cli.frame.narrow_help import is_narrow, narrow_help

__all__ = ["FamiliarCommand", "ReadingGroup", "SharedGroup", "kept", "params_of"]

_PANEL = "Global options"
_Given = TypeVar("_Given")
_LAID_OUT = ("\b", " ", "- ", "* ", "• ")
"""What a line begins with that stands where it does on purpose."""


def _flowing(text: str | None) -> str | None:
    """A help text whose paragraphs are one line each, to be wrapped at the reader's width.

    typer keeps the line breaks of a docstring, and wraps each of its lines again. Lists, and
    what begins with click's mark for a text to be left alone, keep theirs.
    """
    if text is None:
        return None
    return "\n\n".join(map(_flowing_paragraph, inspect.cleandoc(text).split("\n\n")))


def _flowing_paragraph(paragraph: str) -> str:
    lines = paragraph.split("\n")
    if any(line.startswith(_LAID_OUT) for line in lines):
        return paragraph
    return " ".join(lines)


def kept(*names: str, **settings: Any) -> Any:  # noqa: ANN401 - as typer has it
    """An option that is no parameter of a command: what was given is kept in the context.

    Given after the command wins over given before it; not given says nothing.
    """
    return typer.Option(*names, callback=_keep, expose_value=False, **settings)


def _keep(ctx: typer.Context, param: typer.CallbackParam, value: _Given) -> _Given:
    if value is not None:
        ctx.meta[f"{KEPT}{param.name}"] = value
    return value


def _options(
    home: Annotated[
        str | None,
        kept(
            metavar="FOLDER",
            help="The folder that holds your familiars. Default: $FAMILIAR_HOME, else"
            " ./data/familiars if it exists, else the platform's data folder.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    familiar: Annotated[
        str | None,
        kept(
            "--familiar",
            "-f",
            metavar="ID",
            autocompletion=complete_familiars,
            help="Which familiar to use. Default: $FAMILIAR_ID, or the only one there is.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    json: Annotated[
        bool | None,
        kept(
            "--json",
            help="Print data as JSON on stdout.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    plain: Annotated[
        bool | None,
        kept(
            "--plain",
            help="No colours, frames or progress bars.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    debug: Annotated[
        bool | None,
        kept(
            "--debug",
            envvar="FAMILIAR_MEMORY_DEBUG",
            show_envvar=False,
            help="Show logs and tracebacks (or set FAMILIAR_MEMORY_DEBUG=1).",
            rich_help_panel=_PANEL,
        ),
    ] = None,
) -> None:
    """Only its parameters are used."""


def params_of(options: Callable[..., None]) -> list[Any]:
    """The options of a function as click parameters, a copy each time: a command owns its own."""
    return list(map(copy, _made_of(options)))


@cache
def _made_of(options: Callable[..., None]) -> tuple[Any, ...]:
    # Once a process: the list of commands shows the options of twenty.
    carrier = typer.Typer(add_completion=False)
    carrier.command()(options)
    return tuple(typer.main.get_command(carrier).params)


class _PlainTypes:
    """Help without the names of Python's types: `--json`, not `--json <bool>`."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - as typer has it
        """The parameters, each showing what stands for its value, if anything does."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            param.display_type_rich = _stand_in(param)
        return params


def _stand_in(param: Any) -> Callable[..., str | None]:  # noqa: ANN401 - typer's or click's
    """What an option takes, as its name for it or its choices; an argument is named already."""
    is_named = param.param_type_name == "argument" or getattr(param, "is_flag", False)
    word = None if is_named else param.metavar
    return lambda ctx: word


class FamiliarCommand(_PlainTypes, TyperCommand):
    """A command that takes the shared options too; the rest is typer's."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Add the shared options behind the command's own, and let its help be wrapped once."""
        kwargs["help"] = _flowing(kwargs.get("help"))
        super().__init__(*args, params=[*(params or []), *params_of(_options)], **kwargs)

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as typer has it
        """The help with its examples one under the other."""
        with _examples_below(self):
            if is_narrow():
                typer.echo(narrow_help(self, ctx))
            else:
                super().format_help(ctx, formatter)


@contextmanager
def _examples_below(command: Any) -> Iterator[None]:  # noqa: ANN401 - typer's or click's
    """Print the examples of a command after its help: typer sets them apart, or joins them."""
    epilog, command.epilog = command.epilog, None
    try:
        yield
    finally:
        command.epilog = epilog
    if epilog:
        heading, *examples = epilog.split("\n\n")
        typer.echo("\n   ".join((f" {heading}", *examples)) + "\n")


class SharedGroup(_PlainTypes, TyperGroup):
    """A group that takes the shared options too."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Add the shared options behind the group's own, and let its help be wrapped once."""
        kwargs["help"] = _flowing(kwargs.get("help"))
        super().__init__(*args, params=[*(params or []), *params_of(_options)], **kwargs)

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as typer has it
        """The help, as it fits the terminal."""
        if not is_narrow():
            super().format_help(ctx, formatter)
            return
        typer.echo(narrow_help(self, ctx))
        if self.epilog:
            typer.echo(textwrap.fill(self.epilog, shutil.get_terminal_size().columns))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - as typer has it
        """The names in their order; the commands themselves are not looked at."""
        return list(self.commands)


class ReadingGroup(SharedGroup):
    """A group that answers itself where none of its commands is given."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as typer has it
        """The help with its examples one under the other."""
        with _examples_below(self):
            super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - as typer has it
        """The command that is named; what is none may be what the answer should be about."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            known = (f"commands: {', '.join(self.commands)}",) if self.commands else ()
            raise UsageError(
                f"{ctx.info_name} has no command {args[0]!r}",
                "; ".join((f"--entity {args[0]!r} for what is known of it", *known)),
            )
        return super().resolve_command(ctx, args)
