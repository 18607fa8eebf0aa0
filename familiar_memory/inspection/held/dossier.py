"""What is known of a person, for them: an answer to "what do you know about me?".

By default it has what that person may know: what they said, wherever it was, and what was said
or noted in rooms that they share. What others said of them elsewhere was said in confidence; it
is counted, and left out, until the owner asks for all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

__all__ = ["AskedRecall", "Dossier", "HeldFact", "HeldReply", "KnownLine", "KnownNames", "SaidTurn"]


@dataclass(frozen=True, slots=True)
class KnownNames:
    """One set of names that a person went by."""

    names: tuple[str, ...]
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class HeldFact:
    """What is held of them: `state` is live, ended or wrong, as of when it was gathered.

    A fact whose `until` or expiry has passed is ended, struck or not. Dates are as written.
    """

    predicate: str
    object: str
    state: str
    since: str | None
    until: str | None
    learned: str | None
    place: str | None
    refs: tuple[str, ...]
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A line of a note: of theirs, or of another that cites or links them. `line` from 1."""

    path: str
    line: int
    text: str
    audience: str


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A message: theirs, or (`author`) one of somebody else that names their id."""

    place: str
    ref: str
    at: datetime
    author: str
    text: str


@dataclass(frozen=True, slots=True)
class AskedRecall:
    """That something was recalled for a reply to them: when, where, how much was shown."""

    at: datetime
    place: str | None
    surfaced: int
    question: str | None


@dataclass(frozen=True, slots=True)
class HeldReply:
    """What a model said of a batch that failed, in which they spoke; `batch` is its id."""

    batch: int
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that is known of one person; `left_out` counts lines and messages kept from them.

    `replies` may speak of everything that a model was shown, so only the owner has them.
    `unread` are notes that could not be read, so that more may be known: theirs, and of all rooms
    any. A note of others that cannot be read is one of those left out.
    """

    slug: str
    ids: tuple[str, ...]
    names: tuple[KnownNames, ...]
    rooms: tuple[str, ...]
    facts: tuple[HeldFact, ...]
    lines: tuple[KnownLine, ...]
    elsewhere: tuple[KnownLine, ...]
    turns: tuple[SaidTurn, ...]
    mentions: tuple[SaidTurn, ...]
    recalls: tuple[AskedRecall, ...]
    left_out: int
    unread: tuple[str, ...] = ()
    replies: tuple[HeldReply, ...] = ()
