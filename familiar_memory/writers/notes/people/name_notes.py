"""Proposals for the names that people give themselves: facts of theirs, as any other.

A name that somebody else bears is proposed as well; `TakenNames` has it held for a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.proposal import AddRecord, Proposal, RetireRecord
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.names.told import names_told, said_to_be
from familiar_memory.writers.notes.people.fact_notes import FACTS
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.slips.jests import meant_of
from familiar_memory.writers.slips.said_before import said_before
from familiar_memory.writers.text.taken_back import revokes
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["name_operations"]


def name_operations(
    said: Sequence[Utterance], before: Sequence[Utterance], batch: Batch
) -> Iterator[Proposal]:
    """Propose what people say that they are called, but the names under which they write.

    `before` was said earlier, and is written up already. A name that was a joke is none.
    """
    for one, last in said_before(said, before):
        if last is not None and revokes(one, last):
            yield from _taken_back(one, last, batch)
        for name in _told(one, one.words, batch):
            record = Record(fact_text(CALLED, name), one.fields, predicate=CALLED, object=name)
            yield AddRecord(note_of_person(one.author.slug), NO_TITLE, FACTS, record)


def _taken_back(one: Utterance, last: Utterance, batch: Batch) -> Iterator[Proposal]:
    meant = set(_told(last, meant_of(last.words, one.words), batch))
    for name in _told(last, last.words, batch):
        if name not in meant:
            path = note_of_person(one.author.slug)
            yield RetireRecord(path, CALLED, name, one.fields, ended=False, said_in=last.ref)


def _told(one: Utterance, words: str, batch: Batch) -> tuple[str, ...]:
    own = {folded_name(name) for name in one.author.known_names}
    others = [name for name in batch.names if folded_name(name) not in own]
    told = dict.fromkeys((*names_told(words), *said_to_be(words, others)))
    return tuple(name for name in told if folded_name(name) not in own)
