"""Proposals of what somebody states of themselves, for the facts of their note."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

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
from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.changed import may_change
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.known.facts_of import FactsOfSpeakers, displaced_by
from familiar_memory.writers.notes.people.jest_terms import end_ahead, with_own_term
from familiar_memory.writers.notes.people.stated_fields import (
    ended_fields,
    past_fields,
    stated_fields,
)
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.slips.jests import said_in_earnest
from familiar_memory.writers.slips.renamed import find_renamed
from familiar_memory.writers.slips.set_right import Restatement, set_right
from familiar_memory.writers.statements.answers import find_answers
from familiar_memory.writers.text.taken_back import begins_by_taking_back, revokes
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["FACTS", "fact_operations"]

FACTS = "Facts"


def fact_operations(
    one: Utterance,
    last: Utterance | None,
    questions: Mapping[int, str],
    names: Collection[str],
    known: FactsOfSpeakers,
    talk: Collection[Utterance] = (),
) -> Iterator[Proposal]:
    """Propose what a message says of its speaker, and what it says is no longer so.

    `last` is what the same speaker said before it, `questions` are what was asked right before a
    message, by its order, and `talk` is all that was said, before the batch too; `names` are those
    of people who spoke there. `known` is told what it states.
    """
    speaker = one.author.slug
    path = note_of_person(speaker)
    for answered in _answers(one, questions):
        known.tell(speaker, one.order, [answered])
        yield from _of_statement(answered, one, path)
    is_joke = last is not None and revokes(one, last)
    # A joke that comes too late to say which is none.
    is_late = begins_by_taking_back(one.words) and not is_joke
    previous = "" if last is None or is_late else last.words
    facts = known.of(speaker) if may_change(one.words) else ()
    then = _known_then(last, known) if last is not None and is_joke else ()
    read = set_right(one.words, previous, names, facts, then)
    wrong = [*read.wrong, *(_answers(last, questions) if last is not None and is_joke else ())]
    if last is not None and wrong:
        taken = [it for it in wrong if not _is_replaced(it, read.stated)]
        again = _holding_again(last, one, wrong, known, talk)
        known.take_back(speaker, last.order, wrong, again)
        yield from _taken_back(taken, again, one, last, talk)
    known.tell(speaker, one.order, (told.statement for told in read.stated))
    for told in read.stated:
        if not _is_wished(told.statement, one):
            yield from _of_statement(told.statement, one, path, sets_right=told.sets_right)
    for corrected in find_corrections(one.words, previous):
        yield CorrectRecord(path, NO_TITLE, FACTS, corrected.old, corrected.new, one.fields)
    for wrong_name, right in find_renamed(one.words, lambda: known.of(speaker)):
        known.tell(speaker, one.order, _instead(wrong_name, right))
        yield CorrectRecord(path, NO_TITLE, FACTS, wrong_name.object, right.object, one.fields)


def _instead(wrong: SpeakerFact, right: SpeakerFact) -> tuple[Statement, Statement]:
    over = Statement(wrong.predicate, wrong.object, Stance.ENDED)
    return over, Statement(right.predicate, right.object)


def _answers(one: Utterance, questions: Mapping[int, str]) -> Sequence[Statement]:
    question = questions.get(one.order, "")
    return find_answers(question, one.words) if question else ()


def _known_then(last: Utterance, known: FactsOfSpeakers) -> tuple[SpeakerFact, ...]:
    """What was known before the last message: of one that was written up, all that ever was."""
    speaker = last.author.slug
    if known.has_heard(last.order):
        return known.before(speaker, last.order)
    return (*known.of(speaker), *known.over(speaker))


def _holding_again(
    last: Utterance,
    one: Utterance,
    wrong: Collection[Statement],
    known: FactsOfSpeakers,
    talk: Collection[Utterance],
) -> tuple[SpeakerFact, ...]:
    """What holds again, now that the last message was no news: what it alone had ended."""
    speaker = last.author.slug
    if known.has_heard(last.order):
        return displaced_by(wrong, known.before(speaker, last.order))
    ended = tuple(known.over(speaker))
    meant = displaced_by(said_in_earnest(last, one, talk, ended), ended)
    return tuple(fact for fact in displaced_by(wrong, ended) if fact not in meant)


def _taken_back(
    wrong: Iterable[Statement],
    again: Iterable[SpeakerFact],
    one: Utterance,
    last: Utterance,
    talk: Collection[Utterance],
) -> Iterator[Proposal]:
    """What only the last message said goes; what it had ended holds as it did."""
    path = note_of_person(one.author.slug)
    # It was said in the message before, maybe before midnight, and begins or ends as it says.
    days = dict.fromkeys((last.slot.day.isoformat(), one.slot.day.isoformat()))
    for it in wrong:
        fields = with_own_term(one.fields, it, last, talk)
        for predicate in dict.fromkeys((it.predicate, it.present)):
            yield RetireRecord(path, predicate, it.object, fields, ended=False, said_in=last.ref)
        told = (ended_fields(it, last).until, (stated_fields(it, last) or last.fields).since)
        days |= dict.fromkeys(day for day in told if day is not None)
    for fact in again:
        fields = replace(one.fields, until=end_ahead(fact.predicate, fact.object, last, talk))
        for until in days:
            yield ResumeRecord(path, fact.predicate, fact.object, fields, until)


def _is_replaced(wrong: Statement, stated: Iterable[Restatement]) -> bool:
    """Whether a new fact strikes the wrong one by itself, and is linked to it."""
    predicate = SHIPPED.get(wrong.predicate)
    if predicate is None or not predicate.single:
        return False
    return any(told.sets_right and told.statement.predicate == wrong.predicate for told in stated)


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
            yield AddRecord(path, NO_TITLE, FACTS, _fact(present, statement.object, term))
    fields = stated_fields(statement, one)
    if fields is not None:
        record = _fact(statement.predicate, statement.object, fields)
        yield AddRecord(path, NO_TITLE, FACTS, record, sets_right=sets_right)


def _fact(predicate: str, thing: str, fields: RecordFields) -> Record:
    return Record(fact_text(predicate, thing), fields, predicate=predicate, object=thing)
