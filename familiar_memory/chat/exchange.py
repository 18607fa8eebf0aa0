"""What is said in a chat, and what memory did with it, as values."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory import Context, RecordOutcome, Turn

__all__ = ["ChatEnd", "Exchange", "LearnedLine", "RecalledPassage", "Reply"]


@dataclass(frozen=True, slots=True)
class RecalledPassage:
    """One passage that stood in the prompt.

    `where` is how to look it up: `path:line` of a note, else when it was said (`path` is None).
    `text` is the passage, `quote` a sentence that says whose it is or who said it. `why` is the
    reason that the trace of the recall gives.
    """

    where: str
    text: str
    quote: str
    path: str | None = None
    line: int | None = None
    ref: str | None = None
    why: str = ""
    likeness: float = 0.0
    """How near its meaning is to what was said, up to 1; 0 where that is not known."""
    is_own: bool = False
    """The familiar said it itself."""
    is_over: bool = False
    """Something that it says was true, and is no more."""


@dataclass(frozen=True, slots=True)
class LearnedLine:
    """A line of a note that was written of what was said in this chat; `line` counts from 1.

    With `is_waiting` nothing of it is in the notes: it is on the list of what waits for a person.
    """

    path: str
    line: int
    text: str
    is_waiting: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What the familiar answers: the words of a `model`, or an echo of memory (None).

    `problem` is why a model that is set up has not answered; `is_cut` = it was stopped in the
    middle, at its longest.
    """

    text: str
    model: str | None = None
    problem: str = ""
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """One message and its reply.

    `outcome` says whether the message was kept; None: it could not be, and `problems` says why.
    `learned` are lines that were written since the exchange before.
    """

    said: Turn
    outcome: RecordOutcome | None
    context: Context
    recalled: tuple[RecalledPassage, ...]
    reply: Reply
    learned: tuple[LearnedLine, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatEnd:
    """What was done at the end: all lines that were `learned` in the chat, as they stand now.

    `kept` messages were recorded, and `written` of them written up because the chat asked for that
    (`Chat.write`); where not all was written up at the end, `problem` says why. `unshown` is why
    the lines cannot be shown, though they may have been written.
    """

    learned: tuple[LearnedLine, ...] = ()
    kept: int = 0
    problem: str = ""
    unshown: str = ""
    written: int = 0
