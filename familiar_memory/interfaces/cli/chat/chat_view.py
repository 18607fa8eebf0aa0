"""How a chat looks in a terminal: the reply, and below it what memory did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from familiar_memory.chat.exchange import LearnedLine
from familiar_memory.domain.tree import DAYS, SESSIONS, is_below, is_review_list
from familiar_memory.interfaces.cli.chat.chat_wording import (
    line_told,
    lines_of_people_first,
    name_told,
    recalled_in_short,
    where_told,
    why_told,
)
from familiar_memory.interfaces.cli.chat.said_lines import COMMANDS, Command
from familiar_memory.interfaces.cli.frame.output import Output, how_many, visible

if TYPE_CHECKING:
    from familiar_memory.chat.exchange import ChatEnd, Exchange
    from familiar_memory.interfaces.cli.chat.opening import ChatRoom
    from familiar_memory.writers.report import WriteReport

__all__ = ["TerminalView"]

_INDENT = 2
_NARROW = 60
"""On a terminal with fewer columns a reply begins below its speaker."""
_WAITS = "waits for you to decide: `familiar review`"


class TerminalView:
    """Replies on stdout; what is to be known beside them on stderr, dim.

    `is_watched` = a person sits before it: then it begins and ends with a few lines more.
    """

    def __init__(self, out: Output, room: ChatRoom, *, is_watched: bool) -> None:
        self._out = out
        self._room = room
        self._is_watched = is_watched
        self._told: str | None = None
        self.is_incognito = room.is_incognito

    @property
    def prompt(self) -> Callable[[], str] | None:
        """What stands before a line that is typed; None where nobody types."""
        return self._prompt if self._is_watched else None

    def _prompt(self) -> str:
        sign = " (incognito)" if self.is_incognito else ""
        return f"{name_told(self._room.seat.author.label)}{sign} › "

    def begun(self) -> None:
        """Who talks with whom, where, and what replies."""
        if not self._is_watched:
            return
        room, out = self._room, self._out
        who = (
            f"{name_told(room.name)} listens. You are {room.seat.author.label}, {where_told(room)}."
        )
        out.hang(Text(who), 0)
        if room.is_incognito:
            told = "Incognito: nothing of this chat is kept, and nothing of memory is read."
        elif room.model is None:
            told = (
                "No model is set up ([models.reply]), so replies quote what is remembered."
                " Say something about yourself: it becomes notes by itself, or at once with /write."
            )
        else:
            told = f"Replies come from {room.model}."
        out.hang(Text(told, "dim"), 0)
        out.hang(Text("/help lists the commands; Ctrl-D ends the chat.", "dim"), 0)
        out.print()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While a model thinks, something moves."""
        if not self._is_watched or self._room.model is None or not self._out.is_rich:
            yield
            return
        with self._out.console.status(f"{visible(name_told(self._room.name))} …", spinner="dots"):
            yield

    def exchange(self, exchange: Exchange) -> None:
        """The reply, then what was recalled, what was learned, and what went wrong."""
        reply = exchange.reply
        text = f"{reply.text} … (cut off at max_tokens)" if reply.is_cut else reply.text
        if self._is_watched:
            self._show_reply(text, is_echo=reply.model is None)
        else:
            self._out.print(text)
            self._out.flush()
        self._problems([*([reply.problem] if reply.problem else []), *exchange.problems])
        if exchange.said.incognito or exchange.outcome == "incognito":
            self._dim("not kept")
        elif exchange.outcome == "refused":
            self._dim("not kept: this person is not to be remembered (familiar forget)")
        else:
            self._dim(recalled_in_short(exchange, self._room.path_of))
        self.news(exchange.learned)
        self.gap()

    def _show_reply(self, text: str, *, is_echo: bool) -> None:
        sign = " (echo)" if is_echo else ""
        head = Text.assemble((f"{name_told(self._room.name)}{sign} › ", "bold cyan"))
        first, *rest = text.splitlines()
        if self._out.console.width < _NARROW:
            self._out.print(head)
            self._out.hang(Text(first), _INDENT, _INDENT)
        else:
            self._out.hang(Text(first), head.cell_len, head=head)
        for line in rest:
            below = _INDENT if line.startswith("- ") else 0
            self._out.hang(Text(line), _INDENT + below, _INDENT)

    def gap(self) -> None:
        """An empty line before the next prompt."""
        if self._is_watched:
            self._out.print()

    def news(self, learned: Sequence[LearnedLine]) -> None:
        """What was written since the exchange before, a line a note."""
        for path, lines in groupby(lines_of_people_first(learned), key=lambda one: one.path):
            short = self._in_short(path, list(lines))
            self._dim(short if is_review_list(path) else f"learned: {path}: {short}")

    def recalled(self, last: Exchange | None) -> None:
        """Where each passage of the last reply stands, what it says, and why it is there."""
        if last is None or not last.recalled:
            what = "nothing was said yet" if last is None else "nothing was recalled"
            self._out.print(what)
            return
        for one in last.recalled:
            where = one.where if one.path is None else self._place_of(one.path, one.line)
            self._out.hang(
                Text.assemble((where, "cyan"), ("  " + why_told(one.why), "dim")), _INDENT
            )
            self._out.hang(Text(" ".join(one.text.split())), _INDENT, _INDENT)

    def learned(self, lines: Sequence[LearnedLine]) -> None:
        """Lines of notes as they stand there."""
        if not lines:
            self._out.print("nothing is written of this chat yet: /write does it now")
        for path, ones in groupby(lines, key=lambda one: one.path):
            self._out.hang(Text(path, "cyan"), _INDENT)
            for one in ones:
                number = Text.assemble((f"{one.line:>4}", "dim"))
                self._out.hang(Text(_WAITS if one.is_waiting else one.text), 6, head=number)

    def written(self, report: WriteReport, news: Sequence[LearnedLine]) -> None:
        """What a run of the writer came to."""
        self._out.print(str(report) if report.batches else "nothing new was said")
        self.news(news)

    def incognito(self, is_on: bool, *, is_fixed: bool = False) -> None:
        """What is kept from now on."""
        self.is_incognito = is_on
        if is_fixed:
            self._out.print("nothing of this chat is kept: it was begun with --incognito")
        elif is_on:
            self._out.print("incognito: nothing is kept or recalled until the next /incognito")
        else:
            self._out.print("what is said is kept again")

    def unknown(self, command: Command) -> None:
        """A command that there is not, and those that there are."""
        self._out.notice(
            f"there is no {command.typed}: nothing was said or recorded\n"
            f"  {', '.join(COMMANDS)}; a message that begins with / is typed with two: //",
            "yellow",
        )

    def help(self) -> None:
        """All commands."""
        self._out.pairs(list(COMMANDS.items()))

    def problem(self, problem: str) -> None:
        """Something that was asked for could not be done."""
        self._out.notice(problem, "yellow")

    def ended(self, end: ChatEnd) -> None:
        """What was learned in all, and where it stands."""
        if end.problem:
            self._out.notice(f"not all is written up yet: {end.problem}; it waits", "yellow")
        if end.unshown:
            self._out.notice(f"what was learned cannot be shown: {end.unshown}", "yellow")
        if not self._is_watched:
            self.news(end.learned)
            return
        if waiting := 0 if self._room.writes else end.kept - end.written:
            them = "it" if waiting == 1 else "them"
            told = f"{how_many(waiting, 'message')} recorded: `familiar write` makes notes of"
            self._out.print(f"{told} {them}")
        if learned := [one for one in end.learned if not one.is_waiting]:
            self._out.print(Text("Learned in this chat", "bold"))
            for path, lines in groupby(lines_of_people_first(learned), key=lambda one: one.path):
                self._out.hang(Text(path, "cyan"), _INDENT * 2, _INDENT)
                self._learned_in(path, list(lines))
        self.news([one for one in end.learned if one.is_waiting])
        if end.learned:
            self._dim(f"The notes are in {self._room.folder}: edit them as you like.")
        elif end.kept and not (waiting or end.problem or end.unshown):
            self._out.print("Nothing was said that becomes a note; it is still in the history.")

    def _learned_in(self, path: str, lines: Sequence[LearnedLine]) -> None:
        if _is_said_again(path):
            self._out.hang(Text(self._in_short(path, lines), "dim"), 6, 4)
            return
        for said in self._said(path, lines):
            self._out.hang(Text(said), 6, 4)

    def _in_short(self, path: str, lines: Sequence[LearnedLine]) -> str:
        """Of what was only said again the number, and so of what waits."""
        if is_review_list(path):
            verb = "waits" if len(lines) == 1 else "wait"
            return f"{how_many(len(lines), 'line')} {verb} for you in {path}"
        if _is_said_again(path):
            return how_many(len(lines), "message")
        return " · ".join(self._said(path, lines))

    def _said(self, path: str, lines: Sequence[LearnedLine]) -> list[str]:
        """What lines say, without their bullets and tails."""
        place, legend = self._room.seat.place, self._room.legend_of(path)
        legend = legend.with_label(place.label, place.slug) or legend
        return [line_told(one, legend) for one in lines]

    def _problems(self, problems: Sequence[str]) -> None:
        """Each once, until there is another."""
        told = "\n".join(dict.fromkeys(problems))
        if told and told != self._told:
            self._out.notice(told, "yellow")
        self._told = told

    def _place_of(self, key: str, line: int | None) -> str:
        path = self._room.path_of(key)
        return path if line is None else f"{path}:{line}"

    def _dim(self, text: str) -> None:
        if self._is_watched:
            self._out.hang(Text.assemble((text, "dim")), _INDENT * 2, _INDENT)
        else:
            self._out.notice(text, "dim")


def _is_said_again(path: str) -> bool:
    """Whether a note only says again what was said."""
    return is_below(path, SESSIONS) or is_below(path, DAYS)
