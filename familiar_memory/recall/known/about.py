"""Whom a question names, and the facts about them: those that may answer it.

They are looked for among what the viewer may see alone, in the arrays of the snapshot that is
ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.base import IndexView
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.index.words.tokens import term_hash
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.speech.first_person import Subject, person_spoken_of
from familiar_memory.recall.known.asking import FactAsking
from familiar_memory.recall.known.covered import accounted_by, words_left
from familiar_memory.recall.known.named import Named, named_in, says_pronoun
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.asked.stated import stated_predicate
from familiar_memory.recall.ranking.masks.filters import Filters

__all__ = ["FactsAbout"]

_MOST_READ = 300
"""Facts about those who are named, the newest: nobody is known by more."""


@dataclass(slots=True)
class FactsAbout:
    """The facts about whom a question names; looked for when they are asked for, once.

    `rows` are searched, `seen` are all that the viewer may see, whatever is looked for; `past`
    gives the rows that are searched for what has ended. `read` takes another text apart.
    """

    view: IndexView
    snapshot: Snapshot
    rows: Sequence[Mask]
    seen: Sequence[Mask]
    past: Callable[[], Sequence[Mask]]
    aliases: Callable[[], Mapping[str, tuple[str, ...]]]
    read: Callable[[str], Question]
    question: Question
    viewer: Viewer
    filters: Filters
    asked: FactAsking
    _facts: dict[int, StoredPassage] | None = field(default=None, init=False)
    _joined: dict[int, set[int]] = field(default_factory=dict, init=False)
    _named: Named | None = field(default=None, init=False)

    @property
    def facts(self) -> dict[int, StoredPassage]:
        """The facts about whom the question names, and those that name them, by id."""
        if self._facts is None:
            self._joined = self._join()
            ids = self._newest(self._joined)
            stored = self.view.passages(ids) if ids else {}
            self._facts = {
                number: one
                for number, one in stored.items()
                if stated_predicate(one.text) is not None and permits(self.viewer, one.audience)
            }
        return self._facts

    @property
    def named(self) -> Named:
        """Whom the question names, or means by "I" or "she"."""
        if self._named is None:
            self._named = self._read_names()
        return self._named

    def names_in(self, passage: StoredPassage) -> frozenset[str]:
        """The names by which the question means those of whom a fact about them is."""
        return frozenset().union(*(self.named[entity] for entity in self._joined[passage.id]))

    def is_of_named(self, passage: StoredPassage) -> bool:
        """Whether a passage states something of whom the question names."""
        named = np.array(sorted(self.named), np.int32)
        for segment in self.snapshot.segments:
            edges = segment.edges
            rows = segment.passage[edges.row] == passage.id
            ends = np.concatenate((edges.subject[rows], edges.object[rows]))
            if np.isin(ends, named).any():
                return True
        return False

    def _read_names(self) -> Named:
        text = self.question.text
        found = dict(self._named_in(text, self.question))
        present = self.filters.present[:1]
        if person_spoken_of(text) is Subject.SELF:
            for slug in present:
                if (number := self.snapshot.registers.entities.known(slug)) is not None:
                    found.setdefault(number, frozenset())
        return found if found or not says_pronoun(text) else self._named_before()

    def _named_before(self) -> Named:
        """Whom "she" means: who was named last, before the question, if that is one alone."""
        entities, authors = self.snapshot.registers.entities, self.snapshot.registers.authors
        for said in reversed(self.filters.said):
            if said.strip() == self.question.text.strip():
                continue
            read = self.read(said)
            meant = self._named_in(said, read)
            slugs = {authors.values[number] for number in read.authors}
            slugs |= {entities.values[number] for number in meant}
            if slugs:
                return dict.fromkeys(meant, frozenset()) if len(slugs) == 1 else {}
        return {}

    def _named_in(self, text: str, read: Question) -> Named:
        # Of somebody of whom nothing is searched but what has ended there is that.
        seen = self.past() if self.asked.is_of_the_past else self.seen
        return named_in(text, self.snapshot, seen, self.aliases, read)

    def _join(self) -> dict[int, set[int]]:
        """The passages that state something of whom is named, and which of these each names."""
        named = np.array(sorted(self.named), np.int32)
        found: dict[int, set[int]] = {}
        if not len(named):
            return found
        masks = self.past() if self.asked.is_of_the_past else self.rows
        hashes = {entity: self._unnamed(entity) for entity in self.named}
        for segment, mask in zip(self.snapshot.segments, masks, strict=True):
            edges = segment.edges
            for column in (edges.subject, edges.object):
                at = np.flatnonzero(np.isin(column, named) & mask[edges.row])
                for entity in np.unique(column[at]).tolist():
                    rows = edges.row[at[column[at] == entity]]
                    for term in hashes[entity]:
                        rows = rows[np.isin(rows, segment.postings.find(term)[0])]
                    for passage in np.unique(segment.passage[rows]).tolist():
                        found.setdefault(passage, set()).add(entity)
        return found

    def _newest(self, passages: Iterable[int]) -> list[int]:
        """As many as are read, those that were learned last first; the same in every index."""
        wanted = np.array(sorted(passages), np.int64)
        documents = self.snapshot.registers.documents.values
        found: dict[int, tuple[object, ...]] = {}
        for segment in self.snapshot.segments if len(wanted) > _MOST_READ else ():
            for row in np.flatnonzero(np.isin(segment.passage, wanted)).tolist():
                _, *note = documents[segment.document[row]]
                key = (-int(segment.day[row]), *note, int(segment.position[row]))
                found.setdefault(int(segment.passage[row]), key)
        return sorted(found, key=found.__getitem__)[:_MOST_READ] if found else wanted.tolist()

    def _unnamed(self, entity: int) -> list[int]:
        """The terms, by their hash, of which a fact about an entity has every one.

        Its line is indexed with the words of its predicate, so most facts are left unread.
        """
        left = words_left(self.asked.text, accounted_by(*sorted(self.named[entity])))
        return [term_hash(term) for term in left if not any(map(is_dense_script, term))]
