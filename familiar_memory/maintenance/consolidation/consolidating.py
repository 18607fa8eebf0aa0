"""Memories become one, cluster by cluster: the one way, by night, by hand and for a tool.

It is a generator: it yields what a model is to be asked, where there is one, and is sent the reply.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from familiar_memory.errors import FamiliarError, ModelError, ModelReplyError
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.consolidation.marks import MergeMarks
from familiar_memory.maintenance.consolidation.planning import Clusters
from familiar_memory.maintenance.consolidation.worded.merging import BestWording, PlannedMerge
from familiar_memory.maintenance.consolidation.worded.model_wording import (
    RefusedWordingError,
    merge_worded_in,
    wording_request,
)
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.operations.named.across import MergeRecords

__all__ = ["Consolidated", "Consolidation", "WriteMerge"]

_log = logging.getLogger(__name__)

WriteMerge = Callable[[MergeRecords], str | None]
"""Writes one merge as one change: the id of the new memory, None where it was not written."""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """How many memories were `absorbed` by the `made` ones, of how many clusters `found`.

    Of these a model had words for all but the `unworded`; `unasked` are those about which it was
    not asked, since it failed (`problem`) or has been asked enough. `restless` are the keys of
    notes in which another night may find something to do.
    """

    absorbed: int = 0
    made: tuple[str, ...] = ()
    found: int = 0
    unworded: int = 0
    unasked: int = 0
    problem: str = ""
    restless: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Consolidation:
    """Merges what `clusters` finds, by `write`; what somebody has taken apart stays apart.

    A model is asked `most_questions` about the memories of any one audience, so that no memory
    has another not asked about that those who know it may not know.
    """

    clusters: Clusters
    marks: MergeMarks
    write: WriteMerge
    most_questions: int = 0
    keeps_marks: bool = True

    def run(
        self, records: Iterable[NotedRecord]
    ) -> Generator[ChatRequest, Completion, Consolidated]:
        """Merge what can be merged of the memories of a tree; twice is once."""
        by_note = _by_note(records)
        done = Consolidated()
        questions: Counter[str] = Counter()
        for noted in by_note:
            left, before, asked = noted, done, questions.total()
            for cluster in self.clusters.of_one_wording(noted):
                done = self._merged(self._best(cluster), done)
                gone = {one.name for one in cluster}
                left = [one for one in left if one.name not in gone]
            if self.most_questions:
                done = yield from self._worded(left, done, questions)
            is_same = (done.found, done.unasked) == (before.found, before.unasked)
            if not is_same or questions.total() != asked:
                done = replace(done, restless=done.restless | {noted[0].name.note})
        return done

    def _worded(
        self, records: Sequence[NotedRecord], done: Consolidated, questions: Counter[str]
    ) -> Generator[ChatRequest, Completion, Consolidated]:
        """Merge what a model has words for."""
        for cluster in self.clusters.to_be_worded(records):
            if self.marks.is_refused(cluster) or any("[[" in one.record.text for one in cluster):
                # A link says how a file is called, which may be of what others have said.
                continue
            audience = cluster[0].audience
            if done.problem or questions[audience] >= self.most_questions:
                done = replace(done, unasked=done.unasked + 1)
                continue
            questions[audience] += 1
            try:
                reply = yield wording_request(cluster)
            except ModelError as error:
                done = replace(done, unasked=done.unasked + 1, problem=error.problem)
                continue
            done = self._merged(self._read(reply, cluster), done)
        return done

    def _read(self, reply: Completion, cluster: Sequence[NotedRecord]) -> PlannedMerge | None:
        """The merge that a reply words; None where it cannot be, which is asked only once.

        A reply that nobody can read may be another in another night, a few times.
        """
        try:
            return merge_worded_in(reply, cluster)
        except ModelReplyError:
            if self.keeps_marks:
                self.marks.note_unread(cluster)
            return None
        except RefusedWordingError as refused:
            _log.info("the wording of a model for %d memories: %s", len(cluster), refused)
        if self.keeps_marks:
            self.marks.note_refused(cluster)
        return None

    def _best(self, cluster: Sequence[NotedRecord]) -> PlannedMerge | None:
        text = BestWording().merge([one.record for one in cluster])
        return None if text is None else PlannedMerge(tuple(cluster), text)

    def _merged(self, planned: PlannedMerge | None, done: Consolidated) -> Consolidated:
        if planned is None:
            return replace(done, unworded=done.unworded + 1)
        done = replace(done, found=done.found + 1)
        try:
            new = self.write(planned.merge)
        except FamiliarError as problem:
            # One that fails stops none of the others.
            _log.warning("memories were not merged: %s", problem.problem)
            return done
        if new is None:
            return done
        if self.keeps_marks:
            self.marks.note_merged(planned.originals)
        absorbed = done.absorbed + len(planned.originals)
        return replace(done, absorbed=absorbed, made=(*done.made, new))


def _by_note(records: Iterable[NotedRecord]) -> Iterator[list[NotedRecord]]:
    """The memories note by note, as they come: no two of different notes become one."""
    found: list[NotedRecord] = []
    for one in records:
        if found and found[-1].name.note != one.name.note:
            yield found
            found = []
        found.append(one)
    if found:
        yield found
