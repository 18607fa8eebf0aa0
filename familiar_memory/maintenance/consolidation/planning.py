"""Which memories are to become one: only those of one note, subject, type and audience."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from familiar_memory.domain.memory.record import Moment, RecordState
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.knowledge.records.machine_lines import is_stated_record
from familiar_memory.maintenance.consolidation.clusters import clusters
from familiar_memory.maintenance.consolidation.likeness import are_alike
from familiar_memory.maintenance.consolidation.merging import Merger
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.operations.named.across import MergeRecords

_FIELD = re.compile(r"\w[\w -]{0,39}::")

__all__ = ["PlannedMerge", "may_be_merged", "plan_merges"]


@dataclass(frozen=True, slots=True)
class PlannedMerge:
    """What is proposed for one cluster, and the memories that it takes the place of."""

    merge: MergeRecords
    originals: tuple[NotedRecord, ...]


def may_be_merged(one: NotedRecord) -> bool:
    """Whether a program may put another line in its place.

    Not what a person wrote by hand; not a fact or a relation, which have rules of their own; nor
    what ended, or is of a time.
    """
    record, fields = one.record, one.record.fields
    is_field = _FIELD.match(record.text) is not None
    is_plain = record.predicate is None and not is_field and record.task is None
    is_timeless = fields.since is None and fields.until is None and not fields.temporary
    is_live = record.state is RecordState.LIVE and fields.into is None
    return is_live and is_plain and is_timeless and is_stated_record(record)


def plan_merges(
    records: Iterable[NotedRecord],
    merger: Merger,
    settings: ConsolidationSettings,
    nearness: Callable[[Sequence[str]], Nearnesses],
) -> list[PlannedMerge]:
    """The merges that a merger has words for, note by note; newest memories first in each."""
    groups: dict[tuple[object, ...], list[NotedRecord]] = {}
    for one in filter(may_be_merged, records):
        groups.setdefault(_kind(one), []).append(one)
    found = []
    for group in groups.values():
        if len(group) < 2:
            continue
        near = nearness([one.text for one in group])

        def alike(one: NotedRecord, other: NotedRecord, near: Nearnesses = near) -> bool:
            return are_alike(
                wording_of(one.text),
                wording_of(other.text),
                near.of(one.text, other.text),
                settings.similarity_threshold,
            )

        ordered = sorted(group, key=_newest_first)
        for cluster in clusters(ordered, alike, settings.max_cluster_size):
            words = merger.merge([one.record for one in cluster])
            if words is not None:
                found.append(PlannedMerge(_merge(cluster, words), tuple(cluster)))
    return found


def _kind(one: NotedRecord) -> tuple[object, ...]:
    """What memories have in common that may become one; what expires stays apart from the rest."""
    fields = one.record.fields
    subject = None if fields.subject is None else folded_name(fields.subject)
    return (one.name.note, fields.type, subject, one.audience, fields.expires is None)


def _merge(cluster: Sequence[NotedRecord], words: str) -> MergeRecords:
    return MergeRecords(tuple((one.name.note, one.name.id) for one in cluster), words)


def _newest_first(one: NotedRecord) -> tuple[float, int]:
    learned = one.record.fields.learned
    return (-_seconds(learned) if learned is not None else 0.0, one.line)


def _seconds(moment: Moment) -> float:
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time.min, UTC)
    return moment.timestamp()
