"""How the lines that fit a pattern look: path:line:text."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from familiar_memory.interfaces.cli.frame.output import visible

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.store.base import GrepHit, GrepResult

__all__ = ["show_matches"]


def show_matches(found: GrepResult, out: Output) -> None:
    """Each line once, with what fits lit up for a person."""
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
    first = hits[0]
    text = Text(visible(first.text))
    for hit in hits:
        if hit.offset == first.offset:
            text.stylize("bold red", hit.start - hit.offset, hit.end - hit.offset)
    head = Text.assemble((first.path, "magenta"), ":", (str(first.line), "green"), ":")
    out.print(head.append_text(text))
