"""One run of a command: what was asked for, the familiar that answers, where the answer goes."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.json_values.encoder import as_json

if TYPE_CHECKING:
    # It would make every help text wait for numpy and the index.
    from familiar_memory.assembly.parts import Parts

__all__ = ["Run"]

_Value = TypeVar("_Value")


class Run:
    """What a command stands on: `out` is where its answer goes, `call` the shared options."""

    def __init__(self, ctx: typer.Context) -> None:
        """Read the shared options; nothing is opened yet."""
        self.call = invocation(ctx)
        self.out = Output(self.call)

    def do(self, work: Callable[[Opened], Awaitable[_Value]], *, settled: bool = False) -> _Value:
        """Run `work` with the familiar open; `settled` = with its index up to date."""
        from familiar_memory.interfaces.cli.frame.opening import with_familiar

        return with_familiar(self.call, self.out, work, settled=settled)

    def ask(self, question: Callable[[Parts], _Value], *, settled: bool = False) -> _Value:
        """The answer to a question about the familiar, which is asked in a thread."""
        from familiar_memory.interfaces.cli.frame.opening import in_thread

        return self.do(in_thread(question), settled=settled)

    @property
    def can_ask(self) -> bool:
        """Whether a person sits before it who can be asked something."""
        return not self.out.is_json and sys.stdin.isatty() and sys.stderr.isatty()

    def is_agreed(self, question: str, about: str = "") -> bool:
        """Ask the person, with what it is `about` above; a no is said to have changed nothing.

        Raises:
            UsageError: nobody can answer; then only `--yes` is an answer.
        """
        if not self.can_ask:
            raise UsageError(
                "nothing was changed: there is no terminal to ask on",
                "--yes does it, --dry-run shows it",
            )
        if about:
            self.out.notice(about)
        if typer.confirm(question, err=True):
            return True
        self.out.notice("nothing was changed")
        return False

    def tell(
        self,
        value: _Value,
        show: Callable[[_Value, Output], object],
        to_json: Callable[[_Value], object] = as_json,
    ) -> None:
        """Print a value in the form that was asked for: as JSON, or as `show` draws it."""
        if self.out.is_json:
            self.out.json(to_json(value))
        else:
            show(value, self.out)
