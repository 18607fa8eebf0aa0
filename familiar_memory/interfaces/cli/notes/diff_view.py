"""How a unified diff looks: coloured on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from familiar_memory.interfaces.cli.frame.output import visible

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_diff"]

_STYLES = {"+": "green", "-": "red", "@": "cyan", "\\": "dim"}


def show_diff(lines: Iterator[str] | list[str], out: Output, indent: str = "") -> None:
    """Print a diff: plain in a pipe, red and green for a person."""
    for number, line in enumerate(lines):
        if not out.is_rich:
            out.raw(f"{indent}{visible(line)}\n")
            continue
        style = "bold" if number < 2 else _STYLES.get(line[:1], "")
        out.print(Text(f"{indent}{line}", style))
