"""What somebody wants to be forgotten, found: people, subjects, places, turns, lines, a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import TurnName

__all__ = ["FreedOriginal", "WantedGone", "WantedPerson"]


@dataclass(frozen=True, slots=True)
class WantedPerson:
    """Somebody, by slug; `names` are all that they went by.

    `author` is None for one who has a note and never spoke, whose id the slug does not say.
    """

    slug: str
    author: Author | None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FreedOriginal:
    """A line that stands for itself again, since what it was merged `into` goes, by key and id."""

    name: RecordName
    into: str
    text: str


@dataclass(frozen=True, slots=True)
class WantedGone:
    """All of it goes; a place within a time only with what was said there then.

    `topics` are keys of notes, `places` slugs, `turns` (place slug, ref). `lines` are records, by
    their text; `texts` stand in lines of notes and messages, letter by letter. `since` and
    `until` are aware; the first moment is in it, the last is not.
    """

    people: tuple[WantedPerson, ...] = ()
    topics: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    turns: frozenset[TurnName] = frozenset()
    lines: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def has_span(self) -> bool:
        """Whether a time is meant."""
        return self.since is not None or self.until is not None

    def is_within(self, moment: datetime) -> bool:
        """Whether a moment is in the time that is meant; all are where none is."""
        return (self.since is None or moment >= self.since) and (
            self.until is None or moment < self.until
        )
