"""What an entity is: said in its note, else by what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

__all__ = ["OBJECT_KINDS", "SUBJECT_KINDS", "EntityKind", "entity_kind_of", "read_kind"]


class EntityKind(StrEnum):
    """A kind of entity; in the order in which one of several that are said of it counts."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    PROJECT = "project"
    TECHNOLOGY = "technology"
    CONCEPT = "concept"


_BRITISH: Final = {"organisation": EntityKind.ORGANIZATION}

OBJECT_KINDS: Final[Mapping[str, EntityKind]] = MappingProxyType(
    {
        predicate: kind
        for kind, predicates in {
            EntityKind.PERSON: (
                "married_to partner_of parent_of child_of sibling_of relative friend_of knows"
            ),
            EntityKind.ORGANIZATION: (
                "works_at worked_at volunteers_at studies_at studied_at member_of employed_by"
            ),
            EntityKind.PLACE: (
                "lives_in lived_in from_place born_in grew_up_in moving_to staying_in visiting"
                " traveled_to located_in based_in"
            ),
            EntityKind.PROJECT: "works_on maintains created creates contributes_to",
            EntityKind.TECHNOLOGY: "uses built_with depends_on written_in runs_on",
        }.items()
        for predicate in predicates.split()
    }
)
"""What the object of a predicate, or of a relation of that label, is; of no other is its text the
name of anything, unless it is a link: "likes:: tea" names nobody."""

SUBJECT_KINDS: Final[Mapping[str, EntityKind]] = MappingProxyType(
    {
        predicate: kind
        for kind, predicates in {
            EntityKind.PERSON: (
                "pronouns birthday born_on born_in grew_up_in lives_in works_at married_to"
                " partner_of sibling_of friend_of job_title allergic_to"
            ),
            EntityKind.PLACE: "located_in",
            EntityKind.PROJECT: "built_with",
        }.items()
        for predicate in predicates.split()
    }
)
"""What the subject of a predicate is."""


def read_kind(written: str | None) -> EntityKind | None:
    """The kind that a note's `type:` names, in any case; None where it names none."""
    word = "" if written is None else written.strip().casefold()
    if word in _BRITISH:
        return _BRITISH[word]
    return EntityKind(word) if word in set(EntityKind) else None


def entity_kind_of(said: EntityKind | None, derived: Iterable[EntityKind]) -> EntityKind:
    """What an entity is: what its note says, else what most is said of it, else a concept.

    Of kinds that are said as often the first in the order of `EntityKind` counts.
    """
    if said is not None:
        return said
    found = list(derived)
    order = list(EntityKind)
    return min(
        set(found), key=lambda kind: (-found.count(kind), order.index(kind)), default=order[-1]
    )
