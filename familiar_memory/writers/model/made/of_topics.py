"""What is said of topics, as proposals; and the familiar's own stances on what has no note.

The name of a file is seen by everybody, so what is said in private makes no topic and adds to
none: it stands in the note of whoever said it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.text.file_names import file_name
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import entity_of, note_of_person, note_of_topic
from familiar_memory.errors import InputError
from familiar_memory.knowledge.names import folded_name
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.markdown.text.wiki_text import wiki_link
from familiar_memory.operations.proposal import AddRecord, EnsureNote, Proposal
from familiar_memory.writers.model.made import values
from familiar_memory.writers.model.made.checked import CheckedOperation
from familiar_memory.writers.model.made.of_people import ABOUT
from familiar_memory.writers.model.made.quotation import INFERRED, OBSERVED
from familiar_memory.writers.model.page.writer_page import STANCES_NOTE
from familiar_memory.writers.notes.people.fact_notes import FACTS
from familiar_memory.writers.notes.topics import mentions
from familiar_memory.writers.policy.evidence import has_share_of, stands_in
from familiar_memory.writers.text.note_links import NoteLinks

__all__ = ["NamedTopic", "said_of_topic", "stance_of", "topic_fact_of", "topic_named"]

_SECTIONS = {
    "what": "What it is",
    "opinion": "Opinions",
    "event": "Events",
    "participant": "Participants",
}
_OWN_TOPICS = "Topics"
_STANCES = "Stances"
_PATH_SIGNS = frozenset("/\\:")


@dataclass(frozen=True, slots=True)
class NamedTopic:
    """A topic by the key of its note; `is_new`: this talk knows of none yet."""

    key: str
    title: str
    is_new: bool = False


def topic_named(asked: CheckedOperation) -> NamedTopic | None:
    """Which topic an operation is about; None where it names none.

    Raises:
        InputError: none may be called so.
    """
    given = (asked.item.topic or "").strip()
    if not given:
        return None
    subjects = asked.batch.subjects
    if (key := asked.shown.topics.get(given)) is not None:
        return NamedTopic(key, asked.shown.titles[key])
    title = values.name_in_words(given, "the title")
    key = note_of_topic(title_slug(title))
    if key in subjects:
        return NamedTopic(key, subjects[key] or title)
    _check_new(title, asked)
    return NamedTopic(key, title, is_new=True)


def said_of_topic(
    asked: CheckedOperation, topic: NamedTopic, person: Author | None = None
) -> Iterator[Proposal]:
    """What a topic is, what people think of it, what happens there, who takes part."""
    text = asked.sentence()
    if asked.said.utterance.place.is_private:
        told = text if mentions(text, topic.title) else f"{topic.title}: {text}"
        path = note_of_person(asked.speaker.slug)
        yield AddRecord(path, "", ABOUT, Record(told, asked.fields(text)))
        return
    links, fields = asked.links, asked.fields(text)
    yield from _note(topic, fields)
    if person is None:
        section = _SECTIONS.get(asked.item.aspect or "", _SECTIONS["what"])
        yield AddRecord(topic.key, topic.title, section, Record(text, fields))
        return
    takes_part = Record(f"{links.person(person)}: {text}", fields)
    yield AddRecord(topic.key, topic.title, _SECTIONS["participant"], takes_part)
    if person.slug == asked.speaker.slug:
        record = Record(f"{_link(topic, links)}: {text}", fields)
        yield AddRecord(note_of_person(person.slug), "", _OWN_TOPICS, record)


def topic_fact_of(asked: CheckedOperation, topic: NamedTopic, predicate: str) -> Iterator[Proposal]:
    """A fact about a topic, as whoever speaks states it."""
    if asked.said.utterance.place.is_private:
        raise InputError("what is said in private adds to no topic", "a state")
    object_ = asked.name()
    fields, refused = asked.dated(asked.fields(object_))
    yield from refused
    yield from _note(topic, fields)
    record = Record(fact_text(predicate, object_), fields, predicate=predicate, object=object_)
    yield AddRecord(topic.key, topic.title, FACTS, record)


def stance_of(asked: CheckedOperation) -> Iterator[Proposal]:
    """What the familiar thinks of something that has no note.

    Raises:
        InputError: it is about somebody, or something, that has one.
    """
    text = asked.sentence()
    for author in asked.shown.people.values():
        if any(len(name) > 2 and mentions(text, name) for name in author.known_names):
            raise InputError("a stance on somebody belongs to their record", "the person's id")
    for key, title in asked.batch.subjects.items():
        if mentions(text, title or entity_of(key).replace("-", " ")):
            raise InputError("a stance on a topic belongs to its record", "the topic's id")
    # What nobody has said, nor the familiar, waits for its owner: a stance is shown to everybody.
    is_said = has_share_of(text, "\n".join((asked.said.utterance.words, *_own_words(asked))))
    fields = replace(asked.said.fields(OBSERVED), category="stance")
    fields = fields if is_said else replace(fields, source=INFERRED)
    yield AddRecord(STANCES_NOTE, _STANCES, _STANCES, Record(text, fields))


def _own_words(asked: CheckedOperation) -> Iterator[str]:
    """What the familiar itself has said in that place."""
    place = asked.said.utterance.place
    for one in (*asked.batch.background, *asked.batch.turns):
        if one.turn.role is Role.ASSISTANT and one.turn.place == place:
            yield one.turn.text


def _link(topic: NamedTopic, links: NoteLinks) -> str:
    """A link to the file of a topic, also where that is made now."""
    stem = file_name(topic.title) if topic.is_new else ""
    return wiki_link(stem, topic.title) if stem else links.note(topic.key, topic.title)


def _note(topic: NamedTopic, fields: RecordFields) -> Iterator[EnsureNote]:
    """The note of a topic; a guess, which waits for a person, makes none."""
    if fields.source != INFERRED:
        name = topic.title if topic.is_new else ""
        yield EnsureNote(topic.key, topic.title, name, (("tags", ("topic",)),))


def _check_new(title: str, asked: CheckedOperation) -> None:
    if asked.said.utterance.place.is_private:
        return
    if _PATH_SIGNS.intersection(title) or title.startswith("."):
        raise InputError(f"no note can be called {title!r}", "a title as people wrote it")
    if not stands_in(title, asked.said.utterance.words):
        raise InputError(f"the turn does not name {title!r}", "a title as people wrote it")
    if folded_name(title) in {folded_name(one) for one in asked.batch.names}:
        raise InputError(f"somebody is called {title!r}", "the person's id")
