"""What a person types, or a program sends: one line is one message, or a command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

__all__ = ["COMMANDS", "Command", "read_line", "said_lines"]

COMMANDS = {
    "/recalled": "what was recalled for the last message, where it stands, and why",
    "/learned": "what was written of this chat so far, as the lines of the notes",
    "/write": "write up now what was said",
    "/incognito": "keep nothing of what is said from now on; once more: keep it again",
    "/end": "end the chat, and show what was learned; so do /quit, /exit and Ctrl-D",
    "/help": "this list, also /?; a message that begins with / is typed with two: //",
}
_ALSO = {"/quit": "/end", "/exit": "/end", "/?": "/help"}
_SIGN = "/"


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it was typed; `name` is the one of the list that it means, None for none."""

    typed: str
    name: str | None


def read_line(line: str) -> str | Command | None:
    """A message, a command (in whatever case; what follows it is not read), or nothing."""
    text = line.strip()
    if not text.startswith(_SIGN):
        return text or None
    if text.startswith(_SIGN * 2):
        return text.removeprefix(_SIGN)
    typed = text.split()[0]
    word = typed.casefold()
    word = _ALSO.get(word, word)
    return Command(typed, word if word in COMMANDS else None)


def said_lines(prompt: Callable[[], str] | None) -> Iterator[str | Command]:
    """Messages and commands until the end; with a `prompt` a person is asked for them.

    Bytes that are no text are replaced: no line of a program ends a chat.
    """
    with suppress(AttributeError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    for line in sys.stdin if prompt is None else _typed(prompt):
        if (read := read_line(line)) is not None:
            yield read


def _typed(prompt: Callable[[], str]) -> Iterator[str]:
    with suppress(ImportError):
        # Where there is one, arrows work, and bring back what was typed before.
        import readline  # noqa: F401
    while True:
        try:
            yield input(prompt())
        except EOFError:
            return
