"""`[memory]`: what is kept at all, and where nothing is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated

from pydantic import AfterValidator

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.place import Place, parse_place_slug
from familiar_memory.domain.talk.turn import Turn

__all__ = ["MemoryMode", "MemorySettings"]


class MemoryMode(StrEnum):
    """Whether a familiar remembers."""

    PERSISTENT = "persistent"
    INCOGNITO = "incognito"


def _places(given: tuple[str, ...]) -> tuple[str, ...]:
    """What names no place would keep nothing from being kept: it is refused."""
    for one in given:
        if parse_place_slug(one.replace("*", "x")) is None:
            raise ValueError(
                f"{one!r} is no slug of a place; `discord-dm-42`, `discord-lantern.tavern` and"
                " `discord-dm-*` are"
            )
    return given


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """The mode of a familiar, and the places in which it is incognito whatever its mode.

    Whoever is incognito in one of these ways is so: none of them takes another back.
    """

    mode: MemoryMode = MemoryMode.PERSISTENT
    incognito_places: Annotated[tuple[str, ...], AfterValidator(_places)] = ()

    @property
    def is_incognito(self) -> bool:
        """Whether all of the familiar is."""
        return self.mode is MemoryMode.INCOGNITO

    def is_incognito_in(self, place: Place | None) -> bool:
        """Whether nothing of this place is kept; a room that becomes private is the same one."""
        if self.is_incognito or place is None:
            return self.is_incognito
        slugs = [one.slug for one in (place, place.twin) if one is not None]
        return any(fnmatchcase(slug, one) for one in self.incognito_places for slug in slugs)

    def keeps_out(self, turn: Turn) -> bool:
        """Whether nothing of this turn is kept."""
        return turn.incognito or self.is_incognito_in(turn.place)

    def hides_from(self, request: RecallRequest) -> bool:
        """Whether nothing is read for this request: by itself, its place, or what it answers."""
        asked = request.incognito or any(map(self.keeps_out, request.pending_turns))
        return asked or self.is_incognito_in(request.place)
