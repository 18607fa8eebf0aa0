"""What is said of people, as proposals: each about whoever speaks, in their own note.

What somebody says about another person is a claim of theirs: it stands in the speaker's note, in
words, and names whom it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import InputError
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.knowledge.predicates import SAME_AS, Vocabulary
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.model.made.checked import CheckedOperation
from familiar_memory.writers.model.made.quotation import OBSERVED
from familiar_memory.writers.notes.people.fact_notes import FACTS
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.policy.claims import CLAIMS, claim_about
from familiar_memory.writers.policy.evidence import has_share_of, stands_in
from familiar_memory.writers.text.note_links import person_label

__all__ = ["ABOUT", "alias_of", "fact_of", "known_predicate", "rule_asked_for", "said_of_person"]

ABOUT = "About"
_FEELINGS = "Feelings"
_FELT = {"trust": "trust", "history": "history", "moment": "moment"}


def known_predicate(asked: CheckedOperation, vocabulary: Vocabulary) -> str:
    """The predicate of a fact.

    Raises:
        InputError: there is no such one, or it is for people to state.
    """
    name = (asked.item.predicate or "").strip()
    if name == SAME_AS:
        raise InputError("only people say that two are the same person", "another predicate")
    if name not in vocabulary:
        raise InputError(f"there is no predicate {name[:40]!r}", "one of the list, or a state")
    return name


def fact_of(asked: CheckedOperation, person: Author, predicate: str) -> Iterator[Proposal]:
    """A fact about whoever says it; about another it is a claim, in words."""
    object_ = asked.name()
    fields, refused = asked.dated(asked.fields(object_))
    yield from refused
    record = Record(fact_text(predicate, object_), fields, predicate=predicate, object=object_)
    if person.slug == asked.speaker.slug:
        yield AddRecord(note_of_person(person.slug), NO_TITLE, FACTS, record)
    else:
        yield _claim(asked, person, record)


def said_of_person(asked: CheckedOperation, person: Author) -> Iterator[Proposal]:
    """What lasts of somebody and is no plain fact, or what the familiar feels about them."""
    text = asked.sentence()
    is_own = person.slug == asked.speaker.slug
    if (felt := _FELT.get(asked.item.aspect or "")) is not None:
        if not is_own:
            raise InputError("nobody's word changes what is felt about another", "their own turn")
        if not has_share_of(text, asked.said.utterance.words, person.known_names):
            raise InputError(f"the turn says nothing of {text[:60]!r}", "what was said there")
        fields = replace(asked.said.fields(OBSERVED), category=felt)
        yield AddRecord(note_of_person(person.slug), NO_TITLE, _FEELINGS, Record(text, fields))
    elif is_own:
        record = Record(text, asked.fields(text))
        yield AddRecord(note_of_person(person.slug), NO_TITLE, ABOUT, record)
    else:
        yield _claim(asked, person, Record(text, asked.fields(text)))


def alias_of(asked: CheckedOperation, person: Author | None) -> Iterator[Proposal]:
    """A name by which somebody goes: a fact of theirs; nobody names another.

    A name that somebody else bears is held (`writers.policy.taken_names`).

    Raises:
        InputError: it is not said, or of another.
    """
    name, speaker = asked.name(), asked.speaker
    if person is not None and person.slug != speaker.slug:
        raise InputError("nobody says what another is called", "the name of whoever speaks")
    if not stands_in(name, asked.said.utterance.words):
        raise InputError(f"nobody says the name {name!r}", "a name that stands in the turn")
    if folded_name(name) in {folded_name(one) for one in speaker.known_names}:
        raise InputError(f"they write as {name!r}", "a name that is not known")
    record = Record(fact_text(CALLED, name), asked.fields(name), predicate=CALLED, object=name)
    yield AddRecord(note_of_person(speaker.slug), NO_TITLE, FACTS, record)


def rule_asked_for(asked: CheckedOperation, person: Author | None) -> Iterator[Proposal]:
    """How the familiar is to behave: with whoever asks for it; for others a person decides."""
    text, fields = asked.sentence(), asked.said.utterance.fields
    fields = replace(fields, quote=asked.said.quote)
    if person is None:
        yield SetRule(text, fields)
        return
    stem = asked.links.stem(note_of_person(person.slug))
    yield SetRule(text, fields, person.slug, stem, person_label(person))


def _claim(asked: CheckedOperation, person: Author, record: Record) -> AddRecord:
    path = note_of_person(asked.speaker.slug)
    claim = claim_about(person.slug, person_label(person), record)
    return AddRecord(path, NO_TITLE, CLAIMS, claim)
