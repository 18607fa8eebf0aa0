"""What a history in memory holds: people under their names, sessions, and turns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.session_keys import session_key
from familiar_memory.history.sessions.membership import Session

__all__ = ["KeptNames", "KeptPerson", "KeptSession", "KeptTurn"]


@dataclass(eq=False)
class KeptNames:
    """One set of names of a person, when they were first and last seen, and which came first."""

    number: int
    author: Author
    first_us: int
    last_us: int


@dataclass(eq=False)
class KeptPerson:
    """Somebody who has spoken, under each set of names."""

    number: int
    names: list[KeptNames] = field(default_factory=list)

    @property
    def newest(self) -> KeptNames:
        """The names that they went by last."""
        return max(self.names, key=lambda one: (one.last_us, one.number))


@dataclass(eq=False)
class KeptSession:
    """A session; one without turns keeps its revision for the next under its number."""

    number: int
    place: str
    ordinal: int
    first_us: int
    last_us: int
    turn_count: int = 1
    revision: int = 1
    is_full: bool = False

    @property
    def key(self) -> str:
        """By what it is found."""
        return session_key(self.place, self.ordinal)

    @property
    def told(self) -> Session:
        """As it is given out."""
        first, last = from_us(self.first_us), from_us(self.last_us)
        counts = (self.turn_count, self.revision)
        return Session(self.key, self.place, self.ordinal, first, last, *counts)


@dataclass(eq=False)
class KeptTurn:
    """A turn, who said it under which names, when it was amended, and where it belongs."""

    id: int
    turn: Turn
    person: KeptPerson
    names: KeptNames
    amended_us: int | None = None
    session: KeptSession | None = None

    @property
    def said_us(self) -> int:
        """When it was said."""
        return to_us(self.turn.timestamp)

    @property
    def by_time(self) -> tuple[int, int]:
        """By what turns of a place are ordered: when they were said, then when they came."""
        return self.said_us, self.id

    @property
    def name(self) -> tuple[str, str]:
        """By what it is found: (place slug, ref)."""
        return self.turn.place.slug, self.turn.ref

    @property
    def told(self) -> StoredTurn:
        """As it is given out: under the names of that day."""
        turn = replace(self.turn, author=self.names.author)
        return StoredTurn(self.id, turn, "" if self.session is None else self.session.key)
