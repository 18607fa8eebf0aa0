"""Who is there: names that are easily taken for each other, and ids that are not."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from benchmarks.year.words import GROUPS, things
from familiar_memory import Author

__all__ = ["BOT", "Person", "cast"]

BOT = Author("discord", "908114276305596426", "Ember")

_PLATFORM = "discord"
_FIRST_ID = 200_000_000_000_000_000
_ALIKE_OF_ALL = 6


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody: how much they talk, whether they write in lower case, and in whose wordings.

    `later` is what they call themselves from the middle of the year on.
    """

    number: int
    author: Author
    later: Author
    weight: float
    is_lower: bool
    group: str
    has_twin: bool

    @property
    def name(self) -> str:
        """What they call themselves at the end."""
        return self.later.display_name or ""


def cast(people: int, seed: int) -> tuple[Person, ...]:
    """So many people; about every sixth bears a name like another's."""
    chance = Random(f"{seed}/cast")
    alike, others = list(things("alike")), list(things("names"))
    chance.shuffle(others)
    few = min(len(alike), people // _ALIKE_OF_ALL)
    names = [*alike[:few], *others][:people]
    names += [f"{name} {number}" for number, name in enumerate(others[: people - len(names)], 2)]
    return tuple(_person(number, name, names, chance) for number, name in enumerate(names))


def _person(number: int, name: str, names: list[str], chance: Random) -> Person:
    who = str(_FIRST_ID + chance.randrange(10**17))
    author = Author(_PLATFORM, who, name)
    has_twin = names.count(name) > 1
    renamed = not has_twin and chance.random() < 0.05
    later = Author(_PLATFORM, who, f"{name} the Second") if renamed else author
    weight = 1 / (1 + chance.randrange(20))
    return Person(
        number, author, later, weight, chance.random() < 0.4, GROUPS[number % len(GROUPS)], has_twin
    )
