"""Nodes and edges, as the lines state them that one viewer may know.

Nothing here depends on the moment: lines are kept, and what holds is asked of them.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from familiar_memory.domain.tree import is_entity_note, subject_of
from familiar_memory.index.entity_values import EntityNote, StatedEdge
from familiar_memory.inspection.knowledge.graph.dated import DatedLine
from familiar_memory.inspection.knowledge.graph.names import EntityNames
from familiar_memory.knowledge.entities.kinds import OBJECT_KINDS, EntityKind, read_kind
from familiar_memory.knowledge.entities.labels import LINKS_TO, TYPE
from familiar_memory.knowledge.names import spelled_name
from familiar_memory.knowledge.predicates import SAME_AS
from familiar_memory.knowledge.validity import was_right

__all__ = [
    "Asserted",
    "Edge",
    "Network",
    "NodeId",
    "NameSpelling",
    "network_of",
    "visible_notes",
]

NodeId = str
"""The key of a note (`topics/acme.md`), else `=` and a name as it is spelled (`=acme corp`)."""


class Edge(NamedTuple):
    """Who is tied to whom, and how."""

    subject: NodeId
    label: str
    object: NodeId


class Asserted(NamedTuple):
    """A line that states an edge, and how often it says that."""

    by: DatedLine
    seen: int


class NameSpelling(NamedTuple):
    """How a line writes a name: what was learned first counts, of undated lines the first."""

    is_undated: bool
    learned: str
    note: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Network:
    """Edges with the lines that state them, nodes with the lines that name them."""

    names: EntityNames
    edges: dict[Edge, list[Asserted]] = field(default_factory=dict)
    outgoing: dict[NodeId, list[Edge]] = field(default_factory=dict)
    incoming: dict[NodeId, list[Edge]] = field(default_factory=dict)
    mentions: dict[NodeId, list[DatedLine]] = field(default_factory=dict)
    spellings: dict[NodeId, list[NameSpelling]] = field(default_factory=dict)
    """How lines write the name of a node that has no note; the first counts."""
    kinds: dict[NodeId, list[tuple[DatedLine, EntityKind]]] = field(default_factory=dict)
    """What lines say that nodes are: `type:: [[organization]]`."""

    def shown(self, node: NodeId) -> str:
        """What a node is called."""
        told = self.spellings.get(node)
        return self.names.shown(node) if told is None else told[0].text

    def add(self, edge: Edge, by: Asserted) -> None:
        """Take in that a line states an edge."""
        stated = self.edges.get(edge)
        if stated is not None:
            stated.append(by)
            return
        self.edges[edge] = [by]
        self.outgoing.setdefault(edge.subject, []).append(edge)
        self.incoming.setdefault(edge.object, []).append(edge)

    def name(self, text: str, by: DatedLine) -> NodeId | None:
        """The node of a name: its note, where there is just one, else one of its own."""
        spelled = spelled_name(text)
        if not spelled:
            return None
        if (key := self.names.bearer(text)) is not None:
            return key
        node, shown, learned = f"={spelled}", " ".join(text.split()), by.line.learned
        told = NameSpelling(learned is None, learned or "", by.note, by.line.line, shown)
        insort(self.spellings.setdefault(node, []), told)
        return node


def network_of(
    notes: Iterable[EntityNote], names: EntityNames, permitted: frozenset[str]
) -> Network:
    """All that lines of these audiences say; lines that were wrong say nothing."""
    network = Network(names)
    for note in notes:
        own = note.key if note.key in names.notes else None
        for line in note.lines:
            if line.audience in permitted and was_right(
                line.retired, line.valid_until, line.merged_at
            ):
                _take(network, own, DatedLine.of(note.key, line))
    return network


def visible_notes(
    notes: Mapping[str, EntityNote], permitted: frozenset[str], *, is_owner: bool
) -> dict[str, EntityNote]:
    """The notes of people and topics of which somebody may know a line; the owner knows all."""
    return {
        key: note
        for key, note in notes.items()
        if is_entity_note(key)
        and (
            is_owner
            or any(
                line.audience in permitted and was_right(line.retired, line.valid_until)
                for line in note.lines
            )
        )
    }


def _take(network: Network, own: NodeId | None, dated: DatedLine) -> None:
    line, names = dated.line, network.names
    named: dict[NodeId, None] = {} if own is None else {own: None}
    linked = {key: None for target in line.targets if (key := names.of_link(target)) is not None}
    if line.edges and all(_kind_in(stated) is not None for stated in line.edges):
        for stated in line.edges:
            subject, kind = _subject(network, stated, dated), _kind_in(stated)
            if subject is not None and kind is not None:
                network.kinds.setdefault(subject, []).append((dated, kind))
        # To say what something is names it nowhere.
        return
    for stated in line.edges:
        subject, object_ = _subject(network, stated, dated), _object(network, stated, dated)
        ends = {node: None for node in (subject, object_) if node is not None}
        named |= ends
        if subject is None or object_ is None:
            continue
        linked.pop(object_, None)
        if stated.label != SAME_AS:
            network.add(Edge(subject, stated.label, object_), Asserted(dated, stated.seen))
    for key in linked:
        if own is not None and key != own:
            network.add(Edge(own, LINKS_TO, key), Asserted(dated, line.times))
    for node in named | linked:
        network.mentions.setdefault(node, []).append(dated)


def _kind_in(stated: StatedEdge) -> EntityKind | None:
    """What a line says that its subject is; None where it says something else."""
    return read_kind(stated.object) if stated.label == TYPE else None


def _subject(network: Network, stated: StatedEdge, dated: DatedLine) -> NodeId | None:
    names, note = network.names, dated.note
    if note in names.notes and stated.subject == subject_of(note):
        return note
    return names.of_subject(stated.subject) or network.name(stated.subject, dated)


def _object(network: Network, stated: StatedEdge, dated: DatedLine) -> NodeId | None:
    """The node that an object is: by its link, else by its name where it has one."""
    target = stated.target
    if target is not None and (key := network.names.of_link(target)) is not None:
        return key
    is_name = stated.label in OBJECT_KINDS or not stated.is_fact
    return network.name(stated.object, dated) if is_name else None
