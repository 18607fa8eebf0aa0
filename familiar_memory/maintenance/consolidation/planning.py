"""Which memories are to become one: only those of one note, subject, type and audience."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from familiar_memory.domain.memory.record import Moment, RecordState
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.reconcile.wording import Wording, wording_of
from familiar_memory.knowledge.records.machine_lines import is_stated_record
from familiar_memory.maintenance.consolidation.candidates import holding_pairs, sharing_pairs
from familiar_memory.maintenance.consolidation.clusters import clusters
from familiar_memory.maintenance.consolidation.likeness import (
    is_near,
    said_words,
    speaks_for_both,
    telling_words,
)
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.consolidation.worded.uniting import SOME_WORDS, may_be_united
from familiar_memory.markdown.text.kept_ids import ARC, SHARED, SUMMARY, is_kept_up
from familiar_memory.notes.noted_records import NotedRecord

__all__ = ["Clusters", "may_be_merged"]

_FIELD = re.compile(r"\w[\w -]{0,39}::")

_Pairs = set[tuple[int, int]]


def may_be_merged(one: NotedRecord) -> bool:
    """Whether a program may put another line in its place.

    Not what a person wrote by hand; not a fact or a relation, which have rules of their own; nor
    what ended, or is of a time, or is kept up to date by whoever wrote it.
    """
    record, fields = one.record, one.record.fields
    if is_kept_up(record, SUMMARY, ARC, SHARED):
        return False
    is_field = _FIELD.match(record.text) is not None
    is_plain = record.predicate is None and not is_field and record.task is None
    is_timeless = fields.since is None and fields.until is None and not fields.temporary
    is_live = record.state is RecordState.LIVE and fields.into is None
    return is_live and is_plain and is_timeless and is_stated_record(record)


@dataclass(frozen=True, slots=True)
class Clusters:
    """Finds memories that belong together, newest first in each cluster.

    `are_apart` says of two whether somebody has decided that they are not one. What is near is
    asked of a few only, since it may take a model to say: those whose words allow it.
    """

    settings: ConsolidationSettings
    nearness: Callable[[Sequence[str]], Nearnesses]
    are_apart: Callable[[NotedRecord, NotedRecord], bool] = lambda one, other: False

    def of_one_wording(self, records: Iterable[NotedRecord]) -> Iterator[list[NotedRecord]]:
        """Clusters of which any two have one that says all that the other says."""
        for group in _groups(records):
            yield from self._clustered(group, self._alike(group))

    def to_be_worded(self, records: Iterable[NotedRecord]) -> Iterator[list[NotedRecord]]:
        """Clusters that may need words which none of them has; wider than the others."""
        for group in _groups(records):
            yield from self._clustered(group, self._alike(group) | self._compatible(group))

    def _clustered(self, group: list[NotedRecord], alike: _Pairs) -> list[list[NotedRecord]]:
        paired = sorted({at for pair in alike for at in pair})
        found = clusters(
            paired,
            lambda one, other: (min(one, other), max(one, other)) in alike,
            self.settings.max_cluster_size,
        )
        return [[group[at] for at in cluster] for cluster in found]

    def _alike(self, group: Sequence[NotedRecord]) -> _Pairs:
        wordings = [wording_of(one.text) for one in group]
        pairs = [
            (one, other)
            for one, other in holding_pairs([said_words(wording) for wording in wordings])
            if speaks_for_both(wordings[one], wordings[other])
            and not self.are_apart(group[one], group[other])
        ]
        return self._near(group, wordings, pairs)

    def _compatible(self, group: Sequence[NotedRecord]) -> _Pairs:
        wordings = [wording_of(one.text) for one in group]
        pairs = [
            (one, other)
            for one, other in sharing_pairs([telling_words(wording) for wording in wordings])
            if may_be_united(wordings[one], wordings[other])
            and not self.are_apart(group[one], group[other])
        ]
        return self._near(group, wordings, pairs, SOME_WORDS)

    def _near(
        self,
        group: Sequence[NotedRecord],
        wordings: Sequence[Wording],
        pairs: Sequence[tuple[int, int]],
        *least_words: float,
    ) -> _Pairs:
        texts = list(dict.fromkeys(group[at].text for pair in pairs for at in pair))
        if not texts:
            return set()
        near, threshold = self.nearness(texts), self.settings.similarity_threshold
        return {
            (one, other)
            for one, other in pairs
            if is_near(
                wordings[one],
                wordings[other],
                near.of(group[one].text, group[other].text),
                threshold,
                *least_words,
            )
        }


def _groups(records: Iterable[NotedRecord]) -> Iterator[list[NotedRecord]]:
    """What may be compared at all, the newest first."""
    groups: dict[tuple[object, ...], list[NotedRecord]] = {}
    for one in filter(may_be_merged, records):
        groups.setdefault(_kind(one), []).append(one)
    for group in groups.values():
        if len(group) > 1:
            yield sorted(group, key=_newest_first)


def _kind(one: NotedRecord) -> tuple[object, ...]:
    """What memories have in common that may become one; what expires stays apart from the rest."""
    fields = one.record.fields
    subject = None if fields.subject is None else folded_name(fields.subject)
    return (one.name.note, fields.type, subject, one.audience, fields.expires is None)


def _newest_first(one: NotedRecord) -> tuple[float, int]:
    learned = one.record.fields.learned
    return (-_seconds(learned) if learned is not None else 0.0, one.line)


def _seconds(moment: Moment) -> float:
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time.min, UTC)
    return moment.timestamp()
