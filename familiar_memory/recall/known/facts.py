"""Which facts answer a question: of whom it names, or whose object it says.

They are looked for among what the viewer may see alone, in the arrays of the snapshot that is
ranked. For a question of the past also what has been struck since, if it says when it ended: a
line that was wrong is no answer to anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, tzinfo

import numpy as np

from familiar_memory.domain.memory.partial_date import in_zone
from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.base import IndexView
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.index.words.tokens import term_hash
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.predicate_words import object_of, predicate_of, words_of_predicate
from familiar_memory.knowledge.speech.first_person import Subject, person_spoken_of
from familiar_memory.knowledge.validity import has_ended, holds
from familiar_memory.recall.known.covered import Words, accounted_by, said_of, words_left
from familiar_memory.recall.known.named import Named, named_in, says_pronoun
from familiar_memory.recall.known.term import days_of_question
from familiar_memory.recall.ranking.asked.dates import DaySpan
from familiar_memory.recall.ranking.asked.facts import FactsAsked, is_short
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.asked.read_dates import without_date
from familiar_memory.recall.ranking.asked.tense import Tense, read_tense
from familiar_memory.recall.ranking.masks.filters import Filters

__all__ = ["FactAsking", "KnownFacts"]

_RECORD = "record"
_MOST_READ = 300
"""Facts about those who are named, the newest: nobody is known by more."""
_ENOUGH_OF_OBJECT = 2
"""Words of an object by which a fact of somebody is meant where its predicate is not said."""
_MOST = 5
"""Facts that go before everything else: who asks for more wants to read the note."""


@dataclass(frozen=True, slots=True)
class FactAsking:
    """A question as far as facts are concerned: its words without date and tense, and of when."""

    text: str
    asked: FactsAsked
    tense: Tense
    spans: tuple[DaySpan, ...]
    today: date

    @classmethod
    def of(cls, question: Question, filters: Filters, zone: tzinfo) -> FactAsking:
        """Read one; as of an earlier moment what is asked is what was so then."""
        today = in_zone(filters.moment, zone).date()
        tense, rest = read_tense(without_date(question.text, today))
        spans = question.date.spans(today) if question.date is not None else ()
        if filters.as_of is not None:
            tense = Tense.NOW
        return cls(rest, FactsAsked(question.text), tense, spans, today)

    @property
    def is_of_the_past(self) -> bool:
        """Whether what has ended may answer."""
        return bool(self.spans) or self.tense is not Tense.NOW


@dataclass(slots=True)
class KnownFacts:
    """The facts that answer one question; looked for when they are asked for, once.

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
    _about: dict[int, StoredPassage] | None = field(default=None, init=False)
    _joined: dict[int, set[int]] = field(default_factory=dict, init=False)
    _named: Named | None = field(default=None, init=False)

    def answers(self, found: Iterable[StoredPassage]) -> list[StoredPassage]:
        """The facts that answer, the best first, of those about whom is named and of `found`.

        Those that were found say the object, or are of whom is named: who works at the archive?
        """
        if not is_short(self.question.text):
            return []
        records = [one for one in found if one.kind == _RECORD]
        candidates = {one.id: one for one in (*self.about.values(), *records)}.values()
        weighed = [(weight, one) for one in candidates if (weight := self._weight(one)) is not None]
        weighed.sort(key=lambda pair: (*(-part for part in pair[0]), *_order(pair[1])))
        return [one for _, one in weighed[:_MOST]]

    @property
    def about(self) -> dict[int, StoredPassage]:
        """The facts about whom the question names, and those that name them, by id."""
        if self._about is None:
            self._joined = self._join()
            ids = self._newest(self._joined)
            stored = self.view.passages(ids) if ids else {}
            self._about = {
                number: one
                for number, one in stored.items()
                if predicate_of(one.text) is not None and permits(self.viewer, one.audience)
            }
        return self._about

    @property
    def named(self) -> Named:
        """Whom the question names, or means by "I" or "she"."""
        if self._named is None:
            self._named = self._read_names()
        return self._named

    def asks_for(self, passage: StoredPassage) -> bool:
        """Whether a passage is a fact whose predicate the question uses."""
        return passage.kind == _RECORD and self.asked.asked.has(passage.text)

    def may_answer(self, passage: StoredPassage) -> bool:
        """Whether it is a fact that is asked for, and of whom the question names, if anybody."""
        return self.asks_for(passage) and (not self.named or self._is_of_named(passage))

    def _is_of_named(self, passage: StoredPassage) -> bool:
        named = np.array(sorted(self.named), np.int32)
        for segment in self.snapshot.segments:
            edges = segment.edges
            rows = segment.passage[edges.row] == passage.id
            ends = np.concatenate((edges.subject[rows], edges.object[rows]))
            if np.isin(ends, named).any():
                return True
        return False

    # --- whom is it about ----------------------------------------------------------

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

    # --- does it answer ------------------------------------------------------------

    def _weight(self, fact: StoredPassage) -> tuple[float, ...] | None:
        """What puts one answer before another; None for what is none."""
        predicate = predicate_of(fact.text)
        if predicate is None or (time := self._time(fact)) is None:
            return None
        object_ = accounted_by(object_of(fact.text))
        by_predicate = accounted_by(*words_of_predicate(predicate))
        is_asked = self.asked.asked.has(fact.text)
        said = self._said_of(object_, by_predicate)
        accounted = object_ | by_predicate
        if fact.id in self.about:
            names = set().union(*(self.named[entity] for entity in self._joined[fact.id]))
            if not (is_asked or (names and said >= _ENOUGH_OF_OBJECT)):
                return None
            accounted |= accounted_by(*sorted(names))
        elif not (is_asked and said):
            return None
        if words_left(self.asked.text, accounted):
            return None
        return (said, is_asked, *time)

    def _said_of(self, object_: Words, by_predicate: Words) -> int:
        """How much of the object a question says that words of the predicate do not."""
        only = Words(
            object_.terms - by_predicate.terms,
            tuple(one for one in object_.pieces if one not in by_predicate.pieces),
        )
        return said_of(self.asked.text, only)

    def _time(self, fact: StoredPassage) -> tuple[float, ...] | None:
        """How well a fact is of the time that is asked for; None where it is not."""
        moment = self.filters.moment
        is_over = has_ended(fact.valid_until, moment)
        if self.asked.spans:
            held = days_of_question(fact, self.asked.spans, self.asked.today)
            return (float(held),) if held else None
        tense = self.asked.tense
        if tense is Tense.PAST and not is_over:
            return None
        if tense is Tense.NOW and not holds(fact.valid_since, fact.valid_until, None, moment):
            return None
        return (float(is_over if tense in (Tense.PAST, Tense.DID) else not is_over),)


def _order(fact: StoredPassage) -> tuple[object, ...]:
    """Among equals: what was learned last, then as the notes say it."""
    learned = fact.valid_since or fact.learned or ""
    return tuple(-ord(c) for c in learned), fact.source, fact.key, fact.char_start
