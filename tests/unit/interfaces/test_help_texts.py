"""What the help says is what a person reads: rich makes signs of some words."""

from collections.abc import Iterator

import click
import pytest
import typer.main
from rich._emoji_replace import _emoji_replace

from familiar_memory.interfaces.cli.main import app


def _texts(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    yield name, command.help or ""
    for param in command.params:
        yield f"{name} {param.name}", getattr(param, "help", None) or ""
    for sub, inner in getattr(command, "commands", {}).items():
        yield from _texts(inner, f"{name} {sub}")


@pytest.mark.parametrize(
    "text", [pytest.param(t, id=n) for n, t in _texts(typer.main.get_command(app), "familiar") if t]
)
def test_no_word_of_the_help_becomes_an_emoji(text: str) -> None:
    """`platform:id: …` had one."""
    assert _emoji_replace(text) == text
