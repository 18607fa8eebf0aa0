"""The words that make a bullet a fact: `works_at:: Acme`.

A predicate outside the vocabulary is an ordinary inline field of the person who wrote
it, so the vocabulary is small, stable, and extended by configuration only. What one fact does
to another follows from what its predicate says of itself here, and from `knowledge.reconcile`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from familiar_memory.errors import ConfigError

__all__ = [
    "FADES_AFTER_DAYS",
    "SAME_AS",
    "SHIPPED",
    "ObjectKind",
    "Predicate",
    "Vocabulary",
    "is_predicate_name",
]

SAME_AS = "same_as"
"""Joins the notes of one person; see `recall.twins`."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def is_predicate_name(text: str) -> bool:
    """Whether the text could be a predicate: `[a-z][a-z0-9_]{0,39}`."""
    return _NAME.fullmatch(text) is not None


class ObjectKind(StrEnum):
    """What the objects of a predicate are, where that tells when two of them are one.

    "Nadia" and "my cousin Nadia" are one living being, "Oban" and "Oban, Scotland" one place.
    "Ice cream" and "ice cream cake" are two things.
    """

    THING = "thing"
    BEING = "being"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Predicate:
    """One kind of fact; `knowledge.fact_wording` has how it reads.

    `single` = a new object replaces the one before it; otherwise objects add up. `temporary` =
    it stands beside what holds for good: it neither ends another fact nor is ended by one.
    `guarded` = somebody's health may hang on it, so nothing that is not the very same is taken
    for it. `ends` = predicates whose fact of the same object this one ends. `fades_after` = days
    after which it is no news for a prompt any more, while the note keeps it and it is found by
    whoever asks.
    """

    name: str
    single: bool = False
    temporary: bool = False
    guarded: bool = False
    objects: ObjectKind = ObjectKind.THING
    ends: tuple[str, ...] = ()
    fades_after: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        return f"<Vocabulary of {len(self)} predicates>"

    def __contains__(self, name: object) -> bool:
        return name in self.predicates

    def __iter__(self) -> Iterator[str]:
        return iter(self.predicates)

    def __len__(self) -> int:
        return len(self.predicates)


FADES_AFTER_DAYS = 90
"""Days: a season. What somebody has just bought or finished is talk for a while."""


def _one(name: str, objects: ObjectKind = ObjectKind.THING, *ends: str) -> Predicate:
    return Predicate(name, single=True, objects=objects, ends=ends)


def _many(name: str, *ends: str) -> Predicate:
    return Predicate(name, ends=ends)


def _being(name: str, *, single: bool = False) -> Predicate:
    return Predicate(name, single=single, objects=ObjectKind.BEING)


def _place(name: str, *ends: str) -> Predicate:
    return _one(name, ObjectKind.PLACE, *ends)


def _guarded(name: str) -> Predicate:
    return Predicate(name, guarded=True)


def _stay(name: str) -> Predicate:
    return Predicate(name, temporary=True, objects=ObjectKind.PLACE)


def _fading(name: str, *ends: str) -> Predicate:
    return Predicate(name, ends=ends, fades_after=FADES_AFTER_DAYS)


SHIPPED = Vocabulary.of(
    (
        _many("called"),
        _one("pronouns"),
        _one("birthday"),
        _one("born_on"),
        _place("from_place"),
        _place("born_in"),
        _place("grew_up_in"),
        _many("nationality"),
        _place("lives_in", "moving_to"),
        _many("lived_in"),
        _place("moving_to"),
        _stay("staying_in"),
        _stay("visiting"),
        _fading("traveled_to"),
        _one("timezone"),
        _many("speaks"),
        _one("works_at"),
        _many("worked_at"),
        _many("works_in"),
        _many("volunteers_at"),
        _one("job_title"),
        _one("has_role"),
        _one("has_status"),
        _one("studies"),
        _one("studies_at"),
        _many("studied_at"),
        _many("learning"),
        _being("married_to", single=True),
        _being("partner_of", single=True),
        _being("parent_of"),
        _being("child_of"),
        _being("sibling_of"),
        _being("relative"),
        _being("friend_of"),
        _being("knows"),
        _being("has_pet"),
        _many("member_of"),
        _many("likes", "dislikes"),
        _many("dislikes", "likes", "loves"),
        _many("loves", "dislikes"),
        _many("prefers"),
        _many("afraid_of"),
        _guarded("allergic_to"),
        _guarded("diet"),
        _guarded("health"),
        _fading("interested_in"),
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
        _fading("completed"),
        _fading("decided"),
        _many("uses"),
        _many("owns"),
        _fading("acquired"),
        _fading("disposed_of", "owns"),
        _many("goal"),
        _one("favorite_color"),
        _one("favorite_food"),
        _one("favorite_game"),
        _one("favorite_music"),
        _one("favorite_film"),
        _one("favorite_book"),
        _being(SAME_AS),
    )
)
"""The vocabulary that comes with the package."""
