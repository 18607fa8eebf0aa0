"""The two questions about entities: who is near to one, and who is known best."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from operator import is_
from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import MEMORY, note_of_person, person_of
from familiar_memory.errors import UsageError
from familiar_memory.inspection.knowledge.graph.answer import Entities, KnownGraph
from familiar_memory.inspection.knowledge.graph.changing import changed_network
from familiar_memory.inspection.knowledge.graph.names import EntityNames, Led, leads
from familiar_memory.inspection.knowledge.graph.network import (
    Network,
    NodeId,
    network_of,
    visible_notes,
)
from familiar_memory.inspection.knowledge.graph.notes_read import NotesRead, ReadNotes
from familiar_memory.inspection.knowledge.graph.telling import NetworkTeller
from familiar_memory.inspection.namesakes import ambiguous_name, told_bearers
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.entities.kinds import EntityKind
from familiar_memory.knowledge.entities.walk import walked
from familiar_memory.knowledge.names import spelled_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from familiar_memory.assembly.parts import Parts

__all__ = ["KnownEntities"]

_MOST_KEPT = 4
"""Networks: one of each set of audiences that asked last."""
_ATTEMPTS = 3
"""Notes that changed since they were read are read again; no editor saves three times meanwhile."""
_LISTED = 8


class KnownEntities:
    """Who and what is known to one open familiar; thread-safe.

    What notes say is read once and kept, and what a viewer may know of it made into a network;
    where notes change, both are changed by those.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._notes = ReadNotes(parts.files.index)
        self._lock = threading.Lock()
        self._networks: OrderedDict[object, _Kept] = OrderedDict()
        self._led: tuple[int, Led] | None = None

    def graph(self, entity: str, viewer: Viewer, depth: int, as_of: datetime | None) -> KnownGraph:
        """Everybody and everything near to an entity; see `KnownGraph`.

        Raises:
            UsageError: the name is empty, or several entities bear it: it lists those.
            IndexUnavailableError: the index cannot be read.
        """
        if not spelled_name(entity):
            raise UsageError("the name of the entity is empty", "a name, or a note")
        for _ in range(_ATTEMPTS):
            teller = self._teller(viewer, as_of)
            node = self._meant(teller, entity, viewer)
            walk = None if node is None else walked(node, depth, teller.neighbours)
            nodes = () if walk is None else tuple(walk.distances)
            stale = self._stale(teller.sources(nodes))
            if not stale or not self._refresh(stale):
                break
        degraded = self._degraded(viewer, stale)
        if walk is None or node is None:
            return KnownGraph(entity.strip(), False, (), False, teller.moment, degraded)
        told = tuple(teller.node(one, distance) for one, distance in walk.distances.items())
        is_cut = walk.is_cut or any(one.is_cut for one in told)
        return KnownGraph(told[0].entity.name, True, told, is_cut, teller.moment, degraded)

    def entities(
        self,
        viewer: Viewer,
        kind: EntityKind | None,
        limit: int | None,
        as_of: datetime | None,
    ) -> Entities:
        """The best known: the most mentioned, then those seen last, then by name.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        teller = self._teller(viewer, as_of)
        network = teller.network
        known = [
            teller.entity(node)
            for node in dict.fromkeys((*network.names.notes, *sorted(network.mentions)))
            if self._is_known(teller, node, viewer)
        ]
        kept = [one for one in known if kind is None or one.kind is kind]
        kept.sort(key=lambda one: (one.name.casefold(), one.note or ""))
        kept.sort(
            key=lambda one: (
                -one.mentions,
                -one.last_seen.timestamp() if one.last_seen is not None else 0.0,
            )
        )
        degraded = self._degraded(viewer, frozenset())
        return Entities(tuple(kept[:limit]), len(kept), teller.moment, degraded)

    def _teller(self, viewer: Viewer, as_of: datetime | None) -> NetworkTeller:
        now = self._parts.setup.clock.now()
        shown = self._parts.files.register.seen_path if viewer.is_owner else str
        return NetworkTeller(self._network(viewer), as_of or now, now, shown)

    def _network(self, viewer: Viewer) -> Network:
        """What a viewer may know, made of the notes as the index has them now."""
        index = self._parts.files.index
        read = self._notes.now()
        permitted = frozenset(one for one in read.audiences if permits(viewer, one))
        stated = index.alias_rows()
        called = index.first_names(lambda audience: permits(viewer, audience))
        led, name = self._leads(), (permitted, viewer.is_owner)
        made_of = (led, stated, called)
        with self._lock:
            kept = self._networks.get(name)
        network = None
        if kept is not None and all(map(is_, kept.made_of, made_of)):
            network = kept.now(read, permitted, is_owner=viewer.is_owner)
        if network is None:
            notes = visible_notes(read.notes, permitted, is_owner=viewer.is_owner)
            people = [row for row in stated if permits(viewer, row.audience)]
            names = EntityNames.of(notes, people, called, led)
            network = network_of(read.notes.values(), names, permitted)
        with self._lock:
            self._networks[name] = _Kept(read, made_of, network)
            self._networks.move_to_end(name)
            while len(self._networks) > _MOST_KEPT:
                self._networks.popitem(last=False)
        return network

    def _leads(self) -> Led:
        """Where links lead by what the files of the tree are called now."""
        register = self._parts.files.register
        version = register.version
        held = self._led
        if held is None or held[0] != version:
            held = self._led = (version, leads(register.resolve, register.seen_path))
        return held[1]

    def _meant(self, teller: NetworkTeller, given: str, viewer: Viewer) -> NodeId | None:
        """The node that a name, a slug, a key, or for the owner a path, means."""
        network, text = teller.network, given.strip()
        found = self._noted(network, text, viewer)
        # People before topics, as in every question about what is known.
        found = tuple(key for key in found if person_of(key) is not None) or found
        if len(found) > 1:
            if people := [slug for key in found if (slug := person_of(key)) is not None]:
                raise ambiguous_name(text, told_bearers(self._parts, people, viewer))
            listed = ", ".join(map(teller.note_of, found[:_LISTED]))
            raise UsageError(f"several entities are called {text!r}", f"say which: {listed}")
        node = found[0] if found else f"={spelled_name(text)}"
        return node if self._is_known(teller, node, viewer) else None

    def _noted(self, network: Network, text: str, viewer: Viewer) -> tuple[str, ...]:
        """The notes that are meant: by key, by id, by name; for the owner as files are called."""
        notes, register = network.names.notes, self._parts.files.register
        path = f"{text.removeprefix('./').removesuffix('.md')}.md"
        platform, _, user_id = text.partition(":")
        if platform and user_id:
            path = note_of_person(Author(platform, user_id).slug)
        key = register.last_key(path) if viewer.is_owner else path
        if key in notes:
            return (key,)
        found = network.names.meant(text)
        if not found and viewer.is_owner and (key := register.resolve(path)) in notes:
            return (key,)
        return found

    def _is_known(self, teller: NetworkTeller, node: NodeId, viewer: Viewer) -> bool:
        """Whether anything is known of it by the moment; the owner knows every note of today."""
        is_owners = viewer.is_owner and teller.moment >= teller.now
        is_noted = node in teller.network.names.notes
        return (is_owners and is_noted) or teller.mentions(node).count > 0

    def _stale(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of the notes that are not as they were read."""
        notes = self._notes.now().notes
        origins = [notes[key].origin for key in keys if key in notes]
        return frozenset(key for _, key in self._parts.searching.look.stale_notes(origins))

    def _refresh(self, keys: frozenset[str]) -> bool:
        return self._parts.searching.look.refresh({(MEMORY, key) for key in keys})

    def _degraded(self, viewer: Viewer, stale: frozenset[str]) -> str | None:
        unread = self._parts.searching.unindexed.told(viewer)
        changed = f"notes that have changed: {', '.join(sorted(stale))}" if stale else None
        return "; ".join(filter(None, (unread, changed))) or None


@dataclass(frozen=True, slots=True)
class _Kept:
    """A network, the notes that it was made of, and the very objects that its names were."""

    read: NotesRead
    made_of: tuple[object, ...]
    network: Network

    def now(self, read: NotesRead, permitted: frozenset[str], *, is_owner: bool) -> Network | None:
        """The same of the notes as they are; None where it has to be made anew."""
        if read is self.read:
            return self.network
        return changed_network(
            self.network, self.read.notes, read.notes, permitted, is_owner=is_owner
        )
