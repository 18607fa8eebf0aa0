"""People and places of a history file, as its readers ask for them."""

from __future__ import annotations

from collections.abc import Collection

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.history import people
from familiar_memory.history.database import Database
from familiar_memory.history.people import SeenNames
from familiar_memory.history.places import all_places, place_id, places_named

__all__ = ["SqlitePeopleRows"]


class SqlitePeopleRows:
    """The `PeopleRows` of a history file; each is read in one transaction."""

    _database: Database

    def authors(self) -> list[Author]:
        """Everybody who ever spoke, under their newest names, by platform and id."""
        with self._database.reading() as connection:
            return people.all_people(connection)

    def names_of(self, author: Author) -> list[SeenNames]:
        """Every set of names that a person went by, the latest first."""
        with self._database.reading() as connection:
            return people.names_of(connection, author)

    def names_of_everybody(self) -> list[SeenNames]:
        """Every set of names of each of the `authors` in turn, the latest first."""
        with self._database.reading() as connection:
            return people.names_of_everybody(connection)

    def names_in(self, places: Collection[str], after_id: int = 0) -> list[Author]:
        """Everybody who has spoken in these places, once for each set of names used there.

        Only in turns that arrived after that one.
        """
        with self._database.reading() as connection:
            return people.names_in(connection, places, after_id)

    def recent_distinct_authors(self, place: Place | str, limit: int = 5) -> list[Author]:
        """The people (never the familiar) last heard in a place, the latest first.

        Takes the same time however long the history is.
        """
        slug = place if isinstance(place, str) else place.slug
        with self._database.reading() as connection:
            row = place_id(connection, slug)
            return [] if row is None else people.recent_authors(connection, row, limit)

    def places(self) -> list[Place]:
        """Every place in which something was recorded, by slug, under its newest names."""
        with self._database.reading() as connection:
            return all_places(connection)

    def places_named(self, slugs: Collection[str]) -> dict[str, Place]:
        """The places of these slugs, under their newest names; without those unknown."""
        with self._database.reading() as connection:
            return places_named(connection, slugs)

    def rooms_of(self, author: Author) -> frozenset[str]:
        """The slugs of the places in which a person has spoken."""
        with self._database.reading() as connection:
            return people.rooms_of(connection, author)
