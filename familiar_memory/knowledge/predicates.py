"""The words that make a bullet a fact: `works_at:: Acme`.

A predicate outside the vocabulary is an ordinary inline field of the person who wrote
it, so the vocabulary is small, stable, and extended by configuration only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from familiar_memory.errors import ConfigError

__all__ = ["SAME_AS", "SHIPPED", "Predicate", "Vocabulary", "is_predicate_name"]

SAME_AS = "same_as"
"""Joins the notes of one person; see `recall.twins`."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def is_predicate_name(text: str) -> bool:
    """Whether the text could be a predicate: `[a-z][a-z0-9_]{0,39}`."""
    return _NAME.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Predicate:
    """One kind of fact; `knowledge.fact_wording` has how it reads.

    `single` = a new object replaces the one before it; otherwise objects add up. `symmetric` =
    it holds both ways.
    """

    name: str
    single: bool = False
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A fixed set of predicates, by name; iterates in its own order."""

    predicates: Mapping[str, Predicate] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Equal ones have the same names."""
        return hash(frozenset(self.predicates))

    @classmethod
    def of(cls, predicates: Iterable[Predicate]) -> Vocabulary:
        """Build a vocabulary; of two predicates with one name the later counts.

        Raises:
            ConfigError: a name is not a predicate name.
        """
        entries: dict[str, Predicate] = {}
        for predicate in predicates:
            if not is_predicate_name(predicate.name):
                raise ConfigError(
                    f"{predicate.name!r} can't be a predicate",
                    "a lower-case letter, then up to 39 lower-case letters, digits or underscores",
                )
            entries[predicate.name] = predicate
        return cls(MappingProxyType(entries))

    def extended(self, more: Iterable[Predicate]) -> Vocabulary:
        """This vocabulary and more; a predicate of the same name is replaced.

        Raises:
            ConfigError: a name is not a predicate name.
        """
        return Vocabulary.of((*self.predicates.values(), *more))

    def get(self, name: str) -> Predicate | None:
        """The predicate of that name, if it is in the vocabulary."""
        return self.predicates.get(name)

    def is_single(self, name: str) -> bool:
        """Whether a new object of this predicate replaces the one before it."""
        found = self.predicates.get(name)
        return found is not None and found.single

    def __contains__(self, name: object) -> bool:
        return name in self.predicates

    def __iter__(self) -> Iterator[str]:
        return iter(self.predicates)

    def __len__(self) -> int:
        return len(self.predicates)


def _one(name: str) -> Predicate:
    return Predicate(name, single=True)


def _many(name: str) -> Predicate:
    return Predicate(name)


def _mutual(name: str, *, single: bool = False) -> Predicate:
    return Predicate(name, single=single, symmetric=True)


SHIPPED = Vocabulary.of(
    (
        _many("called"),
        _one("pronouns"),
        _one("birthday"),
        _one("born_on"),
        _one("from_place"),
        _one("born_in"),
        _one("grew_up_in"),
        _many("nationality"),
        _one("lives_in"),
        _many("lived_in"),
        _one("moving_to"),
        _one("timezone"),
        _many("speaks"),
        _one("works_at"),
        _many("worked_at"),
        _many("works_in"),
        _many("volunteers_at"),
        _one("job_title"),
        _one("studies"),
        _one("studies_at"),
        _many("studied_at"),
        _many("learning"),
        _mutual("married_to", single=True),
        _mutual("partner_of", single=True),
        _many("parent_of"),
        _many("child_of"),
        _mutual("sibling_of"),
        _many("relative"),
        _mutual("friend_of"),
        _many("knows"),
        _many("has_pet"),
        _many("member_of"),
        _many("likes"),
        _many("dislikes"),
        _many("loves"),
        _many("afraid_of"),
        _many("allergic_to"),
        _many("diet"),
        _many("health"),
        _many("interested_in"),
        _many("plays"),
        _many("played"),
        _many("reads"),
        _many("watches"),
        _many("listens_to"),
        _many("collects"),
        _many("streams"),
        _many("creates"),
        _many("created"),
        _many("maintains"),
        _many("works_on"),
        _many("uses"),
        _many("owns"),
        _many("goal"),
        _one("favorite_color"),
        _one("favorite_food"),
        _one("favorite_game"),
        _one("favorite_music"),
        _one("favorite_film"),
        _one("favorite_book"),
        _mutual(SAME_AS),
    )
)
"""The vocabulary that comes with the package."""
