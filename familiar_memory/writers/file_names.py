"""What files of people are called, and which names links to notes use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import PurePosixPath

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.file_names import file_name
from familiar_memory.domain.text.slugs import platform_slug
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError
from familiar_memory.history.base import HistoryReader
from familiar_memory.notes.register.register import TreeRegister

__all__ = ["FileNames"]

_ID = re.compile(r"[0-9]{15}|\A(?:[a-z0-9]+-)?[0-9]{6,}\Z")
"""Ids of platforms are numbers, and as long as this one: few names are."""


class FileNames:
    """The stems by which notes are linked: of those that stand, and of those that will be made.

    A person is called as they are where talk is not private: the name of a file is seen by
    whoever is given the folder.
    """

    def __init__(self, history: HistoryReader, register: TreeRegister) -> None:
        self._history = history
        self._register = register

    def links(self, turns: Iterable[StoredTurn]) -> dict[str, str]:
        """The stem of each note whose key does not say it, by key; of those who speak, all."""
        speaking: dict[str, Author] = {}
        for stored in turns:
            turn = stored.turn
            if turn.role is not Role.USER:
                continue
            if not turn.place.is_private:
                speaking[turn.author.slug] = turn.author
            else:
                speaking.setdefault(turn.author.slug, _unnamed(turn.author))
        links = {key: PurePosixPath(path).stem for path, key in self._register.keys().items()}
        missing = [s for s in speaking if self._register.path_of(note_of_person(s)) is None]
        if missing:
            with suppress(StoreError):
                self._register.look_at_all()
        named = {slug: self._readable(speaking[slug]) for slug in missing}
        heard = self.heard([speaking[slug] for slug, name in named.items() if not name])
        for slug, name in named.items():
            key = note_of_person(slug)
            links[key] = self._register.reserve(key, name or heard.get(slug, ""))
        return links

    def heard(self, people: Collection[Author]) -> dict[str, str]:
        """The newest name of each in any room that is not private, by slug, where there is one.

        All are asked about at once: who was called what is found in the turns of their rooms.
        """
        if not people:
            return {}
        wanted = {author.slug for author in people}
        rooms = frozenset[str]().union(*map(self._history.rooms_of, people))
        places = [one.slug for one in self._history.places() if not one.is_private]
        said = self._history.names_in([slug for slug in places if slug in rooms])
        newest = {author.slug: author for author in said if author.slug in wanted}
        return {slug: self._readable(author) for slug, author in newest.items()}

    def _readable(self, author: Author) -> str:
        """What a file can be called after somebody; "" where only their id says who they are.

        No name that reads as an id is one: it may be another person's, which a link by that name
        would mean, and with whom the file would be forgotten.
        """
        names = filter(None, map(file_name, author.known_names))
        return next((name for name in names if not self._reads_as_id(name, author)), "")

    def _reads_as_id(self, name: str, author: Author) -> bool:
        folded = name.casefold()
        if _ID.search(folded) is not None:
            return True
        if "-" not in folded:
            return False
        # What begins with a platform where people speak may be the id of somebody there.
        platforms = {author.platform, *(place.platform for place in self._history.places())}
        return any(folded.startswith(f"{platform_slug(one)}-") for one in platforms)


def _unnamed(author: Author) -> Author:
    return Author(author.platform, author.user_id)
