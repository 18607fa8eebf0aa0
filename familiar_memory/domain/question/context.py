"""A question put to memory, and the context that comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from familiar_memory.domain.given import (
    as_choice,
    as_flag,
    as_tuple,
    check_count,
    check_number,
    check_text,
    check_type,
)
from familiar_memory.domain.question.contribution import Contribution, Layer, Line
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.question.mode import Mode
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.domain.talk.turn import Turn

__all__ = [
    "Contribution",
    "Decision",
    "Injection",
    "Layer",
    "Line",
    "Mode",
    "RecallRequest",
    "Trace",
    "Disposition",
]


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """Who asks what, where.

    `place` decides what may be shown; without one the owner is asking and sees all.
    `pending_turns` are the turns being answered. `deadline_s` bounds the whole recall,
    `budget` is in tokens and bounds all layers together; from 64 on, the speaker has a place in
    it. `limit` is how many passages to retrieve (the setting when None). `extra` are the
    caller's own blocks.

    `as_of`, an aware moment, asks what was known and true then. `filters` limit the
    passages, not the people. `profile` names the weights of the ranking and `weights`
    replaces some of them. With `log` False it leaves nothing in the recall log. For an
    `incognito` request nothing of memory is read, and nothing of it is noted anywhere: its context
    is `extra` alone.
    `is_broadcast` = anyone may read the reply, as with a newsletter: its context has no memory of
    people, places or days, whatever `place` is.

    A `mode` given as text ("voice") is the member of that value.

    Raises:
        InputError: a value is of another type, as a slug is for a place, or cannot be: there
            is no such mode, the budget is below 1 or the limit below 0.
    """

    text: str
    author: Author | None = None
    place: Place | None = None
    pending_turns: tuple[Turn, ...] = ()
    mode: Mode = Mode.TEXT
    deadline_s: float = 15.0
    budget: int | None = None
    limit: int | None = None
    extra: tuple[Contribution, ...] = ()
    incognito: bool = False
    as_of: datetime | None = None
    filters: RecallFilters = field(default_factory=RecallFilters)
    profile: str | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    is_broadcast: bool = False
    log: bool = True

    def __post_init__(self) -> None:
        check_type(self.text, str, "a request's text", "a text")
        if self.author is not None:
            accepted = 'an Author, such as Author("discord", "42"), or None'
            check_type(self.author, Author, "a request's author", accepted)
        if self.place is not None:
            check_place(self.place, "a request's place")
        turns = as_tuple(self.pending_turns, Turn, "a request's pending_turns", "a Turn")
        object.__setattr__(self, "pending_turns", turns)
        object.__setattr__(self, "mode", as_choice(self.mode, Mode, "a request's mode"))
        extra = as_tuple(self.extra, Contribution, "a request's extra", "a Contribution")
        object.__setattr__(self, "extra", extra)
        check_number(self.deadline_s, "a request's deadline_s")
        check_count(self.budget, "a request's budget", 1, optional=True)
        check_count(self.limit, "a request's limit", optional=True)
        for flag in ("incognito", "is_broadcast", "log"):
            object.__setattr__(self, flag, as_flag(getattr(self, flag), f"a request's {flag}"))
        if self.as_of is not None:
            check_type(self.as_of, datetime, "a request's as_of", "an aware datetime, or None")
        check_type(self.filters, RecallFilters, "a request's filters", "RecallFilters")
        check_text(self.profile, "a request's profile", optional=True)
        _check_weights(self.weights)


def _check_weights(given: Mapping[str, float]) -> None:
    """Which weights there are is known to the profiles; here, only that they can be some."""
    check_type(given, Mapping, "a request's weights", "a mapping of names to numbers")
    for name, weight in given.items():
        check_text(name, "a name of a request's weights")
        check_number(weight, f"{name} of a request's weights")


@dataclass(frozen=True, slots=True)
class Injection:
    """Text for a caller that builds messages: to be put before the last `depth` of them."""

    depth: int
    role: str
    text: str


class Disposition(StrEnum):
    """What became of what was considered."""

    KEPT = "kept"
    CUT = "cut"
    DROPPED = "dropped"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"
    LATE = "late"
    FAILED = "failed"
    AMBIGUOUS = "ambiguous"
    """A name of several people."""
    SEARCHED = "searched"
    """A model wished to look for more."""
    IGNORED = "ignored"
    """A model's answer that was no choice."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the trace: what was considered, and why it was kept or not.

    `hit` is the passage that was decided on, where it is one. A trace names nothing that
    the request's viewer may not see.
    """

    step: str
    subject: str
    verdict: Disposition
    reason: str = ""
    score: float | None = None
    hit: SearchHit | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """Every decision of a recall, in order, and what was degraded."""

    decisions: tuple[Decision, ...] = ()
    degraded: tuple[str, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = field(default=())
