"""Where answers go: data to stdout, everything else to stderr; colour only on a terminal."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.cli.frame.invocation import Invocation

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from familiar_memory.domain.progress import Progress

__all__ = ["Output", "aligned", "how_many", "fitting_columns", "undo_hint", "visible"]

# What a chat can hold must not move the reader's cursor, recolour the terminal or turn
# the line around.
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]"
)
_WIDE_ENOUGH = 10_000
"""Columns. Where nobody watches, no line is broken: another program reads it."""


_BETWEEN = 2
"""Columns between two columns of a table; on a terminal one of them is the border."""
_LEAST_ROOM = 16
"""Columns that a text has at least, however far to the right it begins."""
_SHORT_ID = 8
"""Characters of an id that are shown; as many name it."""


def visible(text: str) -> str:
    """The text with every control character replaced; newlines and tabs stay."""
    return _CONTROL.sub("�", text)


def _visible_text(text: Text) -> Text:
    """The same of a text with styles; each character is replaced by one."""
    shown = text.copy()
    shown.plain = visible(text.plain)
    return shown


def undo_hint(batch: str) -> str:
    """What takes a batch of changes back, to be printed below what was done."""
    return f"`familiar undo {batch[:_SHORT_ID]}` undoes it"


def how_many(number: int, what: str) -> str:
    """A number of things, in words: `1 line`, `2 lines`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


class Output:
    """The two streams of one call, in the form that was asked for."""

    def __init__(self, call: Invocation) -> None:
        """Look at the streams; rich is loaded when something is printed."""
        self._call = call
        self._consoles: dict[bool, Console] = {}
        self._pages: io.StringIO | None = None

    @property
    def is_json(self) -> bool:
        """Whether data is to be JSON."""
        return self._call.json

    @property
    def is_rich(self) -> bool:
        """Whether a person looks at stdout: colours and frames are welcome."""
        return not self._call.plain and sys.stdout.isatty()

    @property
    def console(self) -> Console:
        """Stdout, for rich things."""
        return self._console(error=False)

    def page(self, columns: int = 100) -> Console:
        """Stdout for something laid out: at most so many columns, also in a pipe."""
        from rich.console import Console

        console = self.console
        width = min(columns, console.width) if self.is_rich else columns
        return Console(
            file=self._pages or sys.stdout,
            force_terminal=(True if self._pages else None) if self.is_rich else False,
            no_color=True if self._call.plain else None,
            width=width,
            highlight=False,
            markup=False,
        )

    @contextmanager
    def in_pages(self, *, is_wanted: bool = True) -> Iterator[None]:
        """What `page` prints in the block goes to a pager, where a person looks at a terminal."""
        if not (is_wanted and self.is_rich and sys.stdin.isatty()):
            yield
            return
        from familiar_memory.interfaces.cli.frame.pager import show_in_pages

        self._pages = io.StringIO()
        try:
            yield
        finally:
            text, self._pages = self._pages.getvalue(), None
            show_in_pages(text)

    def json(self, value: object) -> None:
        """Print one JSON value: indented for a person, on one line for a program.

        Control characters are written as JSON's escapes: the same value, and nothing that a
        terminal obeys.
        """
        sys.stdout.write(_json(value, 2 if sys.stdout.isatty() else None) + "\n")

    def json_line(self, value: object) -> None:
        """Print one JSON value on one line, at once: one of many."""
        sys.stdout.write(_json(value) + "\n")
        self.flush()

    def flush(self) -> None:
        """Let whoever reads stdout have what was printed so far."""
        sys.stdout.flush()

    def print(self, what: RenderableType = "") -> None:
        """Print one line or block; texts are taken literally, but no terminal obeys them."""
        from rich.text import Text

        if isinstance(what, str):
            what = visible(what)
        elif isinstance(what, Text):
            what = _visible_text(what)
        self.console.print(what, markup=False, highlight=False, soft_wrap=not self.is_rich)

    def hang(self, text: Text, indent: int, start: int = 0, head: Text | None = None) -> None:
        """Print a line from column `start` on; where a terminal breaks it, go on at `indent`.

        A `head` stands before it, in as many columns as it is indented by.
        """
        from rich.text import Text

        text, head = _visible_text(text), None if head is None else _visible_text(head)
        first = Text(" " * start) if head is None else head + Text(" " * (indent - head.cell_len))
        width = self.console.width
        if not self.is_rich or first.cell_len + text.cell_len <= width:
            self.print(first + text)
            return
        room = max(_LEAST_ROOM, width - max(indent, first.cell_len))
        for line in text.wrap(self.console, room, overflow="fold"):
            line.rstrip()
            self.print(first + line)
            first = Text(" " * indent)

    def hang_parts(self, parts: Sequence[Text], indent: int, start: int) -> None:
        """Print parts two spaces apart, or one below the other where a line has no room for all.

        So a name that somebody wants to copy is broken only where it is longer than the line.
        """
        from rich.text import Text

        parts = [_visible_text(part) for part in parts]
        whole = Text("  ").join(parts)
        is_one = not self.is_rich or start + whole.cell_len <= self.console.width
        for one in (whole,) if is_one else parts:
            self.hang(one, indent, start)

    def raw(self, text: str) -> None:
        """Write text as it is, adding nothing; on a terminal no control characters either."""
        sys.stdout.write(visible(text) if sys.stdout.isatty() else text)

    def notice(self, text: str, style: str = "") -> None:
        """Tell a person something that is not data."""
        self._console(error=True).print(
            visible(text), style=style, markup=False, highlight=False, soft_wrap=True
        )

    def pairs(self, rows: Sequence[tuple[str, str]]) -> None:
        """Print names and what there is to say of each, aligned."""
        width = max(len(name) for name, _ in rows)
        if self.is_rich:
            from rich.table import Table
            from rich.text import Text

            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(no_wrap=True)
            grid.add_column(overflow="fold")
            for name, value in rows:
                grid.add_row(Text(visible(name)), Text(visible(value)))
            self.print(grid)
            return
        for name, value in rows:
            self.print(f"{name:<{width}}  {value}")

    def table(
        self,
        headers: Sequence[str],
        rows: Sequence[Sequence[str | Text]],
        *,
        spare: Sequence[str] = (),
    ) -> None:
        """Print rows: a light table for a person, aligned columns for a pipe.

        Where a terminal is too narrow for all of it, the columns of these headers (`spare`)
        are left out, the first first: what is left is not broken in the middle.
        """
        if not self.is_rich:
            for line in aligned([headers, *([str(cell) for cell in row] for row in rows)]):
                self.raw(f"{line}\n")
            return
        width = self.console.width
        kept = fitting_columns(headers, rows, spare, width)
        headers = [headers[at] for at in kept]
        rows = [[row[at] for at in kept] for row in rows]
        is_whole = _breadth(_widths(headers, rows)) <= width
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(
            box=SIMPLE_HEAD,
            pad_edge=False,
            padding=(0, _BETWEEN - 1, 0, 0),
            show_edge=False,
            header_style="bold",
        )
        for number, header in enumerate(headers):
            right = header.startswith(">")
            table.add_column(
                header.removeprefix(">"),
                justify="right" if right else "left",
                overflow="fold",
                no_wrap=right or (number == 0 and is_whole),
            )
        for row in rows:
            table.add_row(
                *(Text(visible(c)) if isinstance(c, str) else _visible_text(c) for c in row)
            )
        self.print(table)

    @contextmanager
    def progress(self, what: str, *, in_bytes: bool = False) -> Iterator[Progress | None]:
        """A bar on stderr while something long runs; None where nobody watches."""
        if self._call.plain or not sys.stderr.isatty():
            yield None
            return
        from familiar_memory.interfaces.cli.frame.progress_bar import ProgressBar

        bar = ProgressBar(what, self._console(error=True), in_bytes=in_bytes)
        try:
            yield bar.show
        finally:
            bar.close()

    def _console(self, *, error: bool) -> Console:
        if error not in self._consoles:
            from rich.console import Console

            stream = sys.stderr if error else sys.stdout
            watched = stream.isatty() and not self._call.plain
            self._consoles[error] = Console(
                file=stream,
                force_terminal=None if watched else False,
                no_color=True if self._call.plain else None,
                width=None if watched else _WIDE_ENOUGH,
                highlight=False,
            )
        return self._consoles[error]


def _json(value: object, indent: int | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def fitting_columns(
    headers: Sequence[str], rows: Sequence[Sequence[object]], spare: Sequence[str], width: int
) -> list[int]:
    """Which columns to show, by number, in so many columns of a terminal."""
    wide = _widths(headers, rows)
    kept = list(range(len(headers)))
    for name in spare:
        if _breadth([wide[at] for at in kept]) <= width:
            break
        kept.remove(list(headers).index(name))
    return kept


def _widths(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> list[int]:
    from rich.cells import cell_len

    return [
        max(
            cell_len(line)
            for row in ([header.removeprefix(">") for header in headers], *rows)
            for line in str(row[at]).split("\n")
        )
        for at in range(len(headers))
    ]


def _breadth(widths: Sequence[int]) -> int:
    return sum(widths) + _BETWEEN * (len(widths) - 1)


def aligned(rows: Sequence[Sequence[Any]]) -> list[str]:
    """Rows as lines, columns two spaces apart; a header `>x` is aligned right."""
    if not rows:
        return []
    from rich.cells import cell_len

    right = [str(cell).startswith(">") for cell in rows[0]]
    texts = [[visible(str(cell)).removeprefix(">") for cell in rows[0]]]
    texts += [[visible(str(cell)).replace("\n", " ") for cell in row] for row in rows[1:]]
    widths = [max(cell_len(row[i]) for row in texts) for i in range(len(right))]
    lines = []
    for row in texts:
        padded = (
            " " * (widths[i] - cell_len(cell)) + cell
            if right[i]
            else cell + " " * (widths[i] - cell_len(cell))
            for i, cell in enumerate(row)
        )
        lines.append("  ".join(padded).rstrip())
    return lines
