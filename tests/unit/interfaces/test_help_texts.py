"""What the help says is what a person reads: rich makes signs of some words."""

import html
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer.main
from rich._emoji_replace import _emoji_replace
from typer.testing import CliRunner

from familiar_memory.domain.talk.turn_json import _AUTHOR_KEYS, _NAMES, _OPTIONAL, _REQUIRED
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand
from familiar_memory.interfaces.cli.main import app


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    for sub, inner in getattr(command, "commands", {}).items():
        yield from _commands(inner, f"{name} {sub}")


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


@pytest.mark.parametrize(
    "text", [pytest.param(t, id=n) for n, t in _texts(typer.main.get_command(app), "familiar") if t]
)
def test_paragraphs_are_wrapped_once(text: str) -> None:
    """At the reader's width, not at the docstring's too."""
    assert all("\n" not in one for one in text.split("\n\n") if one.lstrip("- ") == one)


def test_no_line_of_a_paragraph_ends_before_it_is_full() -> None:
    """As the terminal shows it, at 80 columns."""
    shown = (
        CliRunner(env={"COLUMNS": "80", "TERM": "dumb"}).invoke(app, ["import", "--help"]).output
    )
    lines = [line.strip() for line in shown.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("Everything is read"))
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    for line, following in itertools.pairwise(lines[start:end]):
        assert len(f"{line} {following.split()[0]}") > 78, shown


def test_lists_stay_as_they_are() -> None:
    """And so does what click is told to leave alone."""
    laid_out = "Some\nwords.\n\n- one\n- two\n\n\b\nas\nit stands"
    command = FamiliarCommand("x", help=laid_out)
    assert command.help == "Some words.\n\n- one\n- two\n\n\b\nas\nit stands"


def test_the_reference_says_what_the_help_says() -> None:
    """It is generated: `make docs` brings it up to date."""
    reference = html.unescape((Path(__file__).parents[3] / "docs" / "cli.md").read_text("utf-8"))
    texts = dict(_texts(typer.main.get_command(app), "familiar"))
    missing = {
        name: text
        for name, text in texts.items()
        if text not in reference and not name.endswith((" help", "completion"))
    }
    assert missing == {}


@pytest.mark.parametrize("command", [["--help"], ["search", "--help"], ["index", "--help"]])
def test_no_type_of_python_is_shown(command: list[str]) -> None:
    """A switch takes nothing, and what an option takes has a name."""
    shown = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"}).invoke(app, command).output
    assert "--json" in shown
    assert not re.search(r"<(?:bool|str|int|path|float)\b|range>|BOOLEAN|INTEGER", shown), shown


def test_every_option_that_takes_something_says_what() -> None:
    """By a word of ours; typer would show a type."""
    lacking = [
        f"{name} {param.name}"
        for name, command in _commands(typer.main.get_command(app), "familiar")
        for param in command.params
        if param.param_type_name == "option"
        and not getattr(param, "is_flag", False)
        and not param.metavar
    ]
    assert lacking == []


def test_examples_stand_one_under_the_other() -> None:
    """They can be copied as they are."""
    shown = CliRunner(env={"COLUMNS": "80", "TERM": "dumb"}).invoke(app, ["init", "--help"]).output
    assert shown.rstrip().endswith(
        "\n Examples:\n"
        "   familiar init ember\n"
        "   familiar init ember --name Ember --timezone Europe/Ljubljana --embedder none"
    )


@pytest.mark.parametrize("columns", [30, 40, 59])
@pytest.mark.parametrize(
    "words",
    [["--help"], ["index", "--help"], ["grep", "--help"], ["search", "--help"], ["help", "export"]],
)
def test_a_narrow_terminal_cuts_no_name_of_an_option(words: list[str], columns: int) -> None:
    """Each stands on a line of its own, with what it does below it."""
    wide = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"}).invoke(app, words).output
    ran = CliRunner(env={"COLUMNS": str(columns), "TERM": "dumb"}).invoke(app, words)
    body, _, examples = ran.output.partition("Examples:")
    assert ran.exit_code == 0
    assert max(map(len, body.splitlines())) <= columns
    assert set(re.findall(r"--[a-z-]+", wide)) <= set(re.findall(r"--[a-z-]+", ran.output))
    assert ("Examples:" in wide) == bool(examples)
    assert "required" in ran.output or "required" not in wide
    assert "[default: 10]" in " ".join(body.split()) or "[default: 10]" not in wide


def test_the_help_of_record_names_every_key() -> None:
    """Those of a line that is recorded, `kind` too."""
    said = dict(_texts(typer.main.get_command(app), "familiar"))["familiar record"]
    keys = {*_REQUIRED, *_OPTIONAL, *_NAMES, *_AUTHOR_KEYS, "automated"}
    assert sorted(key for key in keys if not re.search(rf"\b{key}\b", said)) == []
