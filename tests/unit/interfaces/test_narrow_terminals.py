"""What is shown where a terminal is narrow, or is none."""

from __future__ import annotations

import io
import re
import sys

import pytest
from rich.console import Console
from rich.text import Text

from familiar_memory.interfaces.cli.frame import pager
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import Output, fitting_columns
from familiar_memory.interfaces.cli.frame.progress_bar import ProgressBar
from familiar_memory.interfaces.cli.notes import log_view
from familiar_memory.interfaces.cli.tools.tools_view import show_definitions

HEADERS = ("names", "rooms", ">facts", "slug")
ROWS = [("Rowan\nrowan.archivist", "#tavern", "4", "discord-284619350177841152")]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch):
    """Stdin and stdout are a terminal of so many columns; what was printed on it."""

    def made(columns: int) -> tuple[Output, io.StringIO]:
        shown = io.StringIO()
        shown.isatty = lambda: True  # type: ignore[method-assign]
        monkeypatch.setattr(sys, "stdout", shown)
        monkeypatch.setattr(sys, "stdin", shown)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "xterm")
        return Output(Invocation()), shown

    return made


@pytest.mark.parametrize(
    ("width", "kept"),
    [(59, [0, 1, 2, 3]), (58, [0, 1, 2]), (31, [0, 1, 2]), (30, [0, 2]), (1, [0, 2])],
)
def test_columns_are_left_out_one_by_one(width: int, kept: list[int]) -> None:
    """As many as must be, in the order given; what nobody can spare stays."""
    assert fitting_columns(HEADERS, ROWS, ("slug", "rooms"), width) == kept


def test_a_narrow_terminal_breaks_no_id(terminal) -> None:
    """It shows less, and whole."""
    for columns, is_shown in ((100, True), (40, False)):
        out, shown = terminal(columns)
        out.table(HEADERS, ROWS, spare=("slug", "rooms"))
        assert ("discord-284619350177841152" in shown.getvalue()) is is_shown
        assert ("slug" in shown.getvalue()) is is_shown
        assert "rowan.archivist" in shown.getvalue()


def test_pairs_stay_in_their_columns(terminal) -> None:
    """A long value goes on below itself."""
    out, shown = terminal(20)
    out.pairs([("file", "a-very-long-name-of-a-file"), ("lag", "none")])
    lines = [line.rstrip() for line in shown.getvalue().splitlines()]
    assert lines == ["file  a-very-long-na", "      me-of-a-file", "lag   none"]


def test_a_line_that_is_broken_goes_on_to_the_right(terminal) -> None:
    """Below where it began, and a head has the columns before it; a pipe breaks nothing."""
    words = Text("learned 2026-02-02 from Rowan")
    out, shown = terminal(24)
    out.hang(words, 2)
    out.hang(words, 6, 4)
    out.hang(words, 6, head=Text("2026"))
    out.hang(Text("short"), 6, head=Text("2026"))
    assert shown.getvalue().splitlines() == [
        "learned 2026-02-02",
        "  from Rowan",
        "    learned 2026-02-02",
        "      from Rowan",
        "2026  learned 2026-02-02",
        "      from Rowan",
        "2026  short",
    ]


def test_a_name_is_not_broken_where_a_line_of_its_own_has_room_for_it(terminal) -> None:
    """Parts stand side by side, or one below the other."""
    parts = (Text("learned 2026-02-02"), Text("people/Rowan.md#~b276434f"))
    for columns, lines in (
        (60, ["  learned 2026-02-02  people/Rowan.md#~b276434f"]),
        (30, ["  learned 2026-02-02", "  people/Rowan.md#~b276434f"]),
    ):
        out, shown = terminal(columns)
        out.hang_parts(parts, 4, 2)
        assert shown.getvalue().splitlines() == lines


def test_a_table_that_does_not_fit_breaks_its_first_column(terminal) -> None:
    """Numbers and their heading stay whole."""
    out, shown = terminal(20)
    out.table(("entity", ">mentions"), [("county records office", "7")])
    lines = [line.rstrip() for line in shown.getvalue().splitlines()]
    assert "mentions" in lines[0]
    assert lines[2:] == ["county             7", "records", "office"]


def test_a_log_leaves_out_what_it_can_spare() -> None:
    """Lines, then who, then when; the id and what was done stay."""
    widths = [5, 8, 13, 7, 5]
    assert log_view._fitting(widths, 100) == [0, 1, 2, 3, 4]
    assert log_view._fitting(widths, 70) == [0, 1, 2, 3]
    assert log_view._fitting(widths, 52) == [0, 1, 3]
    assert log_view._fitting(widths, 40) == [1, 3]


def test_what_is_long_goes_to_a_pager_on_a_terminal(
    terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, at the end; not where that is not wanted."""
    paged: list[str] = []
    monkeypatch.setattr(pager, "show_in_pages", paged.append)
    for is_wanted in (True, False):
        out, shown = terminal(80)
        with out.in_pages(is_wanted=is_wanted):
            out.page().print("one")
            out.page().print("two")
        assert ("one" in shown.getvalue()) is not is_wanted
    assert [text.split() for text in paged] == [["one", "two"]]


def test_a_pipe_gets_all_of_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no pager."""
    monkeypatch.setattr(pager, "show_in_pages", lambda text: pytest.fail("paged"))
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    out = Output(Invocation())
    with out.in_pages():
        out.page().print("one")
    assert shown.getvalue() == "one\n"


def test_the_pager_of_the_environment_is_taken(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """An empty one is none; one that is not there neither."""
    for command in ("cat", "", "no-such-pager --at-all"):
        monkeypatch.setenv("PAGER", command)
        pager.show_in_pages("はるか asks\n")
        sys.stdout.flush()
        assert capfd.readouterr().out == "はるか asks\n"


def bar(patience_s: float) -> ProgressBar:
    """A bar that nobody sees."""
    return ProgressBar("writing", Console(file=io.StringIO()), patience_s=patience_s)


def test_a_bar_begins_before_there_is_news() -> None:
    """What is to be counted may take a while to be found."""
    begun = bar(0.0)
    begun._timer.join(10)
    assert begun.is_shown
    begun.show(3, 9)
    begun.close()
    assert not begun.is_shown


def test_a_bar_for_one_thing_does_not_flash() -> None:
    """From 0 to 1; nor one for what is soon done."""
    one, many = bar(0.0), bar(60.0)
    one.close()
    one = bar(60.0)
    one.show(0, 1)
    one._begin()
    many.show(1, 900)
    assert not one.is_shown
    assert not many.is_shown
    many._begin()
    assert many.is_shown
    for each in (one, many):
        each.close()


def test_operations_keep_their_use_on_a_narrow_terminal(terminal) -> None:
    """It stands below the name, whatever room there is."""
    out, shown = terminal(24)
    schema = {"required": ["query"], "properties": {"query": {}, "topK": {}}}
    show_definitions(
        [{"name": "memory_search", "parameters": schema, "description": "Find what is known."}],
        out,
    )
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue()).splitlines() == [
        "memory_search",
        "query [topK]",
        "    Find what is known.",
    ]
