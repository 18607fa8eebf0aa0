"""At which step a night is, on a terminal, while it lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["steps_shown"]


@contextmanager
def steps_shown(out: Output) -> Iterator[Callable[[str], None]]:
    """What is to be told of each step that begins: a bar with its name stands there meanwhile."""
    with ExitStack() as shown:

        def begins(step: str) -> None:
            shown.close()
            shown.enter_context(out.progress(step))

        yield begins
