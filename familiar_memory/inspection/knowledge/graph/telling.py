"""Tell a network at a moment: what holds then, who is known by then, and how it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import person_of
from familiar_memory.inspection.knowledge.graph.answer import Entity, EntityNode, EntityRelation
from familiar_memory.inspection.knowledge.graph.network import (
    Asserted,
    Edge,
    Network,
    NodeId,
)
from familiar_memory.knowledge.entities.kinds import (
    OBJECT_KINDS,
    SUBJECT_KINDS,
    EntityKind,
    entity_kind_of,
    read_kind,
)
from familiar_memory.knowledge.entities.labels import LINKS_TO
from familiar_memory.knowledge.entities.mentions import MentionDate, Mentions, mentions_of
from familiar_memory.knowledge.entities.walk import MOST_RELATIONS

__all__ = ["NetworkTeller"]

_MOST_RECORDS = 5
"""Lines that are named for a relation."""


@dataclass(frozen=True, slots=True)
class NetworkTeller:
    """A network at the `moment` asked about, by what is known `now`.

    `note_of` is how the viewer knows a note by its key.
    """

    network: Network
    moment: datetime
    now: datetime
    note_of: Callable[[str], str]
    _stated: dict[Edge, tuple[Asserted, ...]] = field(init=False, default_factory=dict)
    _mentions: dict[NodeId, Mentions] = field(init=False, default_factory=dict)

    def neighbours(self, node: NodeId) -> list[NodeId]:
        """Who is tied to a node, the strongest first, then by name."""
        strengths: dict[NodeId, int] = {}
        network = self.network
        for edge in chain.from_iterable(
            self._edges(of, node) for of in (network.outgoing, network.incoming)
        ):
            other = edge.object if edge.subject == node else edge.subject
            strengths[other] = strengths.get(other, 0) + self._strength(edge)
        strengths.pop(node, None)
        return sorted(strengths, key=lambda one: (-strengths[one], *self._order(one)))

    def mentions(self, node: NodeId) -> Mentions:
        """In how many records it is named that are known by the moment."""
        found = self._mentions.get(node)
        if found is None:
            found = self._mentions[node] = mentions_of(
                MentionDate(dated.seen, dated.line.times)
                for dated in self.network.mentions.get(node, ())
                if dated.is_known(self.moment, self.now)
            )
        return found

    def entity(self, node: NodeId) -> Entity:
        """A node by itself."""
        mentions = self.mentions(node)
        shown = self.network.shown(node)
        is_noted = not node.startswith("=")
        names = self.network.names.names_of(node) if is_noted else ()
        return Entity(
            shown,
            self._kind(node),
            self.note_of(node) if is_noted else None,
            tuple(name for name in names if name != shown),
            mentions.count,
            mentions.first_seen,
            mentions.last_seen,
            mentions.is_stale(self.moment),
        )

    def node(self, node: NodeId, distance: int) -> EntityNode:
        """A node with what it has to do with others."""
        edges = self._edges(self.network.outgoing, node)
        edges.sort(
            key=lambda e: (-self._strength(e), *self._order(e.object), e.label == LINKS_TO, e.label)
        )
        told = tuple(map(self._relation, edges[:MOST_RELATIONS]))
        return EntityNode(self.entity(node), distance, told, len(edges) > MOST_RELATIONS)

    def sources(self, nodes: Iterable[NodeId]) -> set[str]:
        """The keys of the notes that an answer with these nodes is made of."""
        found: set[str] = set()
        for node in nodes:
            if not node.startswith("="):
                found.add(node)
            for edge in self._edges(self.network.outgoing, node):
                found.update(one.by.note for one in self._holding(edge))
        return found

    def named_in(self, nodes: Iterable[NodeId]) -> set[str]:
        """The keys of the notes that name these nodes by the moment, and of their own."""
        found: set[str] = set()
        for node in nodes:
            if not node.startswith("="):
                found.add(node)
            named = self.network.mentions.get(node, ())
            found.update(one.note for one in named if one.is_known(self.moment, self.now))
        return found

    def _edges(self, of: Mapping[NodeId, list[Edge]], node: NodeId) -> list[Edge]:
        return [edge for edge in of.get(node, ()) if self._holding(edge)]

    def _holding(self, edge: Edge) -> tuple[Asserted, ...]:
        found = self._stated.get(edge)
        if found is None:
            found = self._stated[edge] = tuple(
                one for one in self.network.edges[edge] if one.by.holds(self.moment, self.now)
            )
        return found

    def _strength(self, edge: Edge) -> int:
        return sum(one.seen for one in self._holding(edge))

    def _kind(self, node: NodeId) -> EntityKind:
        if person_of(node) is not None:
            return EntityKind.PERSON
        note = self.network.names.notes.get(node)
        said = None if note is None else read_kind(note.kind)
        if said is None:
            said = self._kind_stated(node)
        if said is not None:
            return said
        # Also by what ended: where somebody once worked is no less an organization.
        network = self.network
        return entity_kind_of(
            None,
            (
                *self._derived(OBJECT_KINDS, network.incoming.get(node, ())),
                *self._derived(SUBJECT_KINDS, network.outgoing.get(node, ())),
            ),
        )

    def _kind_stated(self, node: NodeId) -> EntityKind | None:
        """What the newest line says that it is, of those that hold."""
        stated = [
            (dated.line.learned or "", dated.line.line, kind)
            for dated, kind in self.network.kinds.get(node, ())
            if dated.holds(self.moment, self.now)
        ]
        return max(stated)[2] if stated else None

    def _derived(
        self, kinds: Mapping[str, EntityKind], edges: Iterable[Edge]
    ) -> Iterator[EntityKind]:
        """What is said of a node by edges that are known by the moment."""
        for edge in edges:
            kind, stated = kinds.get(edge.label), self.network.edges[edge]
            if kind and any(one.by.is_known(self.moment, self.now) for one in stated):
                yield kind

    def _order(self, node: NodeId) -> tuple[str, str]:
        return (self.network.shown(node).casefold(), node)

    def _relation(self, edge: Edge) -> EntityRelation:
        target, stated = self.network.shown(edge.object), self._holding(edge)
        is_noted = not edge.object.startswith("=")
        records = {
            RecordName(self.note_of(one.by.note), one.by.line.record_id): None
            for one in stated[:_MOST_RECORDS]
            if one.by.line.record_id
        }
        return EntityRelation(
            edge.label,
            target,
            self.note_of(edge.object) if is_noted else None,
            self._strength(edge),
            tuple(records),
        )
