"""What a recall put before a model, by name: the unit of the recall log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

__all__ = ["LoggedRecall", "SurfaceCount", "Surfaced"]


@dataclass(frozen=True, slots=True)
class Surfaced:
    """One passage, turn or note that was surfaced; never its text.

    `source` is `memory` or `conversation`; `key` is the path of a note and the slug of the
    place of a turn. `line` counts from 1 in a note, None for a turn or a whole note. `refs`
    name the turns that it is or came from, in `place`.
    """

    source: str
    key: str
    line: int | None = None
    place: str | None = None
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedRecall:
    """One recall: when, where (None: the owner), who asked, and what came, best first.

    `considered` counts what was weighed. `question` is None unless the settings keep it.
    """

    at: datetime
    place: str | None
    author: str | None
    surfaced: tuple[Surfaced, ...]
    considered: int = 0
    question: str | None = None


@dataclass(frozen=True, slots=True)
class SurfaceCount:
    """How often one note or one turn was surfaced, and when last; `ref` is None for a note."""

    source: str
    key: str
    ref: str | None
    times: int
    last: datetime
