"""What files of people are called, and which names links to notes use."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import PurePosixPath

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.file_names import file_name
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError
from familiar_memory.history.base import HistoryReader
from familiar_memory.notes.register.register import TreeRegister

__all__ = ["FileNames", "readable_name"]


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
        for slug in missing:
            author = speaking[slug]
            name = readable_name(author) or self.heard(author)
            links[note_of_person(slug)] = self._register.reserve(note_of_person(slug), name)
        return links

    def heard(self, author: Author) -> str:
        """The newest name of a person in any room that is not private; "" where there is none."""
        open_places = [place for place in self._history.places() if not place.is_private]
        rooms = self._history.rooms_of(author)
        heard = [place.slug for place in open_places if place.slug in rooms]
        named = [one for one in self._history.names_in(heard) if one.slug == author.slug]
        return readable_name(named[-1]) if named else ""


def readable_name(author: Author) -> str:
    """What a file can be called after somebody; "" where only their id says who they are."""
    return next(filter(None, map(file_name, author.known_names)), "")


def _unnamed(author: Author) -> Author:
    return Author(author.platform, author.user_id)
