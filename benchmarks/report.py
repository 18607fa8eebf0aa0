"""Results as tables: in a terminal, and ready to be pasted into the documentation."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from rich import box
from rich import table as rich_table
from rich.console import Console
from rich.text import Text

__all__ = ["Limit", "Table", "Target", "machine", "markdown", "milliseconds", "show", "times"]

_PLAIN_WIDTH = 160
"""Wide enough that no cell is broken where there is no terminal to ask."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should reach, and what it aims at; lower is better unless said."""

    reach: float
    aim: float
    higher_is_better: bool = False

    def verdict(self, value: float) -> str:
        """`aim`, `reach` or `MISSED`."""
        sign = -1 if self.higher_is_better else 1
        if sign * value <= sign * self.aim:
            return "aim"
        return "reach" if sign * value <= sign * self.reach else "MISSED"

    @property
    def bounds(self) -> str:
        """Both limits in words."""
        mark = ">=" if self.higher_is_better else "<="
        return f"{mark} {self.reach:g} / {self.aim:g}"


@dataclass(frozen=True, slots=True)
class Limit:
    """What a figure must not exceed, in a unit."""

    most: float
    unit: str

    def verdict(self, value: float) -> str:
        """The limit, and whether a value keeps to it."""
        return f"<= {self.most:g} {self.unit}: {'pass' if value <= self.most else 'MISSED'}"


@dataclass(frozen=True, slots=True)
class Table:
    """A title, columns, rows of text, and notes that say how to read them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def show(tables: Iterable[Table], console: Console | None = None) -> None:
    """Print tables as Markdown, the first column to the left and the others to the right."""
    out = console or _console()
    for table in tables:
        out.print(Text(f"\n{table.title}\n", style="bold"))
        drawn = rich_table.Table(box=box.MARKDOWN, pad_edge=True)
        for number, column in enumerate(table.columns):
            drawn.add_column(column, justify="left" if number == 0 else "right")
        for row in table.rows:
            drawn.add_row(*row)
        out.print(drawn)
        for note in table.notes:
            out.print(Text(note, style="dim"))


def markdown(table: Table) -> str:
    """A table as it goes into the documentation: no padding, the notes below it."""
    rule = ("---", *("--:" for _ in table.columns[1:]))
    lines = (_row(cells) for cells in (table.columns, rule, *table.rows))
    return "\n".join((f"### {table.title}", "", *lines, "", *table.notes))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def machine() -> str:
    """The machine in one line, without its name."""
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()},"
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version},"
        f" numpy {np.__version__}"
    )


def milliseconds(seconds: float) -> str:
    """Three significant figures."""
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds * 1000:.0f} ms"


def times(ratio: float) -> str:
    """A ratio, as so many times the floor."""
    return f"{ratio:.2f} x"


def _console() -> Console:
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_PLAIN_WIDTH)
