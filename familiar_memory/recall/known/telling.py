"""A hit names the fact that it tells: its record, its sentence, and where it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.question.named_fact import NamedFact
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.fact_wording import sentence_about
from familiar_memory.knowledge.predicate_words import object_of, predicate_of
from familiar_memory.knowledge.validity import has_ended
from familiar_memory.recall.names.titles import shown_subject, shown_title

__all__ = ["FactTelling"]


class FactTelling:
    """Names facts to one viewer, as of one moment.

    `called` is what the viewer knows people as, by slug; `may_know` says which audiences they
    belong to. Without a `moment` (the past was asked for, and nobody knew then what would end)
    no term is told.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        called: Mapping[str, str],
        may_know: Callable[[str], bool],
        moment: datetime | None,
    ) -> None:
        self._snapshot = snapshot
        self._called = called
        self._may_know = may_know
        self._moment = moment

    def named(self, hits: Iterable[SearchHit], facts: Sequence[StoredPassage]) -> list[SearchHit]:
        """The hits; each that is, or was folded with, one of these facts names the first."""
        by_line = {f"{one.key}:{one.line}": one for one in reversed(facts)}
        order = {f"{one.key}:{one.line}": rank for rank, one in enumerate(facts)}
        told: list[SearchHit] = []
        for hit in hits:
            lines = (hit.name, *hit.noted_in)
            mine = sorted((line for line in lines if line in order), key=order.__getitem__)
            if hit.name in order:
                mine = [hit.name]
            told.append(replace(hit, fact=self._fact(by_line[mine[0]])) if mine else hit)
        return told

    def over(self, passage: StoredPassage, *, was_wrong: bool) -> NamedFact:
        """A fact that holds no more, or never did."""
        return replace(self._fact(passage), was_wrong=was_wrong)

    def _fact(self, passage: StoredPassage) -> NamedFact:
        is_past = self._moment is not None and has_ended(passage.valid_until, self._moment)
        since, until = passage.valid_since, passage.valid_until
        if self._moment is None:
            since = until = None
        sentence = sentence_about(
            self._subject(passage),
            predicate_of(passage.text) or "",
            object_of(passage.text),
            is_past=is_past,
            since=since,
            until=until,
        )
        return NamedFact(
            RecordName(passage.key, passage.record_id or ""),
            passage.line,
            passage.text,
            sentence,
            since,
            until,
            is_past,
            passage.learned,
            passage.refs,
            passage.place if passage.place and self._may_know(passage.place) else None,
        )

    def _subject(self, passage: StoredPassage) -> str:
        """What its subject is called, as the arrays have it; else its note."""
        for segment in self._snapshot.segments:
            edges = segment.edges
            rows = np.flatnonzero(segment.passage[edges.row] == passage.id)
            for row in rows.tolist():
                if not edges.joins[row]:
                    continue
                slug = self._snapshot.registers.entities.values[int(edges.subject[row])]
                return shown_subject(slug, passage.key, passage.title, self._called)
        return shown_title(passage.key, passage.title, self._called)
