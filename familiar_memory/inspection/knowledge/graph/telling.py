"""Tell a network at a moment: what holds then, who is known by then, and how it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.tree import person_of
from familiar_memory.index.entity_values import EntityLine
from familiar_memory.inspection.knowledge.graph.answer import Entity, EntityNode, EntityRelation
from familiar_memory.inspection.knowledge.graph.network import (
    Asserted,
    Edge,
    Network,
    NodeId,
    term_of_line,
)
from familiar_memory.knowledge.entities.kinds import (
    OBJECT_KINDS,
    SUBJECT_KINDS,
    EntityKind,
    kind_of,
    read_kind,
)
from familiar_memory.knowledge.entities.labels import LINKS_TO
from familiar_memory.knowledge.entities.mentions import Mention, Mentions, mentions_of
from familiar_memory.knowledge.entities.walk import MOST_RELATIONS
from familiar_memory.knowledge.fact_wording import UNSAID, worded

__all__ = ["NetworkTeller"]

_MOST_RECORDS = 5
"""Lines that are named for a relation."""


@dataclass(slots=True)
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
            lines = self.network.mentions.get(node, ())
            told = (self._mention(line) for line in lines)
            found = self._mentions[node] = mentions_of(one for one in told if one is not None)
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
        edges.sort(key=lambda e: (-self._strength(e), *self._order(e.object), e.label))
        told = tuple(map(self._relation, edges[:MOST_RELATIONS]))
        return EntityNode(self.entity(node), distance, told, len(edges) > MOST_RELATIONS)

    def sources(self, nodes: Iterable[NodeId]) -> set[str]:
        """The keys of the notes that an answer with these nodes is made of."""
        found: set[str] = set()
        for node in nodes:
            if not node.startswith("="):
                found.add(node)
            for edge in self._edges(self.network.outgoing, node):
                found.update(by.note for by in self._holding(edge))
        return found

    def _edges(self, of: Mapping[NodeId, list[Edge]], node: NodeId) -> list[Edge]:
        return [edge for edge in of.get(node, ()) if self._holding(edge)]

    def _holding(self, edge: Edge) -> tuple[Asserted, ...]:
        found = self._stated.get(edge)
        if found is None:
            stated = self.network.edges[edge]
            found = self._stated[edge] = tuple(by for by in stated if self._holds(by.line))
        return found

    def _holds(self, line: EntityLine) -> bool:
        is_plain = not (line.retired or line.valid_since or line.valid_until or line.expires)
        if is_plain and self.moment >= self.now:
            return True
        return term_of_line(line).holds(self.moment, self.now)

    def _strength(self, edge: Edge) -> int:
        return sum(by.seen for by in self._holding(edge))

    def _mention(self, line: EntityLine) -> Mention | None:
        """A line that is known by the moment, and not to be forgotten by then."""
        term = term_of_line(line)
        seen = term.order[1] if term.learned is not None else None
        if seen is None and line.valid_since is not None:
            seen = term.order[0]
        is_past = self.moment < self.now
        if is_past and seen is not None and seen > self.moment:
            return None
        if term.expires is not None and term.expires <= self.moment:
            return None
        return Mention(seen, line.times)

    def _kind(self, node: NodeId) -> EntityKind:
        if person_of(node) is not None:
            return EntityKind.PERSON
        note = self.network.names.notes.get(node)
        said = None if note is None else read_kind(note.kind)
        if said is not None:
            return said
        # Also by what ended: where somebody once worked is no less an organization.
        incoming, outgoing = self.network.incoming, self.network.outgoing
        derived = [OBJECT_KINDS.get(edge.label) for edge in self._known(incoming, node)]
        derived += [SUBJECT_KINDS.get(edge.label) for edge in self._known(outgoing, node)]
        return kind_of(None, filter(None, derived))

    def _known(self, of: Mapping[NodeId, list[Edge]], node: NodeId) -> Iterator[Edge]:
        for edge in of.get(node, ()):
            if any(self._mention(by.line) is not None for by in self.network.edges[edge]):
                yield edge

    def _order(self, node: NodeId) -> tuple[str, str]:
        return (self.network.shown(node).casefold(), node)

    def _relation(self, edge: Edge) -> EntityRelation:
        target, stated = self.network.shown(edge.object), self._holding(edge)
        is_noted = not edge.object.startswith("=")
        records = {
            RecordName(self.note_of(by.note), by.line.record_id): None
            for by in stated
            if by.line.record_id
        }
        return EntityRelation(
            edge.label,
            target,
            self.note_of(edge.object) if is_noted else None,
            self._strength(edge),
            _sentence(edge.label, target),
            tuple(sorted(records))[:_MOST_RECORDS],
        )


def _sentence(label: str, target: str) -> str:
    if label == LINKS_TO:
        return f"{LINKS_TO} {one_line(target)}"
    return worded(label, one_line(target), UNSAID)
