"""What a world is made of: plain values, so that Hypothesis can shrink them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from people_and_places import TAVERN

from familiar_memory.domain.question.context import Mode
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.knowledge.audience import AudiencePolicy

__all__ = [
    "DM_42",
    "DM_7",
    "FIRST",
    "NOW",
    "GARDEN",
    "MODS",
    "ABROAD",
    "PLACES",
    "CLOSED",
    "Change",
    "Line",
    "MadePrivate",
    "Note",
    "Question",
    "Said",
    "Unsaid",
    "World",
    "TAVERN",
    "Event",
    "Wrote",
]

GARDEN = Place("discord", "garden", "lantern", name="the green")
SHED = Place("discord", "garden", "lantern", name="the shed", guild_name="Mutiny")
"""The garden as others call it: what a room is called may be known from what is forbidden."""
MODS = Place("discord", "mods", "lantern", private=True, name="plotters")
ABROAD = Place("discord", "hall", "abroad")
DM_42 = Place("discord", "42", kind=PlaceKind.DM)
DM_7 = Place("discord", "7", kind=PlaceKind.DM)
PLACES = (TAVERN, GARDEN, SHED, MODS, ABROAD, DM_42, DM_7)
CLOSED = tuple(replace(place, private=True) for place in PLACES if not place.private)
"""What the open rooms are when they have become private."""
FIRST = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Line:
    """A bullet: its words, its `in:`, how its tail is written, its children.

    By its kind it is a fact, links somewhere, bears tags, or is struck; `size` repeats the
    words, and `tail` is a name in `pages.TAILS`.
    """

    words: tuple[str, ...] = ("tea",)
    audience: str | None = None
    tail: str = ""
    size: int = 1
    children: tuple[Line, ...] = ()
    kind: str = ""


@dataclass(frozen=True)
class Note:
    """A file: how its frontmatter says for whom it is, names, and sections of bullets.

    `front` is an audience, a name in `pages.FRONTS`, or None for no word of it. A section is
    its heading, a third heading, its bullets, and whether a tail on it keeps it to the owner.
    """

    path: str
    title: str = "Will"
    front: str | None = None
    names: tuple[str, ...] = ()
    sections: tuple[tuple[str, str | None, tuple[Line, ...], bool], ...] = ()


@dataclass(frozen=True)
class Said:
    """A turn: where, who under what names, the words, and how many minutes after the last."""

    place: Place
    user: str
    name: str
    text: str
    minutes: int = 1
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unsaid:
    """An earlier turn (counted among those said) is deleted, or edited when there is a text."""

    turn: int
    text: str = ""


@dataclass(frozen=True)
class MadePrivate:
    """An earlier turn comes again as private, since its room is by now; in a DM nothing happens."""

    turn: int


@dataclass(frozen=True)
class Wrote:
    """The writer runs."""


@dataclass(frozen=True)
class Change:
    """A person saves a note: `kind` says what they changed.

    narrow, reword, strike, drop (a line, by its number) · front, retitle, rename, delete,
    break (the note). `value` is the audience, word, front, title, path or way of breaking.
    """

    note: int
    kind: str
    line: int = 0
    value: str = "owner"


Event = Said | Unsaid | MadePrivate | Wrote | Change


@dataclass(frozen=True)
class World:
    """The notes at first, then what happens; `race` happens while the question is answered."""

    notes: tuple[Note, ...] = ()
    events: tuple[Event, ...] = ()
    race: Unsaid | MadePrivate | Change | None = None


@dataclass(frozen=True)
class Question:
    """Who asks what, where and how."""

    text: str
    place: Place = TAVERN
    user: str = "9"
    policy: AudiencePolicy = AudiencePolicy.GUILD
    mode: Mode = Mode.TEXT
    is_broadcast: bool = False
    ways: tuple[int, ...] = ()
    as_of: int | None = None
    budget: int | None = None
    extra: bool = False
    pending: str = ""
    reply_to: int | None = None
