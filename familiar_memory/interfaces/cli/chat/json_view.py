"""A chat for a program: one JSON object a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.chat.said_lines import COMMANDS, Command
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.json_values.chat import (
    end_json,
    exchange_json,
    learned_json,
    recalled_json,
)
from familiar_memory.interfaces.json_values.encoder import as_json

if TYPE_CHECKING:
    from familiar_memory.chat.exchange import ChatEnd, Exchange, LearnedLine
    from familiar_memory.writers.report import WriteReport

__all__ = ["JsonView"]


class JsonView:
    """Each object says its `kind`: exchange, recalled, learned, written, incognito, …, end."""

    def __init__(self, out: Output, *, is_incognito: bool) -> None:
        self._out = out
        self.is_incognito = is_incognito

    @property
    def prompt(self) -> Callable[[], str] | None:
        """No program is asked."""
        return None

    def begun(self) -> None:
        """Nothing to say yet."""

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Nobody watches."""
        yield

    def exchange(self, exchange: Exchange) -> None:
        """Said, reply, recalled, learned, problems."""
        self._print("exchange", exchange_json(exchange))

    def gap(self) -> None:
        """No line is empty."""

    def recalled(self, last: Exchange | None) -> None:
        """The passages of the last exchange."""
        self._print("recalled", {"recalled": recalled_json(last.recalled if last else ())})

    def learned(self, lines: Sequence[LearnedLine]) -> None:
        """The lines of notes."""
        self._print("learned", {"learned": learned_json(lines)})

    def written(self, report: WriteReport, news: Sequence[LearnedLine]) -> None:
        """A run of the writer."""
        value = {"turns": report.turns, "notes": list(report.changed)}
        self._print("written", {**value, "learned": learned_json(news)})

    def incognito(self, is_on: bool, *, is_fixed: bool = False) -> None:
        """What is kept from now on."""
        self.is_incognito = is_on
        self._print("incognito", {"incognito": is_on})

    def unknown(self, command: Command) -> None:
        """A command that there is not."""
        self._print("problem", {"problem": f"there is no {command.typed}", "commands": [*COMMANDS]})

    def help(self) -> None:
        """All commands."""
        self._print("help", {"commands": as_json(COMMANDS)})

    def problem(self, problem: str) -> None:
        """Something that was asked for could not be done."""
        self._print("problem", {"problem": problem})

    def ended(self, end: ChatEnd) -> None:
        """What was learned in all."""
        self._print("end", end_json(end))

    def _print(self, kind: str, value: dict[str, object]) -> None:
        self._out.json_line({"kind": kind, **value})
