"""Facts of an entity, or of everybody, as the notes that state them say now."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.stop import Stop
from familiar_memory.index.values import FactsWanted, StoredFact
from familiar_memory.inspection.knowledge.entity import MeantEntity
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.search.fresh_facts import FactsFound
from familiar_memory.recall.twins import MOST_TWINS, joined_by

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["FactReader"]


@dataclass(frozen=True, slots=True)
class FactReader:
    """Reads what one viewer may know, at one moment; struck lines too."""

    parts: Parts
    viewer: Viewer
    now: datetime

    def every(self) -> FactsFound:
        """Every fact.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        return self._read(FactsWanted(is_everything=True, with_retired=True))

    def of(self, entity: MeantEntity) -> tuple[MeantEntity, FactsFound]:
        """Facts about somebody or something, and facts whose object they are.

        With those of the other notes of a person, which `same_as` joins: the entity is returned
        as it is known by all of them.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        while True:
            wanted = FactsWanted(entity.subjects, entity.keys, entity.objects, with_retired=True)
            found = self._read(wanted, entity.keys)
            lost = self._lost(found.facts)
            kept = tuple(fact for fact in found.facts if _is_of(fact, entity, lost))
            twins = self._twins(kept) - entity.subjects
            if not twins or len(entity.twins) >= MOST_TWINS:
                return entity, found._replace(facts=kept)
            entity = replace(entity, twins=entity.twins | twins)

    def _read(self, wanted: FactsWanted, notes: Iterable[str] = ()) -> FactsFound:
        return self.parts.fresh_facts.stated(wanted, self.viewer, Stop(), notes=notes)

    def _lost(self, facts: Iterable[StoredFact]) -> frozenset[str]:
        """Where links lead of which there is no note, as far as the viewer may know.

        Those are found by what they are called.
        """
        targets = {fact.object_target for fact in facts if fact.object_target is not None}
        if self.viewer.is_owner:
            path_of = self.parts.files.register.path_of
            return frozenset(target for target in targets if path_of(target) is None)
        return frozenset(targets - self.parts.searching.nameable.with_lines(self.viewer, targets))

    def _twins(self, facts: Iterable[StoredFact]) -> frozenset[str]:
        """Whom these facts say to be the same person, on either side."""
        return frozenset(slug for pair in joined_by(facts, self.now) for slug in pair)


def _is_of(fact: StoredFact, entity: MeantEntity, lost: Container[str]) -> bool:
    target = fact.object_target
    if fact.subject in entity.subjects or target in entity.keys:
        return True
    return (target is None or target in lost) and entity.is_named_by(fact)
