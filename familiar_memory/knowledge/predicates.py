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

_Labels = tuple[tuple[str, str], ...]
SAME_AS = "same_as"
"""Joins the notes of one person; see `recall.twins`."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def is_predicate_name(text: str) -> bool:
    """Whether the text could be a predicate: `[a-z][a-z0-9_]{0,39}`."""
    return _NAME.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Predicate:
    """One kind of fact.

    `label` reads between a subject and an object ("works at"), unless `labels` have another
    for an object of that form: pairs of a pattern, tried in order, and a label. `single` = a
    new object replaces the one before it; otherwise objects add up. `symmetric` = it holds
    both ways.
    """

    name: str
    label: str
    single: bool = False
    symmetric: bool = False
    labels: tuple[tuple[re.Pattern[str], str], ...] = ()

    def said(self, object_: str) -> str:
        """The fact without its subject, as people say it: "is vegan", "works at Acme"."""
        fitting = (label for pattern, label in self.labels if pattern.fullmatch(object_))
        return f"{next(fitting, self.label)} {object_}"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A fixed set of predicates, by name; iterates in its own order."""

    predicates: Mapping[str, Predicate] = field(default_factory=dict)

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

    def said(self, name: str, object_: str) -> str:
        """A fact as people say it; an unknown name reads as its own words."""
        found = self.predicates.get(name) or Predicate(name, name.replace("_", " "))
        return found.said(object_)

    def __contains__(self, name: object) -> bool:
        return name in self.predicates

    def __iter__(self) -> Iterator[str]:
        return iter(self.predicates)

    def __len__(self) -> int:
        return len(self.predicates)


def _one(name: str, label: str, labels: _Labels = ()) -> Predicate:
    return Predicate(name, label, single=True, labels=_read(labels))


def _many(name: str, label: str, labels: _Labels = ()) -> Predicate:
    return Predicate(name, label, labels=_read(labels))


def _read(labels: _Labels) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), label) for pattern, label in labels)


def _mutual(name: str, label: str, *, single: bool = False) -> Predicate:
    return Predicate(name, label, single=single, symmetric=True)


_PETS = (
    (r"(?:an? .+ called|two|three|four|five|six|\d+) .+", "has"),
    (r"[aeiou][a-z -]* called .+", "has an"),
    (r"[a-z][a-z -]* called .+", "has a"),
)
_RELATIVES = ((r"[aeiou][a-z-]* [A-Z].*", "has an"), (r"[a-z-]+ [A-Z].*", "has a"))
_BEING_FED = (
    r"(?i:vegan|vegetarian|pescatarian|flexitarian|coeliac|celiac|teetotal|\S+[- ]intolerant)"
)

SHIPPED = Vocabulary.of(
    (
        _many("called", "is called"),
        _one("pronouns", "uses the pronouns"),
        _one("birthday", "has their birthday on"),
        _one("born_on", "was born on"),
        _one("from_place", "comes from"),
        _one("born_in", "was born in"),
        _one("grew_up_in", "grew up in"),
        _many("nationality", "is"),
        _one("lives_in", "lives in"),
        _many("lived_in", "lived in"),
        _one("moving_to", "is moving to"),
        _one("timezone", "is in the time zone"),
        _many("speaks", "speaks"),
        _one("works_at", "works at"),
        _many("worked_at", "worked at"),
        _many("works_in", "works in"),
        _many("volunteers_at", "volunteers at"),
        _one("job_title", "works as", ((r"retired|self-employed|unemployed", "is"),)),
        _one("studies", "studies"),
        _one("studies_at", "studies at"),
        _many("studied_at", "studied at"),
        _many("learning", "is learning"),
        _mutual("married_to", "is married to", single=True),
        _mutual("partner_of", "is the partner of", single=True),
        _many("parent_of", "is a parent of"),
        _many("child_of", "is a child of"),
        _mutual("sibling_of", "is a sibling of"),
        _many("relative", "is related to", _RELATIVES),
        _mutual("friend_of", "is a friend of"),
        _many("knows", "knows"),
        _many("has_pet", "has the pet", _PETS),
        _many("member_of", "is a member of"),
        _many("likes", "likes"),
        _many("dislikes", "dislikes"),
        _many("loves", "loves"),
        _many("afraid_of", "is afraid of"),
        _many("allergic_to", "is allergic to"),
        _many("diet", "eats", ((_BEING_FED, "is"),)),
        _many("health", "has the condition"),
        _many("interested_in", "is interested in"),
        _many("plays", "plays"),
        _many("played", "played"),
        _many("reads", "reads"),
        _many("watches", "watches"),
        _many("listens_to", "listens to"),
        _many("collects", "collects"),
        _many("streams", "streams"),
        _many("creates", "creates"),
        _many("created", "created"),
        _many("maintains", "maintains"),
        _many("works_on", "works on"),
        _many("uses", "uses"),
        _many("owns", "owns"),
        _many("goal", "wants to"),
        _one("favorite_color", "has a favorite color:"),
        _one("favorite_food", "has a favorite food:"),
        _one("favorite_game", "has a favorite game:"),
        _one("favorite_music", "has a favorite in music:"),
        _one("favorite_film", "has a favorite film:"),
        _one("favorite_book", "has a favorite book:"),
        _mutual(SAME_AS, "is the same as"),
    )
)
"""The vocabulary that comes with the package."""
