"""Who may know what, written a second time: nothing here comes from `knowledge.audience`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from familiar_memory.domain.talk.place import Place
from worlds.values import CLOSED, PLACES, MadePrivate, Question, Said, Unsaid, World

__all__ = ["Eyes", "eyes_of", "meant", "narrowed", "standing_places"]

_RENAMED = re.compile(r"(?:-[ab])+\Z")
_BY_SLUG = {place.slug: place for place in (*PLACES, *CLOSED)}


def standing_places(world: World) -> list[Place]:
    """Where each turn, in the order of saying, stands in the end: once private, always private."""
    places: list[Place] = []
    deleted: set[int] = set()
    for event in (*world.events, world.race):
        if isinstance(event, Said):
            places.append(event.place)
        elif isinstance(event, Unsaid) and places and not event.text:
            deleted.add(event.turn % len(places))
        elif isinstance(event, MadePrivate) and places:
            turn = event.turn % len(places)
            twin = places[turn].twin
            if twin is not None and twin.private and turn not in deleted:
                places[turn] = twin
    return places


def narrowed(*keys: str) -> str:
    """The audience of what several limit."""
    limited = {key for key in keys if key != "everyone"}
    return "everyone" if not limited else limited.pop() if len(limited) == 1 else "owner"


def meant(written: str) -> str:
    """The audience that is meant by what is written; the owner's, where that is nothing."""
    if written == "public":
        return "everyone"
    return written if written == "everyone" or written in _BY_SLUG else "owner"


class Eyes:
    """What the people of one room see."""

    def __init__(self, question: Question, spoken_in: Iterable[Place]) -> None:
        self._asked = question
        is_dm = question.place.slug.startswith("discord-dm-")
        self._rooms = frozenset(spoken_in) if is_dm else frozenset()

    def see(self, audience: str) -> bool:
        """Whether what is for this audience may be told them."""
        asked = self._asked
        if audience == "everyone" or asked.is_broadcast:
            return audience == "everyone"
        if audience == asked.place.slug:
            return True
        # A renamed `channels/` note is that of another room, next to the one it was of.
        room = _BY_SLUG.get(audience) or _BY_SLUG.get(_RENAMED.sub("", audience))
        if room is None or room.slug.startswith("discord-dm-"):
            return False
        if audience in _BY_SLUG and room in self._rooms:
            return True
        if room.private or asked.policy == "strict":
            return False
        members_of = {place.guild for place in (asked.place, *self._rooms)}
        return asked.policy == "open" or room.guild in members_of


class _AllSeeing(Eyes):
    def __init__(self) -> None:
        pass

    def see(self, audience: str) -> bool:
        return True


ALL_SEEING = _AllSeeing()
"""Those of the world as it is."""


def eyes_of(world: World, question: Question) -> Eyes:
    """The eyes of whoever asks, who in a direct message is one person."""
    said = [one for one in world.events if isinstance(one, Said)]
    stands = zip(said, standing_places(world), strict=True)
    return Eyes(question, {place for one, place in stands if one.user == question.user})
