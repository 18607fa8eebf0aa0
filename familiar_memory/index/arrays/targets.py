"""What is linked by name, as what it leads to: edges join notes, not the names of files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

import numpy as np

from familiar_memory.domain.tree import entity_of, is_entity_note, note_of_person
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.snapshot import Snapshot

__all__ = ["LinkTargets", "LinkedSnapshots"]


class LinkTargets(Protocol):
    """Says what a link leads to, by how the tree stands now; rows hold links as written."""

    @property
    def version(self) -> int:
        """Another number whenever a link may lead elsewhere."""

    def resolve(self, target: str) -> str:
        """The key of the note that a path means, whether by its place, its stem or an alias."""


class LinkedSnapshots:
    """Snapshots whose edges lead where links lead now; the last one is kept; thread-safe."""

    def __init__(self, targets: LinkTargets) -> None:
        self._targets = targets
        self._entities: tuple[int, dict[str, str]] = (-1, {})
        self._last: tuple[Snapshot, int, Snapshot] | None = None

    def of(self, snapshot: Snapshot) -> Snapshot:
        """The same with every edge between what its links lead to."""
        version = self._targets.version
        last = self._last
        if last is not None and last[0] is snapshot and last[1] == version:
            return last[2]
        kept, entities = self._entities
        if kept != version:
            entities = {}
        linked = _led(snapshot, partial(self._entity, entities))
        # By the version from before anything was looked up: what has changed meanwhile is newer.
        self._entities = (version, entities)
        self._last = (snapshot, version, linked)
        return linked

    def clear(self) -> None:
        """Drop what is kept."""
        self._last = None
        self._entities = (-1, {})

    def _entity(self, known: dict[str, str], name: str) -> str:
        found = known.get(name)
        if found is None:
            found = known[name] = self._looked_up(name)
        return found

    def _looked_up(self, name: str) -> str:
        if name.endswith(".md"):
            return entity_of(self._targets.resolve(name))
        # The stem of a note of somebody or something; other notes are named by their paths.
        target = self._targets.resolve(note_of_person(name))
        return entity_of(target) if is_entity_note(target) else name


def _led(snapshot: Snapshot, entity: Callable[[str], str]) -> Snapshot:
    known = snapshot.registers.entities
    numbers = np.arange(len(known.values) + 1, dtype=np.int32)
    # -1, no entity, stays what it is.
    numbers[-1] = -1
    first: dict[str, int] = {}
    for number, name in enumerate(known.values):
        if (other := entity(name)) != name:
            led = known.known(other)
            numbers[number] = first.setdefault(other, number) if led is None else led
    if (numbers[:-1] == np.arange(len(known.values))).all():
        return snapshot

    def led_by(segment: Segment) -> Segment:
        edges = segment.edges
        edges = replace(edges, subject=numbers[edges.subject], object=numbers[edges.object])
        return replace(segment, edges=edges)

    return replace(snapshot, segments=tuple(map(led_by, snapshot.segments)))
