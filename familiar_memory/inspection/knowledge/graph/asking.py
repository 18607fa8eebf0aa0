"""The two questions about entities: who is near to one, and who is known best."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import MEMORY, PEOPLE, note_of_person, person_of
from familiar_memory.errors import UsageError
from familiar_memory.inspection.knowledge.entity import heard_person
from familiar_memory.inspection.knowledge.graph.answer import Entities, Entity, KnownGraph
from familiar_memory.inspection.knowledge.graph.kept_networks import KeptNetworks
from familiar_memory.inspection.knowledge.graph.network import Network, NodeId
from familiar_memory.inspection.knowledge.graph.telling import NetworkTeller
from familiar_memory.inspection.namesakes import only_person
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.entities.kinds import EntityKind
from familiar_memory.knowledge.entities.walk import Walk, walked
from familiar_memory.knowledge.names import spelled_name
from familiar_memory.notes.register.head import is_id_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from familiar_memory.assembly.parts import Parts

__all__ = ["KnownEntities"]

_ATTEMPTS = 3
"""Notes that changed since they were read are read again; no editor saves three times meanwhile."""
_LISTED = 8


class KnownEntities:
    """Who and what is known to one open familiar; thread-safe.

    What an answer is made of is looked at before it is returned.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._networks = KeptNetworks(parts.files.index, parts.files.register)

    def graph(self, entity: str, viewer: Viewer, depth: int, as_of: datetime | None) -> KnownGraph:
        """Everybody and everything near to an entity; see `KnownGraph`.

        Raises:
            UsageError: the name is empty, or several entities bear it: it lists those.
            IndexUnavailableError: the index cannot be read.
        """
        if not spelled_name(entity):
            raise UsageError("the name of the entity is empty", "a name, or a note")

        def walk(teller: NetworkTeller) -> Walk[NodeId] | None:
            nodes = self._meant(teller, entity, viewer)
            return walked(nodes, depth, teller.neighbours) if nodes else None

        def read(teller: NetworkTeller) -> set[str]:
            found = walk(teller)
            return set() if found is None else teller.sources(found.distances)

        teller, left_out = self._fresh(viewer, as_of, read)
        degraded, found = self._degraded(viewer, left_out), walk(teller)
        if found is None:
            return KnownGraph(entity.strip(), False, (), False, teller.moment, degraded)
        told = tuple(teller.node(one, distance) for one, distance in found.distances.items())
        is_cut = found.is_cut or any(one.is_cut for one in told)
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

        def told(teller: NetworkTeller) -> list[NodeId]:
            return self._best_known(teller, viewer, kind)

        teller, left_out = self._fresh(
            viewer, as_of, lambda teller: teller.named_in(told(teller)[:limit])
        )
        known, degraded = told(teller), self._degraded(viewer, left_out)
        return Entities(
            tuple(map(teller.entity, known[:limit])), len(known), teller.moment, degraded
        )

    def _best_known(
        self, teller: NetworkTeller, viewer: Viewer, kind: EntityKind | None
    ) -> list[NodeId]:
        network = teller.network
        known = {
            node: teller.entity(node)
            for node in (*network.names.notes, *sorted(network.mentions))
            if self._is_known(teller, node, viewer)
        }
        kept = [(node, one) for node, one in known.items() if kind is None or one.kind is kind]
        kept.sort(key=lambda pair: _order(pair[1]))
        return [node for node, _ in kept]

    def _fresh(
        self,
        viewer: Viewer,
        as_of: datetime | None,
        read: Callable[[NetworkTeller], Iterable[str]],
    ) -> tuple[NetworkTeller, frozenset[str]]:
        """A teller whose notes that are `read` stand as they were, and the notes it lacks for that.

        What has changed is read again; what cannot be, since most notes have vanished say, is
        left out.
        """
        left_out: frozenset[str] = frozenset()
        for attempt in count():
            teller = self._teller(viewer, as_of, left_out)
            stale = self._stale(read(teller))
            if not stale:
                return teller, left_out
            if attempt >= _ATTEMPTS or not self._refresh(stale):
                left_out |= stale
        raise AssertionError("an endless count has ended")

    def _teller(
        self, viewer: Viewer, as_of: datetime | None, left_out: frozenset[str]
    ) -> NetworkTeller:
        now = self._parts.setup.clock.now()
        shown = self._parts.files.register.seen_path if viewer.is_owner else str
        return NetworkTeller(self._networks.of(viewer, left_out), as_of or now, now, shown)

    def _meant(self, teller: NetworkTeller, given: str, viewer: Viewer) -> tuple[NodeId, ...]:
        """The node that a name, a slug, a key, or for the owner a path, means.

        Several where notes that bear the name are of one person.
        """
        network, text = teller.network, given.strip()
        found = self._noted(network, text, viewer)
        # People before topics, as in every question about what is known.
        found = tuple(key for key in found if person_of(key) is not None) or found
        if len(found) > 1:
            if people := [slug for key in found if (slug := person_of(key)) is not None]:
                only_person(self._parts, text, people, viewer)
                return tuple(node for node in found if self._is_known(teller, node, viewer))
            listed = ", ".join(map(teller.note_of, found[:_LISTED]))
            raise UsageError(f"several entities are called {text!r}", f"say which: {listed}")
        node = found[0] if found else f"={spelled_name(text)}"
        if not found and not self._is_known(teller, node, viewer):
            # No note and no line has the name: it may be what somebody is called.
            slug = heard_person(self._parts, text, viewer)
            node = node if slug is None else note_of_person(slug)
        return (node,) if self._is_known(teller, node, viewer) else ()

    def _noted(self, network: Network, text: str, viewer: Viewer) -> tuple[str, ...]:
        """The notes that are meant: by key, by id, by name; for the owner as files are called."""
        notes, register = network.names.notes, self._parts.files.register
        path = f"{text.removeprefix('./').removesuffix('.md')}.md"
        platform, _, user_id = text.partition(":")
        if platform and user_id:
            key = path = note_of_person(Author(platform, user_id).slug)
        else:
            key = register.last_key(path) if viewer.is_owner else path
        if key in notes:
            return (key,)
        if is_id_for(PEOPLE, text) and (person := note_of_person(text)) in notes:
            # An id means one person, whoever is called by it.
            return (person,)
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
        notes = self._networks.notes
        origins = [notes[key].origin for key in keys if key in notes]
        return frozenset(key for _, key in self._parts.searching.look.stale_notes(origins))

    def _refresh(self, keys: frozenset[str]) -> bool:
        return self._parts.searching.look.refresh({(MEMORY, key) for key in keys})

    def _degraded(self, viewer: Viewer, stale: frozenset[str]) -> str | None:
        unread = self._parts.searching.unindexed.told(viewer)
        changed = f"notes that have changed: {', '.join(sorted(stale))}" if stale else None
        return "; ".join(filter(None, (unread, changed))) or None


def _order(one: Entity) -> tuple[object, ...]:
    """The most mentioned first, then those seen last, then by name."""
    seen = -one.last_seen.timestamp() if one.last_seen is not None else 0.0
    return (-one.mentions, seen, one.name.casefold(), one.note or "")
