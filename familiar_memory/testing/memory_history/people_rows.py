"""People and places of a history in memory, as its readers ask for them."""

from __future__ import annotations

from collections.abc import Collection

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role
from familiar_memory.history.moments import from_us
from familiar_memory.history.people import SeenNames
from familiar_memory.testing.memory_history.held import KeptHistory

__all__ = ["MemoryPeopleRows"]


class MemoryPeopleRows(KeptHistory):
    """The `PeopleRows` of a history in memory."""

    def authors(self) -> list[Author]:
        """Everybody who ever spoke, under their newest names, by platform and id."""
        with self._asked() as talk:
            return talk.people.who_spoke()

    def names_of(self, author: Author) -> list[SeenNames]:
        """Every set of names that a person went by, the latest first."""
        with self._asked() as talk:
            person = talk.people.find(author)
            names = [] if person is None else person.names
            latest_first = sorted(names, key=lambda one: (one.last_us, one.number), reverse=True)
            return [
                SeenNames(one.author, from_us(one.first_us), from_us(one.last_us))
                for one in latest_first
            ]

    def names_of_everybody(self) -> list[SeenNames]:
        """Every set of names of each of the `authors` in turn, the latest first."""
        return [one for author in self.authors() for one in self.names_of(author)]

    def names_in(self, places: Collection[str], after_id: int = 0) -> list[Author]:
        """Everybody who has spoken in these places, once for each set of names used there."""
        with self._asked() as talk:
            used = {
                one.names
                for one in talk.turns[max(after_id, 0) :]
                if one.turn.role is Role.USER and one.turn.place.slug in places
            }
            return [one.author for one in sorted(used, key=lambda one: one.number)]

    def recent_distinct_authors(self, place: Place | str, limit: int = 5) -> list[Author]:
        """The people (never the familiar) last heard in a place, the latest first."""
        with self._asked() as talk:
            return talk.people.recent(place if isinstance(place, str) else place.slug)[:limit]

    def places(self) -> list[Place]:
        """Every place in which something was recorded, by slug, under its newest names."""
        with self._asked() as talk:
            return list(talk.places.called(talk.turns).values())

    def places_named(self, slugs: Collection[str]) -> dict[str, Place]:
        """The places of these slugs, under their newest names; without those unknown."""
        with self._asked() as talk:
            called = talk.places.called(talk.turns)
            return {slug: called[slug] for slug in slugs if slug in called}

    def rooms_of(self, author: Author) -> frozenset[str]:
        """The slugs of the places in which a person has spoken."""
        with self._asked() as talk:
            return talk.people.rooms_of(author)
