"""Who has spoken in a history in memory, under which names, and where they were last heard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Role
from familiar_memory.history.people import is_news
from familiar_memory.testing.memory_history.rows import KeptNames, KeptPerson, KeptTurn

__all__ = ["KeptPeople"]


class KeptPeople:
    """People by platform and id, and who was last heard where: (when, in which turn)."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], KeptPerson] = {}
        self._count = 0
        self._names = 0
        self._heard: dict[tuple[str, KeptPerson], tuple[int, int]] = {}

    def find(self, author: Author) -> KeptPerson | None:
        """Who that is."""
        return self._known.get((author.platform, author.user_id))

    def every(self) -> list[KeptPerson]:
        """All of them, by platform and id."""
        return [self._known[key] for key in sorted(self._known)]

    def seen_as(self, author: Author, said_us: int) -> tuple[KeptPerson, KeptNames]:
        """A person and the names they used; notes when these were seen."""
        person = self.find(author)
        if person is None:
            self._count += 1
            person = self._known[author.platform, author.user_id] = KeptPerson(self._count)
        for names in person.names:
            if names.author == author:
                newest_us = person.newest.last_us
                if is_news(said_us, names.first_us, names.last_us, newest_us):
                    names.first_us = min(names.first_us, said_us)
                    names.last_us = max(names.last_us, said_us)
                return person, names
        self._names += 1
        person.names.append(KeptNames(self._names, author, said_us, said_us))
        return person, person.names[-1]

    def heard(self, turn: KeptTurn) -> None:
        """Remember that a person spoke in a place, unless something later is known."""
        where = (turn.turn.place.slug, turn.person)
        self._heard[where] = max(turn.by_time, self._heard.get(where, turn.by_time))

    def hear_anew(
        self, place: str, person: KeptPerson, turn: KeptTurn, every: Iterable[KeptTurn]
    ) -> None:
        """If that turn was their last here, remember what the turns say now: it may not be."""
        if self._heard.get((place, person), (0, 0))[1] != turn.id:
            return
        del self._heard[place, person]
        for one in every:
            is_theirs = one.person is person and one.turn.place.slug == place
            if is_theirs and one.turn.role is Role.USER and one.session is not None:
                self.heard(one)

    def recent(self, place: str) -> list[Author]:
        """Who was heard in a place, the latest first, under their newest names."""
        found = [(at, person) for (slug, person), at in self._heard.items() if slug == place]
        found.sort(key=lambda one: one[0], reverse=True)
        return [person.newest.author for _, person in found]

    def rooms_of(self, author: Author) -> frozenset[str]:
        """Where a person was heard."""
        person = self.find(author)
        return frozenset(slug for slug, one in self._heard if one is person)

    def who_spoke(self) -> list[Author]:
        """Everybody who was heard anywhere, by platform and id."""
        heard = {person for _, person in self._heard}
        return [one.newest.author for one in self.every() if one in heard]

    def forget(self, author: Author, turns: Iterable[KeptTurn]) -> int:
        """Leave a person without id and names, since turns are somebody's; how many went."""
        person = self._known.pop((author.platform, author.user_id), None)
        if person is None:
            return 0
        kept = min(person.names, key=lambda one: one.number)
        kept.author = Author(author.platform, f"erased-{person.number}")
        person.names = [kept]
        self._known[kept.author.platform, kept.author.user_id] = person
        for turn in turns:
            if turn.person is person:
                turn.names = kept
        self._heard = {at: seen for at, seen in self._heard.items() if at[1] is not person}
        return 1

    def forget_place(self, slug: str) -> None:
        """Nobody was heard there."""
        self._heard = {at: seen for at, seen in self._heard.items() if at[0] != slug}

    def redact(self, holds: Callable[[str], bool], turns: Collection[KeptTurn]) -> int:
        """Take away names that hold something; how many sets of names lost one."""
        count = 0
        for person in self._known.values():
            for names in [one for one in person.names if any(map(holds, _written(one.author)))]:
                count += 1
                self._rename(person, names, _without(names.author, holds), turns)
        return count

    def names_holding(self, holds: Callable[[str], bool]) -> int:
        """How many sets of names hold something."""
        every = [names for person in self._known.values() for names in person.names]
        return sum(any(map(holds, _written(names.author))) for names in every)

    def _rename(
        self, person: KeptPerson, names: KeptNames, author: Author, turns: Collection[KeptTurn]
    ) -> None:
        # What was said under it is shown with it, so these sessions are not what they were.
        shown_in = [one.session for one in turns if one.names is names and one.session is not None]
        for session in {id(one): one for one in shown_in}.values():
            session.revision += 1
        same = next((one for one in person.names if one.author == author), None)
        if same is None:
            names.author = author
            return
        person.names.remove(names)
        for turn in turns:
            if turn.names is names:
                turn.names = same


def _written(author: Author) -> list[str]:
    return [name for name in (author.display_name, author.username, *author.aliases) if name]


def _without(author: Author, holds: Callable[[str], bool]) -> Author:
    def kept(name: str | None) -> str | None:
        return None if name is None or holds(name) else name

    return replace(
        author,
        display_name=kept(author.display_name),
        username=kept(author.username),
        aliases=tuple(one for one in author.aliases if kept(one)),
    )
