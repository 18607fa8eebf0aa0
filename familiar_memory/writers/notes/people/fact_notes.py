"""Proposals of what somebody states of themselves, for the facts of their note."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.knowledge.standing import find_standing
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.proposal import (
    AddRecord,
    CorrectRecord,
    Proposal,
    ResumeRecord,
    RetireRecord,
)
from familiar_memory.writers.forms.finding import Statement, find_corrections
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.changed import may_change
from familiar_memory.writers.known.facts_of import FactsOfSpeakers
from familiar_memory.writers.notes.people.stated_fields import (
    ended_fields,
    past_fields,
    stated_fields,
)
from familiar_memory.writers.slips.jests import is_meant_elsewhere
from familiar_memory.writers.slips.set_right import Restatement, set_right
from familiar_memory.writers.statements.answers import find_answers
from familiar_memory.writers.text.taken_back import begins_by_taking_back
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["FACTS", "fact_operations"]

FACTS = "Facts"
_NO_TITLE = ""


def fact_operations(
    one: Utterance,
    question: str,
    last: Utterance | None,
    names: Collection[str],
    known: FactsOfSpeakers,
    talk: Collection[Utterance] = (),
) -> Iterator[Proposal]:
    """Propose what a message says of its speaker, and what of before it says to be otherwise.

    `question` is what was asked right before it, `last` what the same speaker said before it, and
    `talk` all that was said, before the batch too; `names` are those of people who spoke there.
    `known` is told what it states.
    """
    previous = "" if last is None else last.words
    speaker = one.author.slug
    path = note_of_person(speaker)
    for answered in find_answers(question, one.words) if question else ():
        known.tell(speaker, [answered])
        yield from _of_statement(answered, one, path)
    facts = known.of(speaker) if may_change(one.words) else ()
    ever = known.ever(speaker) if may_change(previous) and begins_by_taking_back(one.words) else ()
    read = set_right(one.words, previous, names, facts, ever)
    wrongs = [
        wrong
        for wrong in read.wrong
        if wrong.stance is not Stance.ENDED
        or last is None
        or not is_meant_elsewhere(wrong, last, talk, ever)
    ]
    known.tell(speaker, (told.statement for told in read.stated), wrongs)
    for wrong in wrongs:
        if not any(_takes_the_place(told, wrong) for told in read.stated):
            yield from _taken_back(wrong, one, last, path)
    for told in read.stated:
        if not _is_wished(told.statement, one):
            yield from _of_statement(told.statement, one, path, sets_right=told.sets_right)
    for corrected in find_corrections(one.words, previous):
        yield CorrectRecord(path, _NO_TITLE, FACTS, corrected.old, corrected.new, one.fields)


def _taken_back(
    wrong: Statement, one: Utterance, last: Utterance | None, path: str
) -> Iterator[Proposal]:
    """What was never so is struck without an end; what never ended holds as it did."""
    if wrong.stance is not Stance.ENDED or wrong.present != wrong.predicate:
        said_in = "" if last is None else last.ref
        yield RetireRecord(
            path, wrong.predicate, wrong.object, one.fields, ended=False, said_in=said_in
        )
    if wrong.stance is Stance.ENDED:
        # It was said to have ended in the message before, maybe before midnight, or in this one.
        said = [one] if last is None else [last, one]
        days = (ended_fields(wrong, it).until or it.slot.day.isoformat() for it in said)
        for until in dict.fromkeys(days):
            yield ResumeRecord(path, wrong.present, wrong.object, one.fields, until)


def _takes_the_place(told: Restatement, wrong: Statement) -> bool:
    """Whether the new fact strikes the wrong one by itself, and is linked to it."""
    predicate = SHIPPED.get(wrong.predicate)
    is_single = predicate is not None and predicate.single
    return told.sets_right and is_single and told.statement.predicate == wrong.predicate


def _is_wished(statement: Statement, one: Utterance) -> bool:
    """Whether it stands among what they prefer, in their words: once is enough to judge it."""
    if statement.predicate != "prefers" or statement.stance is not Stance.HOLDS:
        return False
    wished = normalised(statement.object)
    return any(wished in normalised(wish.text) for wish in find_standing(one.words))


def _of_statement(
    statement: Statement, one: Utterance, path: str, *, sets_right: bool = False
) -> Iterator[Proposal]:
    if statement.stance is not Stance.HOLDS:
        present = statement.present
        ended = statement.stance is Stance.ENDED
        yield RetireRecord(path, present, statement.object, ended_fields(statement, one), ended)
        if present == statement.predicate:
            # Nothing is left to say of it: only some of what is over has a word of its own.
            return
        if (term := past_fields(statement, one)) is not None:
            yield AddRecord(path, _NO_TITLE, FACTS, _fact(present, statement.object, term))
    fields = stated_fields(statement, one)
    if fields is not None:
        record = _fact(statement.predicate, statement.object, fields)
        yield AddRecord(path, _NO_TITLE, FACTS, record, sets_right=sets_right)


def _fact(predicate: str, thing: str, fields: RecordFields) -> Record:
    return Record(fact_text(predicate, thing), fields, predicate=predicate, object=thing)
