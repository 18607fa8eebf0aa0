"""Lines that end, say something else from now on, or are said once more.

Nobody's words are changed: the old line is struck and stays, and a new one stands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import person_of
from familiar_memory.errors import InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.conduct.rules import RULES_NOTE
from familiar_memory.operations.named.proposals import Reassert, RetireById, Successor
from familiar_memory.operations.proposal import AddRecord, NotProposed, Proposal
from familiar_memory.writers.model.made.checked import CheckedOperation
from familiar_memory.writers.model.made.quotation import INFERRED, OBSERVED
from familiar_memory.writers.model.page.relevance import NotedLine
from familiar_memory.writers.model.page.writer_page import WriterPage

__all__ = ["Endings", "said_again"]

_MOST_ENDED = 3
"""Lines that one message ends: who says more at once means something else, or nothing."""


@dataclass(slots=True)
class Endings:
    """What a reply ends, by whose words; it counts what each message ends."""

    vocabulary: Vocabulary
    _ended: Counter[int] = field(default_factory=Counter)

    def update(self, asked: CheckedOperation) -> Iterator[Proposal]:
        """Something else is so from now on: a new line, and the end of the old one.

        A guess waits for a person, and what was said stands beside it.

        Raises:
            InputError: the line is not for whoever speaks to change.
        """
        noted = self._own(asked)
        record = noted.line.record
        new = self._new(asked, record)
        if normalised(new.text) == normalised(record.text):
            raise InputError("the record says so already", "what has changed")
        section = noted.line.section or "About"
        yield AddRecord(noted.key, "", section, new)
        if new.fields.source == INFERRED:
            return
        if record.predicate is None or not self.vocabulary.predicates[record.predicate].single:
            yield replace(_retired(asked, noted), successor=Successor(section, new))

    def retire(self, asked: CheckedOperation) -> Iterator[Proposal]:
        """It is over.

        Raises:
            InputError: the line is not for whoever speaks to end, or nobody said that it ended.
        """
        noted = self._own(asked)
        is_felt = noted.line.record.fields.source == OBSERVED
        if asked.item.certainty != "stated" and not is_felt:
            raise InputError("a guess ends no record", "what the speaker said in so many words")
        yield _retired(asked, noted)

    def _own(self, asked: CheckedOperation) -> NotedLine:
        noted = asked.line()
        fields, speaker = noted.line.record.fields, asked.speaker.slug
        if noted.key == RULES_NOTE:
            raise InputError("only people take rules of conduct away", "another record")
        is_felt = fields.by is None and fields.source == OBSERVED
        is_theirs = fields.by == speaker or (is_felt and person_of(noted.key) in (speaker, None))
        if not is_theirs:
            raise InputError("only who said it can take it back", "a record of whoever speaks")
        if fields.place != asked.said.utterance.place.slug:
            raise InputError("it was said elsewhere, to others", "a record of that place")
        self._ended[asked.said.utterance.order] += 1
        if self._ended[asked.said.utterance.order] > _MOST_ENDED:
            raise InputError(f"one message ends at most {_MOST_ENDED} records", "fewer records")
        return noted

    def _new(self, asked: CheckedOperation, old: Record) -> Record:
        if old.predicate is not None:
            object_ = asked.name()
            fields, _ = asked.dated(asked.fields(object_))
            text = fact_text(old.predicate, object_)
            return Record(text, fields, predicate=old.predicate, object=object_)
        text = asked.sentence()
        if old.fields.source == OBSERVED:
            return Record(text, replace(asked.said.fields(OBSERVED), category=old.fields.category))
        return Record(text, replace(asked.fields(text), subject=old.fields.subject))


def said_again(proposal: Proposal, shown: WriterPage) -> Proposal:
    """The proposal; where it says what a shown line says, that line is said once more.

    To somebody else, or by another, it is nothing new.
    """
    if not isinstance(proposal, AddRecord) or proposal.record.predicate is not None:
        return proposal
    for noted in shown.lines.values():
        old, new = noted.line.record, proposal.record
        if noted.key != proposal.path or normalised(old.text) != normalised(new.text):
            continue
        if (old.fields.by, old.fields.place) == (new.fields.by, new.fields.place):
            return Reassert(noted.key, noted.line.id, new.fields.refs, old.text)
        return NotProposed("operation", f"it is noted already: {old.text[:60]!r}", proposal.path)
    return proposal


def _retired(asked: CheckedOperation, noted: NotedLine) -> RetireById:
    until = asked.said.day.isoformat()
    return RetireById(noted.key, noted.line.id, until, was=noted.line.record.text)
