"""What is told in confidence: of such a message nothing is written but the memory that waits.

A session that quotes it, a thread that it opens, a topic that it names or a summary that tells it
would say at once, and to everybody of the place, what is kept back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.tree import DAYS, SESSIONS, TOPICS, is_below
from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import ProposedMemory, Sensitivity
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.knowledge.write_policy.support import Arc, Terms, is_borne_out
from familiar_memory.knowledge.write_policy.tokens import meaningful
from familiar_memory.markdown.text.spoken import behind_the_speaker
from familiar_memory.operations.proposal import (
    AddRecord,
    EnsureNote,
    NotProposed,
    Proposal,
    RefreshRecords,
    SetLead,
)
from familiar_memory.writers.notes.sessions.session_lead import without_subjects
from familiar_memory.writers.policy.cited import Cited, CitedTurns
from familiar_memory.writers.text.material import is_material, own_words

__all__ = ["ToldInConfidence", "without_confided"]


class ToldInConfidence:
    """Knows which messages of a batch are told in confidence: by their words, or as it hears."""

    def __init__(
        self, cited: CitedTurns, markers: Markers, spoken: Sequence[StoredTurn] = ()
    ) -> None:
        """`spoken` is the talk that what has no speaker may be made of."""
        self._cited = cited
        self._markers = markers
        self._spoken = spoken
        # What an earlier batch has found, whose words alone need not show it.
        self._known: dict[int, bool] = dict.fromkeys(cited.confided, True)

    def hear(self, cited: Cited) -> None:
        """A memory that is made of these messages waits in confidence."""
        self._known |= dict.fromkeys(cited.ids, True)

    def has(self, cited: Cited | None) -> bool:
        """Whether any of these messages is told in confidence."""
        return cited is not None and any(map(self._is_told, cited.turns))

    def tells(self, record: Record) -> bool:
        """Whether a line is made of such a message, or tells what one says."""
        fields = record.fields
        said = behind_the_speaker(record.text)
        if self.shows(said) or self.has(self._cited.of(fields.place, fields.refs)):
            return True
        # What is made of all that was said cites one message, and may be of any.
        return fields.by is None and self._is_of_one(record.text, fields)

    def shows(self, text: str) -> bool:
        """Whether words by themselves are such as are told in confidence."""
        judged = candidate_of(ProposedMemory(text), self._markers)
        return judged.sensitivity is Sensitivity.HIGH

    def names(self, words: str) -> bool:
        """Whether words are such, or name what only such messages speak of."""
        if self.shows(words):
            return True
        told, others = set[str](), set[str]()
        for one in filter(lambda one: is_material(one.turn), self._spoken):
            said = told if self._is_told(one) else others
            said |= meaningful(own_words(one.turn))
            others |= meaningful(" ".join(one.turn.author.known_names))
        return not meaningful(words).isdisjoint(told - others)

    def _is_of_one(self, text: str, fields: RecordFields) -> bool:
        line = Arc((text,))
        return any(
            self._is_told(one) and is_borne_out(line, Terms.of(own_words(one.turn)))
            for one in self._spoken
            if one.turn.place.slug == fields.place
        )

    def _is_told(self, stored: StoredTurn) -> bool:
        known = self._known.get(stored.id)
        if known is None:
            known = is_material(stored.turn) and self.shows(own_words(stored.turn))
            self._known[stored.id] = known
        return known


def without_confided(
    proposals: Iterable[Proposal], confidence: ToldInConfidence, why: str
) -> tuple[Proposal, ...]:
    """The proposals, of which none tells what is told in confidence; memories are not judged here.

    What is taken out is reported. A topic, a session or a day of which nothing else is left gets no
    note.
    """
    given = tuple(proposals)
    told = _told_of_notes(given, confidence)
    kept = (one for each in given for one in _kept(each, confidence, why))
    return tuple(one for one in kept if not (isinstance(one, EnsureNote) and told.get(one.path)))


def _kept(operation: Proposal, confidence: ToldInConfidence, why: str) -> Iterator[Proposal]:
    if isinstance(operation, SetLead):
        words = without_subjects(operation.words, confidence.names)
        if words != operation.words or confidence.shows(words):
            yield NotProposed("what heads a session", why, operation.path)
        if not confidence.shows(words):
            yield replace(operation, words=words)
    elif isinstance(operation, RefreshRecords):
        lines = tuple(one for one in operation.fresh if not confidence.tells(one.record))
        if len(lines) < len(operation.fresh):
            yield NotProposed("a line", why, operation.path)
        if lines or operation.gone:
            yield replace(operation, fresh=lines)
    else:
        yield operation


def _told_of_notes(
    proposals: Iterable[Proposal], confidence: ToldInConfidence
) -> Mapping[str, bool]:
    """Of each note for which there is a line, whether all its lines are told in confidence.

    Notes of topics, sessions and days, that is: of people there is more to say.
    """
    told: dict[str, bool] = {}
    for one in proposals:
        if any(is_below(one.path, folder) for folder in (TOPICS, SESSIONS, DAYS)):
            for record in _records(one):
                told[one.path] = told.get(one.path, True) and confidence.tells(record)
    return told


def _records(operation: Proposal) -> Iterator[Record]:
    if isinstance(operation, AddRecord):
        yield operation.record
    elif isinstance(operation, RefreshRecords):
        yield from (line.record for line in operation.fresh)
