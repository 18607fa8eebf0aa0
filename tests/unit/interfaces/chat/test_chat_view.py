"""How a chat looks on a terminal, wide and narrow, and what a line that is typed means."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_memory import Author, Context, Place, RecordOutcome, Turn
from familiar_memory.chat.exchange import (
    ChatEnd,
    Exchange,
    LearnedLine,
    RecalledPassage,
    Reply,
)
from familiar_memory.interfaces.cli.chat.chat_view import TerminalView
from familiar_memory.interfaces.cli.chat.opening import ChatRoom
from familiar_memory.interfaces.cli.chat.said_lines import Command, read_line
from familiar_memory.interfaces.cli.chat.who import Seat
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.markdown.record.legend import PlaceLegend

_MIRA = Author("terminal", "mira", "Mira")
_PRIVATE = Place("terminal", "mira", kind="dm", name="Mira")
_SAID = Turn("1", datetime(2026, 3, 1, tzinfo=UTC), _PRIVATE, _MIRA, "Where do I live?")
_KEY = "people/terminal-mira.md"
_RECALLED = (
    RecalledPassage(f"{_KEY}:3", "lives in Oban", "Mira: lives in Oban", _KEY, 3, why="speaks"),
    RecalledPassage(
        "said 2026-03-01", "I like tea", "", why="lexical=1.66748 cosine=0.25 date=0 boost=1"
    ),
)
_LEARNED = (
    LearnedLine(_KEY, 16, "- lives_in:: Oban (2026-03-01, @Mira, 1)"),
    LearnedLine(_KEY, 17, "- ~~lives_in:: Hull (2026-01-01, @Mira, 1, until 2026-03-01)~~"),
    LearnedLine("sessions/private/x/2026-03-01.md", 4, "- Mira: I live in Oban ^1"),
)
_ESCAPES = re.compile("\x1b\\[[0-9;]*m")
_Shown = Callable[[], list[str]]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[TerminalView, _Shown]]:
    """A terminal of so many columns, and the lines that are on it."""

    def made(columns: int, *, is_watched: bool = True, **room: object):
        shown = io.StringIO()
        shown.isatty = lambda: is_watched  # type: ignore[method-assign]
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, shown)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("NO_COLOR", "1")
        values: dict[str, object] = {
            "name": "Ember",
            "seat": Seat(_MIRA, _PRIVATE),
            "model": None,
            "folder": Path("ember", "memory"),
            "path_of": {_KEY: "people/Mira.md"}.__getitem__,
        }
        view = TerminalView(
            Output(Invocation()),
            ChatRoom(**{**values, **room}),  # type: ignore[arg-type]
            is_watched=is_watched,
        )
        return view, lambda: [
            line.rstrip() for line in _ESCAPES.sub("", shown.getvalue()).splitlines()
        ]

    return made


def _exchange(text: str = "I remember:\n- Mira: lives in Oban", **more: object) -> Exchange:
    values: dict[str, object] = {
        "said": _SAID,
        "outcome": RecordOutcome.ADDED,
        "context": Context(),
        "recalled": _RECALLED,
        "reply": Reply(text),
        "learned": _LEARNED,
    }
    return Exchange(**{**values, **more})  # type: ignore[arg-type]


def test_below_a_reply_stands_what_was_recalled_and_what_was_learned(terminal):
    """Notes by the paths where they stand; an echo is called one."""
    view, shown = terminal(100)
    view.exchange(_exchange())
    assert shown() == [
        "Ember (echo) › I remember:",
        "  - Mira: lives in Oban",
        "  recalled 2 passages · people/Mira.md, 1 message",
        "  learned: people/terminal-mira.md: lives_in:: Oban · lives_in:: Hull (no longer)",
        "  learned: sessions/private/x/2026-03-01.md: 1 message",
        "",
    ]


def test_on_a_narrow_terminal_a_reply_begins_below_its_speaker(terminal):
    """And no line of it is longer than the terminal is wide."""
    view, shown = terminal(30)
    view.exchange(_exchange("Oban is a small town by the sea, and you live there.", learned=()))
    assert shown() == [
        "Ember (echo) ›",
        "  Oban is a small town by the",
        "  sea, and you live there.",
        "  recalled 2 passages ·",
        "    people/Mira.md, 1 message",
        "",
    ]


def test_why_a_passage_is_in_is_said_in_words(terminal):
    """The figures of the ranking are the two that say something."""
    view, shown = terminal(80)
    view.recalled(_exchange())
    view.recalled(_exchange(recalled=()))
    view.recalled(None)
    assert shown() == [
        "people/Mira.md:3  speaks",
        "  lives in Oban",
        "said 2026-03-01  words 1.67 · meaning 0.25",
        "  I like tea",
        "nothing was recalled",
        "nothing was said yet",
    ]


def test_the_same_problem_is_told_once_until_there_is_another(terminal):
    """A model that is down is down for each message."""
    view, shown = terminal(80, is_watched=False)
    for problem in ("late", "late", "busy", "", "busy"):
        view.exchange(_exchange("-", recalled=(), learned=(), reply=Reply("-", problem=problem)))
    assert [line for line in shown() if line in ("late", "busy")] == ["late", "busy", "busy"]


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (RecordOutcome.INCOGNITO, "not kept"),
        (RecordOutcome.REFUSED, "not kept: this person is not to be remembered (familiar forget)"),
    ],
)
def test_what_is_not_kept_says_so(terminal, outcome, told):
    """Nobody believes that something is remembered which is not."""
    view, shown = terminal(80, is_watched=False)
    view.exchange(_exchange("Hello.", outcome=outcome, recalled=(), learned=()))
    assert shown() == ["Hello.", told]


def test_the_end_lists_what_was_learned_and_where_it_is(terminal):
    """Lines of transcripts are counted: they say what was said."""
    view, shown = terminal(80)
    view.ended(ChatEnd(_LEARNED, 2))
    assert shown() == [
        "Learned in this chat",
        "  people/terminal-mira.md",
        "    lives_in:: Oban",
        "    lives_in:: Hull (no longer)",
        "  sessions/private/x/2026-03-01.md",
        "    1 message",
        "  The notes are in ember/memory: edit them as you like.",
    ]


@pytest.mark.parametrize(
    ("end", "room", "told"),
    [
        (ChatEnd(), {}, []),
        (
            ChatEnd((), 2),
            {},
            ["Nothing was said that becomes a note; it is still in the history."],
        ),
        (
            ChatEnd((), 2),
            {"writes": False},
            ["2 messages recorded: `familiar write` makes notes of them"],
        ),
        (
            ChatEnd((), 2, written=1),
            {"writes": False},
            ["1 message recorded: `familiar write` makes notes of it"],
        ),
        (
            ChatEnd((), 1, written=1),
            {"writes": False},
            ["Nothing was said that becomes a note; it is still in the history."],
        ),
        (ChatEnd((), 2, unshown="damaged"), {}, ["what was learned cannot be shown: damaged"]),
        (ChatEnd((), 2, "full disk"), {}, ["not all is written up yet: full disk; it waits"]),
    ],
)
def test_an_end_without_notes_says_why(terminal, end, room, told):
    """Nothing said, nothing to learn, not asked to, or not possible."""
    view, shown = terminal(80, **room)
    view.ended(end)
    assert shown() == told


def test_what_waits_is_counted_and_its_words_are_not_shown(terminal):
    """Whoever sits there need not be whom it is for; and nobody has learned it."""
    view, shown = terminal(100)
    waiting = LearnedLine("review.md", 9, "- [ ] my dog died last night", is_waiting=True)
    view.news((waiting,))
    view.learned((waiting,))
    view.ended(ChatEnd((waiting,), 1))
    assert shown() == [
        "  1 line waits for you in review.md",
        "review.md",
        "   9  waits for you to decide: `familiar review`",
        "  1 line waits for you in review.md",
        "  The notes are in ember/memory: edit them as you like.",
    ]


def test_tails_are_left_out_whatever_the_note_calls_a_place(terminal):
    """The short names of places are the note's own."""
    legend = PlaceLegend({"#book-club": "terminal-channel-private-book-club"}, is_present=True)
    view, shown = terminal(100, legend_of=lambda _: legend)
    view.news((LearnedLine(_KEY, 1, "- from_place:: Ghent (2026-11-23, #book-club, 26c0-1)"),))
    assert shown() == ["  learned: people/terminal-mira.md: from_place:: Ghent"]


def test_what_strangers_have_written_moves_no_cursor(terminal):
    """Replies, passages and lines of notes alike."""
    view, shown = terminal(200)
    bad = "\x1b[2J\u202e"
    line = LearnedLine(_KEY, 1, f"- likes:: {bad}")
    view.exchange(_exchange(bad, learned=(line,)))
    view.recalled(_exchange(recalled=(RecalledPassage("said", bad, bad),)))
    view.learned((line,))
    view.ended(ChatEnd((line,), 1))
    assert not re.search("[\x1b\u202e]", "".join(shown()))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("  hello there \r\n", "hello there"),
        (" \n", None),
        ("/learned", Command("/learned", "/learned")),
        ("/QUIT now", Command("/QUIT", "/end")),
        ("/nope", Command("/nope", None)),
        ("/", Command("/", None)),
        ("//etc", "/etc"),
        ("and/or", "and/or"),
    ],
)
def test_a_line_is_a_message_a_command_or_nothing(typed, read):
    """What begins with a slash is never said by accident."""
    assert read_line(typed) == read
