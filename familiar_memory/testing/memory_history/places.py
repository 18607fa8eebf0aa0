"""Where something was said in a history in memory, and what people called it last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from familiar_memory.domain.talk.place import Place
from familiar_memory.history.places import GivenName, name_now

__all__ = ["KeptPlace", "KeptPlaces"]

_NO_NAME = GivenName()


@dataclass(eq=False)
class KeptPlace:
    """A place, and what it and its guild are called."""

    place: Place
    """Without names."""
    name: GivenName = _NO_NAME
    guild_name: GivenName = _NO_NAME

    @property
    def named(self) -> Place:
        """The place under its newest names."""
        return replace(self.place, name=self.name.name, guild_name=self.guild_name.name)


class KeptPlaces:
    """Places by slug, each under its newest names."""

    def __init__(self) -> None:
        self._known: dict[str, KeptPlace] = {}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._known)

    def seen(self, place: Place) -> KeptPlace:
        """What is kept of a place, which may be new."""
        bare = replace(place, name=None, guild_name=None)
        return self._known.setdefault(place.slug, KeptPlace(bare))

    def named_by(self, slug: str, place: Place, said_us: int) -> None:
        """Remember what a turn of that moment calls the place of that slug, and its guild."""
        kept = self._known[slug]
        kept.name = name_now(kept.name, place.name, said_us)
        kept.guild_name = name_now(kept.guild_name, place.guild_name, said_us)

    def forget_names(self, slug: str) -> None:
        """Forget what a place is called, until the next turn says so."""
        self._known[slug].name = self._known[slug].guild_name = _NO_NAME

    def forget_name(self, slug: str) -> None:
        """As `forget_names`, but the guild keeps its name."""
        self._known[slug].name = _NO_NAME

    def every(self) -> list[Place]:
        """All of them, by slug."""
        return [self._known[slug].named for slug in sorted(self._known)]

    def find(self, slug: str) -> Place | None:
        """The place of that slug."""
        kept = self._known.get(slug)
        return None if kept is None else kept.named

    def redact(self, holds: Callable[[str], bool]) -> int:
        """Take away names that hold something; how many."""
        count = 0
        for kept in self._known.values():
            if kept.name.name is not None and holds(kept.name.name):
                kept.name = _NO_NAME
                count += 1
            if kept.guild_name.name is not None and holds(kept.guild_name.name):
                kept.guild_name = _NO_NAME
                count += 1
        return count

    def names_holding(self, holds: Callable[[str], bool]) -> int:
        """How many names hold something."""
        names = [n for one in self._known.values() for n in (one.name.name, one.guild_name.name)]
        return sum(name is not None and holds(name) for name in names)
