"""What each viewer may know as a network, made once and changed by the notes that change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING

from familiar_memory.inspection.knowledge.graph.changing import changed_network
from familiar_memory.inspection.knowledge.graph.names import EntityNames, Led, leads
from familiar_memory.inspection.knowledge.graph.network import Network, network_of, visible_notes
from familiar_memory.inspection.knowledge.graph.notes_read import NotesRead, ReadNotes
from familiar_memory.knowledge.audience import Viewer, permits

if TYPE_CHECKING:
    from familiar_memory.index.base import Index
    from familiar_memory.index.entity_values import EntityNote
    from familiar_memory.notes.register.register import TreeRegister

__all__ = ["KeptNetworks"]

_MOST_KEPT = 4
"""Networks: one of each set of audiences that asked last."""


class KeptNetworks:
    """Networks of the notes of one index; thread-safe.

    What notes say is read once and kept, and what a viewer may know of it made into a network;
    where notes change, both are changed by those.
    """

    def __init__(self, index: Index, register: TreeRegister) -> None:
        """Nothing is read yet."""
        self._index = index
        self._register = register
        self._read = ReadNotes(index)
        self._lock = threading.Lock()
        self._networks: OrderedDict[object, _Kept] = OrderedDict()
        self._led: tuple[int, Led] | None = None

    @property
    def notes(self) -> Mapping[str, EntityNote]:
        """The notes as the index has them, by key."""
        return self._read.now().notes

    def of(self, viewer: Viewer, left_out: frozenset[str] = frozenset()) -> Network:
        """What a viewer may know, made of the notes as the index has them now.

        Some may be `left_out`, by key: such a network is made for this question alone.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        read = self._read.now()
        permitted = frozenset(one for one in read.audiences if permits(viewer, one))
        stated = self._index.alias_rows()
        called = self._index.first_names(lambda audience: permits(viewer, audience))
        led = self._leads()

        def made(notes: Mapping[str, EntityNote]) -> Network:
            visible = visible_notes(notes, permitted, is_owner=viewer.is_owner)
            people = [row for row in stated if permits(viewer, row.audience)]
            names = EntityNames.of(visible, people, called, led)
            return network_of(notes.values(), names, permitted)

        if left_out:
            return made({key: one for key, one in read.notes.items() if key not in left_out})
        # The owner knows notes without a line, so the audiences alone do not name a viewer.
        name, made_of = (permitted, viewer.is_owner), (led, stated, called)
        with self._lock:
            kept = self._networks.get(name)
        network = None
        if kept is not None and all(map(is_, kept.made_of, made_of)):
            network = kept.now(read, permitted, is_owner=viewer.is_owner)
        if network is None:
            network = made(read.notes)
        self._keep(name, _Kept(read, made_of, network))
        return network

    def _keep(self, name: object, kept: _Kept) -> None:
        with self._lock:
            self._networks[name] = kept
            self._networks.move_to_end(name)
            while len(self._networks) > _MOST_KEPT:
                self._networks.popitem(last=False)

    def _leads(self) -> Led:
        """Where links lead by what the files of the tree are called now."""
        version = self._register.version
        held = self._led
        if held is None or held[0] != version:
            held = self._led = (version, leads(self._register.resolve, self._register.seen_path))
        return held[1]


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
