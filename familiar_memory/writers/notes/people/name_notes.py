"""Proposals for the names that people give themselves: facts of theirs, as any other.

A name that somebody else bears is proposed as well; `TakenNames` has it held for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.names.told import names_told, said_to_be
from familiar_memory.writers.notes.people.fact_notes import FACTS
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["name_operations"]


def name_operations(said: Iterable[Utterance], batch: Batch) -> Iterator[Proposal]:
    """Propose what people say that they are called, but the names under which they write."""
    for one in said:
        own = {folded_name(name) for name in one.author.known_names}
        others = [name for name in batch.names if folded_name(name) not in own]
        told = (*names_told(one.words), *said_to_be(one.words, others))
        for name in dict.fromkeys(told):
            if folded_name(name) not in own:
                text = fact_text(CALLED, name)
                record = Record(text, one.fields, predicate=CALLED, object=name)
                yield AddRecord(note_of_person(one.author.slug), NO_TITLE, FACTS, record)
