"""Where something was said in a history in memory, and what turns call it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from familiar_memory.domain.talk.place import Place
from familiar_memory.testing.memory_history.rows import KeptTurn

__all__ = ["KeptPlaces"]

_Names = tuple[str | None, str | None]


class KeptPlaces:
    """Places by slug. What one is called is kept with the turns that say so."""

    def __init__(self) -> None:
        self._known: dict[str, Place] = {}
        self._given: set[_Names] = set()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._known)

    def see(self, place: Place) -> None:
        """Remember a place, and that it was called so."""
        self._known.setdefault(place.slug, replace(place, name=None, guild_name=None))
        self._given |= {_names(place)} - {(None, None)}

    def called(self, turns: Iterable[KeptTurn]) -> dict[str, Place]:
        """All of them by slug, as the turn calls each that was said last of those naming it."""
        names = {
            one.turn.place.slug: _names(one.turn.place)
            for one in sorted(turns, key=lambda one: one.by_time)
            if any(_names(one.turn.place))
        }
        return {
            slug: _named(self._known[slug], names.get(slug, (None, None)))
            for slug in sorted(self._known)
        }

    def forget_rooms(self, rooms: Iterable[str], turns: Iterable[KeptTurn]) -> None:
        """Forget what the direct messages among these are called: by whom they are with."""
        turns = list(turns)
        dms = {slug for slug in rooms if self._known[slug].is_dm}
        for turn in turns:
            if turn.turn.place.slug in dms:
                turn.turn = replace(turn.turn, place=_named(turn.turn.place, (None, None)))
        self._given = {_names(turn.turn.place) for turn in turns} - {(None, None)}

    def is_known(self, slug: str) -> bool:
        """Whether anything was recorded there."""
        return slug in self._known

    def forget(self, slug: str) -> Place:
        """Give a place a name that says nothing, in the place of its own; the new one."""
        number = 1 + list(self._known).index(slug)
        known = list(self._known.values())
        erased = replace(known[number - 1], channel=f"erased-{number}", guild=None)
        known[number - 1] = erased
        self._known = {place.slug: place for place in known}
        return erased

    def redact(self, holds: Callable[[str], bool], turns: Iterable[KeptTurn]) -> int:
        """Take away names that hold something; how many sets of names lost one."""
        held = {names for names in self._given if _hold(names, holds)}
        for turn in turns:
            if _names(turn.turn.place) in held:
                rest = _without(_names(turn.turn.place), holds)
                turn.turn = replace(turn.turn, place=_named(turn.turn.place, rest))
        rest_of_all = {_without(names, holds) for names in held}
        self._given = ((self._given - held) | rest_of_all) - {(None, None)}
        return len(held)

    def names_holding(self, holds: Callable[[str], bool]) -> int:
        """How many sets of names hold something."""
        return sum(_hold(names, holds) for names in self._given)


def _names(place: Place) -> _Names:
    return place.name, place.guild_name


def _named(place: Place, names: _Names) -> Place:
    return replace(place, name=names[0], guild_name=names[1])


def _hold(names: _Names, holds: Callable[[str], bool]) -> bool:
    return any(name is not None and holds(name) for name in names)


def _without(names: _Names, holds: Callable[[str], bool]) -> _Names:
    name, guild_name = (None if one is None or holds(one) else one for one in names)
    return name, guild_name
