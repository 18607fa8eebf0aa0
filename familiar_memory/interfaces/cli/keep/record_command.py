"""`familiar record`: keep turns as they are said."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.transfer.importer import TurnItem

__all__ = ["record"]

_STDIN = "-"


class _TurnLines:
    """Turns as JSON lines, from a file or from what was read from stdin."""

    name = "turns"
    describe = "turns as JSON lines"

    def __init__(self, label: str) -> None:
        self._label = label

    def detect(self, path: Path) -> bool:
        """It was asked for by name."""
        return path.is_file()

    def read(self, path: Path) -> Iterator[TurnItem]:
        """Every turn in order, all checked first."""
        from familiar_memory.transfer.reading.turn_lines import read_turn_lines

        return read_turn_lines(path, self._label)


@command(
    "record",
    "familiar record chat.jsonl",
    "my-bot --log | familiar record -",
)
def record(
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE|-", help="One JSON object per line; - reads stdin."),
    ] = None,
    jsonl: Annotated[
        str | None, typer.Option("--jsonl", metavar="FILE|-", help="The same, as an option.")
    ] = None,
) -> None:
    """Record messages: JSON lines from a file or from stdin.

    Recording a turn again changes nothing, or amends it. All lines are checked first: if one
    is malformed, it is reported and nothing is recorded. Keys: ref, timestamp (with offset),
    channel, author (platform, user_id, display_name; optional: username, aliases), text;
    optional: role, guild, private, place_kind, channel_name, guild_name, reply_to, edited,
    deleted, kind (automated: by a timer or a job, not by a person), silent, actions, incognito.
    """
    from familiar_memory.interfaces.cli.keep.import_view import show_import
    from familiar_memory.interfaces.cli.keep.importing import import_into
    from familiar_memory.interfaces.json_values.reports import turns_json

    run = Run(ctx)
    with _spooled(_source(file, jsonl)) as (path, label):
        report, _ = import_into(run, _TurnLines(label), path)
    if run.out.is_json or report.turns:
        run.tell(report, show_import, turns_json)
    else:
        run.out.print(f"{label} holds no turns: nothing was recorded")


def _source(file: str | None, jsonl: str | None) -> str:
    """The one file that was given, in either way."""
    given = [one for one in (file, jsonl) if one is not None]
    if len(given) != 1:
        raise UsageError(
            "two files were given" if given else "no file was given",
            "one file of JSON lines, or - for stdin: familiar record chat.jsonl",
        )
    return given[0]


@contextmanager
def _spooled(source: str) -> Iterator[tuple[Path, str]]:
    """The file to read, and what to call it; stdin is kept until all of it was checked."""
    if source != _STDIN:
        path = Path(source)
        if not path.is_file():
            raise UsageError(f"{path} is not a file", "a file of JSON lines, or - for stdin")
        yield path, str(path)
        return
    from familiar_memory.store.disk.scratch import lend_elsewhere

    with closing(lend_elsewhere("record")) as folder:
        path = folder.path / "stdin.jsonl"
        with path.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield path, "stdin"
