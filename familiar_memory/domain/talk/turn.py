"""One line of conversation, as a bot hears it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from familiar_memory.domain.given import (
    as_choice,
    as_flag,
    as_texts,
    check_text,
    check_type,
)
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.domain.talk.role import Role, TurnKind
from familiar_memory.domain.talk.turn_json import turn_values

__all__ = ["Role", "StoredTurn", "Turn", "TurnKind", "TurnName"]

TurnName = tuple[str, str]
"""(place slug, ref)"""


@dataclass(frozen=True, slots=True, init=False)
class Turn:
    """One message. (`place`, `ref`) names it: the same pair again amends it.

    `timestamp` is aware (it carries an offset). `silent` turns are kept and never
    indexed. `edited` and `deleted` mark an amendment of an earlier turn. Of an `incognito`
    turn nothing is kept, and nothing is recalled for a request that replies to it. Integers in
    `ref` and `reply_to` are taken as their digits, and a `role` or `kind` given as text
    ("assistant") as the member of that value.

    Raises:
        InputError: a ref is neither a text nor an integer, or a value is of another type.
    """

    ref: str
    timestamp: datetime
    place: Place
    author: Author
    text: str
    role: Role
    kind: TurnKind
    reply_to: str | None
    silent: bool
    edited: bool
    deleted: bool
    actions: tuple[str, ...]
    incognito: bool

    def __init__(
        self,
        ref: str | int,
        timestamp: datetime,
        place: Place,
        author: Author,
        text: str,
        role: Role | Literal["user", "assistant"] = Role.USER,
        kind: TurnKind | Literal["interactive", "automated"] = TurnKind.INTERACTIVE,
        reply_to: str | int | None = None,
        silent: bool = False,
        edited: bool = False,
        deleted: bool = False,
        actions: Iterable[str] = (),
        incognito: bool = False,
    ) -> None:
        object.__setattr__(self, "ref", as_id(ref, "a turn's ref"))
        check_type(timestamp, datetime, "a turn's timestamp", "an aware datetime")
        object.__setattr__(self, "timestamp", timestamp)
        check_place(place, "a turn's place")
        object.__setattr__(self, "place", place)
        check_type(author, Author, "a turn's author", 'an Author, such as Author("discord", "42")')
        object.__setattr__(self, "author", author)
        if reply_to is not None:
            reply_to = as_id(reply_to, "a turn's reply_to")
        object.__setattr__(self, "reply_to", reply_to)
        check_text(text, "a turn's text")
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "role", as_choice(role, Role, "a turn's role"))
        object.__setattr__(self, "kind", as_choice(kind, TurnKind, "a turn's kind"))
        flags = {"silent": silent, "edited": edited, "deleted": deleted, "incognito": incognito}
        for flag, given in flags.items():
            object.__setattr__(self, flag, as_flag(given, f"a turn's {flag}"))
        object.__setattr__(self, "actions", as_texts(actions, "a turn's actions"))

    @classmethod
    def from_json(cls, line: object) -> Turn:
        """Read one decoded JSON value, with the keys of `domain.talk.turn_json`.

        Raises:
            InputError: it names the key, what was given, and what would be accepted.
        """
        return cls(**turn_values(line))


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as history keeps it: `id` grows with the order of arrival."""

    id: int
    turn: Turn
    session: str
