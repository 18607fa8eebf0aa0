"""Commands that the pages show for typing are commands that there are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from building.links import pages_of

from familiar_memory.interfaces.cli.main import app

ROOT = Path(__file__).parents[3]
_FENCE = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`(familiar [a-z][^`\n]*)`")
_CALL = re.compile(r"(?:^|do |-m |`)(familiar (?:-f \S+ )?[a-z][^\n;`]*)")


def shown_commands(text: str) -> Iterator[str]:
    """Each call of `familiar` in a block for a shell, and in code within prose."""
    for block in _FENCE.findall(text):
        yield from _CALL.findall("\n".join(line.split(" #")[0] for line in block.splitlines()))
        yield from _CALL.findall(
            "\n".join(line.split("do ", 1)[1] for line in block.splitlines() if "do " in line)
        )
    yield from _CODE.findall(text)


def unknown_words(call: str) -> list[str]:
    """Commands and options of a call that the program does not have."""
    words = shlex.split(call.replace("…", "x"))[1:]
    command = typer.main.get_command(app)
    known = {name for option in command.params for name in option.opts} | {"--help"}
    strange = []
    for number, word in enumerate(words):
        after_option = number > 0 and words[number - 1] in ("-f", "--home", "--familiar")
        if word.startswith("-") and word != "-":
            options = {name for option in command.params for name in option.opts}
            strange += [] if word in known | options else [word]
        elif (below := getattr(command, "commands", None)) and not after_option:
            if word not in below:
                return [*strange, word]
            command = below[word]
    return strange


PAGES = [path for path in pages_of(ROOT) if path.name not in ("cli.md", "CHANGELOG.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_a_page_shows_can_be_typed(page: Path) -> None:
    """Every command and option of it."""
    shown = list(shown_commands(page.read_text("utf-8")))
    assert {call: strange for call in shown if (strange := unknown_words(call))} == {}


def test_what_cannot_be_typed_is_seen() -> None:
    """A command that there is not, and an option of another one."""
    block = '```sh\nfamiliar serch x\nfor f in *; do familiar import "$f" --place y; done\n```\n'
    text = block + "`familiar log --as-of 3`"
    strange = [word for call in shown_commands(text) for word in unknown_words(call)]
    assert set(strange) == {"serch", "--place", "--as-of"}
