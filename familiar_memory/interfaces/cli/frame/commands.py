"""Commands by name: each module is imported when its command is run, or listed in the help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import typer

from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, ReadingGroup, SharedGroup

__all__ = ["LazyCommands", "command", "group", "reading_group"]


class LazyCommands(Mapping[str, Any]):
    """The commands of a group, in the order of their table."""

    def __init__(self, table: Mapping[str, str]) -> None:
        """`table` has, for a name, the `module:attribute` of the command."""
        self._table = table
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - typer's or click's, by version
        """Import the command, once."""
        if name not in self._loaded:
            module, _, attribute = self._table[name].partition(":")
            self._loaded[name] = getattr(import_module(module), attribute)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is such a command; nothing is imported."""
        return name in self._table

    def __iter__(self) -> Iterator[str]:
        """The names; nothing is imported."""
        return iter(self._table)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._table)


def command(
    name: str, *examples: str, cls: type[FamiliarCommand] = FamiliarCommand
) -> Callable[[Callable[..., None]], Any]:
    """Make a command of a function; its epilog are lines that can be typed as they stand."""

    def made(function: Callable[..., None]) -> Any:  # noqa: ANN401 - as above
        carrier = typer.Typer(add_completion=False, rich_markup_mode="rich")
        epilog = "\n\n".join(("Examples:", *examples))
        carrier.command(name, cls=cls, epilog=epilog)(function)
        return typer.main.get_command(carrier)

    return made


def reading_group(
    name: str, table: Mapping[str, str], *examples: str
) -> Callable[[Callable[..., None]], Any]:
    """Make a group of a function that answers where no command of the table is given.

    The function looks at `ctx.invoked_subcommand` first: with one, it has nothing to say.
    """

    def made(function: Callable[..., None]) -> Any:  # noqa: ANN401 - as above
        carrier = typer.Typer(
            name=name, cls=ReadingGroup, invoke_without_command=True, rich_markup_mode="rich"
        )
        carrier.callback(epilog="\n\n".join(("Examples:", *examples)))(function)
        group: Any = typer.main.get_group(carrier)
        group.commands = LazyCommands(table)
        return group

    return made


def group(name: str, help: str, table: Mapping[str, str]) -> Any:  # noqa: ANN401 - as typer
    """Make a group of commands, each imported when it is wanted."""
    carrier = typer.Typer(name=name, help=help, cls=SharedGroup, no_args_is_help=True)
    made: Any = typer.main.get_group(carrier)
    made.commands = LazyCommands(table)
    return made
