"""Whether a night makes one memory of two texts: asked of what it goes by."""

from __future__ import annotations

from datetime import date

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.maintenance.consolidation.likeness import Nearness
from familiar_memory.maintenance.consolidation.planning import Clusters
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.notes.noted_records import NotedRecord

__all__ = ["are_merged"]


class _AllAsNear:
    """As if every two texts were so near."""

    has_failed = False

    def __init__(self, near: Nearness) -> None:
        self._near = near

    def of(self, one: str, other: str) -> Nearness:
        """The same of any two."""
        return self._near


def are_merged(one: str, other: str, near: Nearness, threshold: float = 0.85) -> bool:
    """Whether two lines of one note come into one cluster, without a model."""
    settings = ConsolidationSettings(similarity_threshold=threshold)
    said = RecordFields(learned=date(2026, 2, 2), source="cli")
    lines = [
        NotedRecord(RecordName("topics/t.md", f"l{at}"), Record(text, said), text, EVERYONE, at, at)
        for at, text in enumerate((one, other), 1)
    ]
    return any(Clusters(settings, lambda _: _AllAsNear(near)).of_one_wording(lines))
