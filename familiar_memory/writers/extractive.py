"""The writer that needs no model: it keeps people's own words, and facts put plainly."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from familiar_memory.domain.text.file_names import file_name
from familiar_memory.domain.tree import note_of_person
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.operations.proposal import EnsureNote, Proposal
from familiar_memory.writers.arcs.arc_lines import arc_operations
from familiar_memory.writers.batch import Batch, LinesOf
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.known.facts_of import FactsOfSpeakers
from familiar_memory.writers.notes.channel_notes import channel_operations
from familiar_memory.writers.notes.people.name_notes import name_operations
from familiar_memory.writers.notes.people.people_notes import people_operations
from familiar_memory.writers.notes.sessions.joked_lines import joked_lines_gone
from familiar_memory.writers.notes.sessions.session_notes import (
    SessionTalk,
    in_order,
    salient_lines,
    session_operations,
)
from familiar_memory.writers.notes.topic_notes import topic_changes, topic_of
from familiar_memory.writers.notes.topics import Topic, find_topics
from familiar_memory.writers.slips.jests import wholly_joked
from familiar_memory.writers.statements.asked_before import asked_before
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import utterances
from familiar_memory.writers.text.words import Rarity

__all__ = ["ExtractiveWriter"]


class ExtractiveWriter:
    """Proposes session, people and topic notes; the same batch gives the same proposals."""

    def ask(self, batch: Batch) -> ChatRequest | None:
        """Nothing: it needs no model."""

    def read(self, reply: Completion | None, batch: Batch) -> tuple[Proposal, ...]:
        """Propose the notes of a batch; nothing when nobody said anything to learn from."""
        said = utterances(batch.turns, batch.zone)
        if not said:
            return ()
        before = utterances(batch.background, batch.zone)
        talk = SessionTalk(said, before, is_all=batch.background_is_all)
        joked_now = wholly_joked(said, before)
        jests = joked_now | wholly_joked(before)
        meant = tuple(one for one in said if one.order not in jests)
        meant_before = tuple(one for one in before if one.order not in jests)
        rarity = Rarity.among(one.words for one in (*meant_before, *meant))
        salient = salient_lines(meant, talk, rarity)
        names = _names(batch)
        found = find_topics((*before, *said), names, _rooms(batch))
        topics = _with_noted(found, batch)
        sessions = frozenset(one.slot.path for one in salient)
        changes = tuple(topic_changes(topics, meant, meant_before, batch, sessions, rarity))
        of_topics = tuple(one for change in changes for one in change.proposals)
        wanted = {one.order: one for change in changes for one in change.wanted}
        noted = in_order((wanted | {one.order: one for one in salient}).values())
        linked = _with_a_note(topics, of_topics, batch)
        links = NoteLinks({**_new_stems(of_topics), **batch.links}, batch.labels)
        return tuple(
            dict.fromkeys(
                (
                    # Before the lines and what heads them, which go behind and above these.
                    *arc_operations(batch, links),
                    *joked_lines_gone([one for one in before if one.order in joked_now], batch),
                    *session_operations(
                        noted, wanted, talk, linked, names, links, rarity, batch.zone
                    ),
                    *channel_operations(said, talk, links),
                    *people_operations(
                        said,
                        before,
                        asked_before((*batch.background, *batch.turns)),
                        FactsOfSpeakers(
                            partial(_facts_in, batch.lines), partial(_facts_in, batch.ended)
                        ),
                    ),
                    *name_operations(said, before, batch),
                    *of_topics,
                )
            )
        )


def _facts_in(lines: LinesOf, speaker: str) -> tuple[SpeakerFact, ...]:
    """What a speaker has said of themselves that their note holds, as far as this talk may know."""
    records = (line.record for line in lines(note_of_person(speaker)))
    return tuple(
        SpeakerFact(one.predicate, one.object)
        for one in records
        if one.predicate and one.object and one.fields.by == speaker
    )


def _new_stems(proposed: Iterable[Proposal]) -> dict[str, str]:
    """What the files of notes will be called that are made now."""
    made = (one for one in proposed if isinstance(one, EnsureNote))
    return {one.path: stem for one in made if (stem := file_name(one.name))}


def _with_a_note(
    topics: Iterable[Topic], proposed: Iterable[Proposal], batch: Batch
) -> tuple[Topic, ...]:
    """The topics that this talk may link: those of its notes, and those that get one now."""
    made = {topic_of(one.path)[0] for one in proposed}
    made |= {slug for slug, one in batch.topics.items() if one.is_known}
    return tuple(topic for topic in topics if topic.slug in made)


def _with_noted(topics: tuple[Topic, ...], batch: Batch) -> tuple[Topic, ...]:
    noted = {slug: Topic(slug, one.title) for slug, one in batch.topics.items() if one.is_known}
    # As this talk writes it, where it does: the note may be named as others write it.
    both = noted | {topic.slug: topic for topic in topics}
    return tuple(both[slug] for slug in sorted(both))


def _names(batch: Batch) -> tuple[str, ...]:
    spoken = (stored.turn for stored in (*batch.background, *batch.turns))
    seen = (name for turn in spoken for name in turn.author.known_names)
    return tuple(dict.fromkeys((*batch.names, *seen)))


def _rooms(batch: Batch) -> tuple[str, ...]:
    places = {stored.turn.place for stored in (*batch.background, *batch.turns)}
    return tuple(sorted({place.channel for place in places}))
