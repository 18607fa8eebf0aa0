"""Up to which turn the mentions of a topic were judged, so that none is offered twice.

A line that a person has deleted leaves no trace in the notes: without these marks a topic
whose note is gone would look like a new one, and be given back what was deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from familiar_memory.domain.tree import TOPICS, is_below
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.notes.topic_notes import mark_of, topic_of

__all__ = ["TopicMarks"]


class TopicMarks:
    """Watermarks of the history, one a topic and place: a talk is marked in its own places."""

    def __init__(self, history: Watermarks) -> None:
        """Nothing is read before `refresh`."""
        self._history = history
        self._marks: dict[str, int] = {}

    def refresh(self) -> None:
        """Read what was marked, as at the beginning of a run."""
        self._marks = self._history.watermarks_like(mark_of("", ""))

    def known(self) -> Mapping[str, int]:
        """The turn up to which mentions were judged, by `mark_of` a topic and a place."""
        return self._marks

    def mark(self, batch: Batch, report: ApplyReport) -> None:
        """Mark the topics of which a batch was written up, in all places of its talk.

        So are those whose lines stand in notes that nobody has marked, as an older version wrote
        them, and those whose lines name messages of this very batch: a run wrote them that died
        before it could mark them.
        """
        places = {one.turn.place.slug for one in (*batch.background, *batch.turns)}
        own = {(one.turn.place.slug, one.turn.ref) for one in batch.turns}
        slugs = {
            slug
            for slug, topic in batch.topics.items()
            if topic.cited and not (self._is_marked(slug, places) and own.isdisjoint(topic.cited))
        } | {
            topic_of(outcome.operation.path)[0]
            for outcome in report.outcomes
            if is_below(outcome.operation.path, TOPICS) and outcome.verdict is not Verdict.FAILED
        }
        if not slugs:
            return
        last = batch.turns[-1].id
        names = sorted(mark_of(slug, place) for slug in slugs for place in places)
        self._history.set_watermarks(last, names)
        # A batch that was put aside and comes late moves no mark back.
        self._marks |= {name: max(last, self._marks.get(name, 0)) for name in names}

    def _is_marked(self, slug: str, places: Iterable[str]) -> bool:
        return any(mark_of(slug, place) in self._marks for place in places)
