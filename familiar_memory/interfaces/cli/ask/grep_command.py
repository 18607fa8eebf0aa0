"""`familiar grep`: the lines of notes that fit a pattern."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import NotFoundError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.store.base import GrepHit, GrepResult

__all__ = ["register"]

_EXAMPLES = examples("familiar grep heron", "familiar grep 'works_at:: .*' people --limit 20")
_NOTHING = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("grep", cls=FamiliarCommand, epilog=_EXAMPLES)(_grep)


def _grep(
    ctx: typer.Context,
    pattern: Annotated[str, typer.Argument(metavar="PATTERN", help="A regular expression.")],
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A note or a folder. Default: all.")
    ] = "",
    case_sensitive: Annotated[
        bool, typer.Option("--case-sensitive", "-s", help="Tell capitals from small letters.")
    ] = False,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, help="Most matches.")] = None,
) -> None:
    """Search the notes line by line.

    Prints path:line:text. Exit code 1 when no line fits.
    """
    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)
    where = path.strip("/").removeprefix("./") if path != "." else ""

    async def work(familiar: Familiar) -> GrepResult:
        if where and not familiar.store.exists(where):
            raise NotFoundError(f"{where!r} is not in the memory", "`familiar show` lists it")
        return familiar.store.grep(pattern, where, case_insensitive=not case_sensitive, limit=limit)

    found = with_familiar(call, out, work)
    if out.is_json:
        _print_json(found, out)
    else:
        _print_lines(found, out)
    if not found:
        raise typer.Exit(_NOTHING)


def _print_json(found: GrepResult, out: Output) -> None:
    hits = [
        {"path": hit.path, "line": hit.line, "start": hit.start, "end": hit.end, "text": hit.text}
        for hit in found
    ]
    skipped = [{"path": path, "reason": reason} for path, reason in found.skipped]
    out.json({"hits": hits, "truncated": found.truncated, "skipped": skipped})


def _print_lines(found: GrepResult, out: Output) -> None:
    for (path, line), group in groupby(found, key=lambda hit: (hit.path, hit.line)):
        hits = list(group)
        if out.is_rich:
            _print_lit(hits, out)
        else:
            out.raw(f"{path}:{line}:{hits[0].text}\n")
    for path, reason in found.skipped:
        out.notice(f"not searched: {path}: {reason}", "yellow")
    if found.truncated:
        out.notice(f"there are more: only the first {len(found)} matches are shown")


def _print_lit(hits: list[GrepHit], out: Output) -> None:
    from rich.text import Text

    first = hits[0]
    text = Text(visible(first.text))
    for hit in hits:
        if hit.offset == first.offset:
            text.stylize("bold red", hit.start - hit.offset, hit.end - hit.offset)
    head = Text.assemble((visible(first.path), "magenta"), ":", (str(first.line), "green"), ":")
    out.print(head.append_text(text))
