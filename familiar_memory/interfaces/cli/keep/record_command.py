"""`familiar record`: keep turns as they are said."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.transfer.importer import TurnItem

__all__ = ["register"]

_EXAMPLES = examples(
    "familiar record --jsonl chat.jsonl",
    "my-bot --log | familiar record --jsonl -",
)
_STDIN = "-"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("record", cls=FamiliarCommand, epilog=_EXAMPLES)(_record)


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


def _record(
    ctx: typer.Context,
    jsonl: Annotated[
        str,
        typer.Option("--jsonl", metavar="FILE|-", help="One JSON object a line; - reads stdin."),
    ],
) -> None:
    """Keep turns as they were said: JSON lines from a file or from stdin.

    The same turn again is a no-op, or amends it. All lines are checked first: if one is
    malformed it is named, and nothing is recorded. Keys: ref, timestamp (with offset),
    channel, author (platform, user_id, display_name), text; optional: role, guild, private,
    place_kind, reply_to, edited, deleted.
    """
    from familiar_memory.interfaces.cli.keep.import_view import import_json, show_import
    from familiar_memory.interfaces.cli.keep.importing import import_into

    call = invocation(ctx)
    out = Output(call)
    with _spooled(jsonl) as (path, label):
        report, _ = import_into(call, out, _TurnLines(label), path)
    if out.is_json:
        counts: dict[str, int] = import_json(report)["turns"]
        out.json(counts)
    elif not report.turns:
        out.print(f"{label} holds no turns: nothing was recorded")
    else:
        show_import(report, out)


@contextmanager
def _spooled(source: str) -> Iterator[tuple[Path, str]]:
    """The file to read, and what to call it; stdin is kept until all of it was checked."""
    if source != _STDIN:
        path = Path(source)
        if not path.is_file():
            raise UsageError(f"{path} is no file", "a file of JSON lines, or - for stdin")
        yield path, str(path)
        return
    with tempfile.TemporaryDirectory(prefix="familiar-record-") as folder:
        path = Path(folder, "stdin.jsonl")
        with path.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield path, "stdin"
