"""Entities and how they hang together, as one viewer may know them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.knowledge.entities.kinds import EntityKind
from familiar_memory.knowledge.entities.labels import LINKS_TO
from familiar_memory.knowledge.fact_wording import UNSAID, worded

__all__ = ["Entities", "Entity", "EntityNode", "EntityRelation", "KnownGraph"]


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that is known.

    `note` is a key (`topics/acme.md`), the owner is given the path of the file; None where there
    is no note of it. `aliases` are its other names. `mentions` are records
    that name it, of which the first was learned at `first_seen` and the last at `last_seen` (aware
    moments; None where nothing is dated). `is_stale` = named once at most, and not for 90 days.
    """

    name: str
    kind: EntityKind
    note: str | None
    aliases: tuple[str, ...]
    mentions: int
    first_seen: datetime | None
    last_seen: datetime | None
    is_stale: bool


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """What an entity has to do with another.

    `strength` is how often that was said, and `records` are the lines that say so, by name.
    """

    relation: str
    target: str
    target_note: str | None
    strength: int
    records: tuple[RecordName, ...]

    @property
    def sentence(self) -> str:
        """How it reads: "works at Acme Corp"."""
        target = one_line(self.target)
        if self.relation == LINKS_TO:
            return f"{LINKS_TO} {target}"
        return worded(self.relation, target, UNSAID)


@dataclass(frozen=True, slots=True)
class EntityNode:
    """An entity at a distance from the one asked for, with what it has to do with others.

    `relations` are the outgoing ones, the strongest first, also those to entities that are not
    in the graph; `is_cut` = there are more of them.
    """

    entity: Entity
    distance: int
    relations: tuple[EntityRelation, ...]
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class KnownGraph:
    """Everybody and everything at most so many steps from an entity, in both directions.

    `entity` is what it is called, or the name as given where nobody is known by it: `found` is
    False then, and `nodes` is empty. The nearest come first, of these the strongest tied.
    `truncated` = there are more than an answer holds. `as_of` is the moment by which things are
    judged. `degraded` says what had to be left out; None = nothing.
    """

    entity: str
    found: bool
    nodes: tuple[EntityNode, ...]
    truncated: bool
    as_of: datetime
    degraded: str | None = None

    def degraded_by(self, reasons: str) -> KnownGraph:
        """The same with all the reasons for which it may be incomplete; empty: with none."""
        return replace(self, degraded=reasons or None)


@dataclass(frozen=True, slots=True)
class Entities:
    """The best known entities, `total` of which there are without the limit."""

    entities: tuple[Entity, ...]
    total: int
    as_of: datetime
    degraded: str | None = None

    def degraded_by(self, reasons: str) -> Entities:
        """The same with all the reasons for which it may be incomplete; empty: with none."""
        return replace(self, degraded=reasons or None)
