"""The writer that needs no model: it keeps people's own words, and facts put plainly."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.operations.proposal import Proposal
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.notes.people_notes import people_operations
from familiar_memory.writers.notes.session_notes import in_order, salient_lines, session_operations
from familiar_memory.writers.notes.topic_notes import TopicChange, topic_changes
from familiar_memory.writers.notes.topics import Topic, find_topics
from familiar_memory.writers.text.utterance import Utterance, utterances
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
        rarity = Rarity.among(one.words for one in (*before, *said))
        salient = salient_lines(said, rarity)
        found = find_topics((*before, *said), _names(batch), _rooms(batch))
        topics = _with_noted(found, batch)
        sessions = frozenset(one.slot.path for one in salient)
        changes = tuple(topic_changes(topics, said, before, batch, sessions, rarity))
        noted = _with_wanted(salient, changes)
        return tuple(
            dict.fromkeys(
                (
                    *session_operations(noted),
                    *people_operations(said, salient, rarity),
                    *(one for change in changes for one in change.proposals),
                )
            )
        )


def _with_wanted(
    salient: tuple[Utterance, ...], changes: Iterable[TopicChange]
) -> tuple[Utterance, ...]:
    """The lines of sessions, and those that a topic leads to, in the order of the first."""
    chosen = {one.order: one for one in salient}
    chosen |= {one.order: one for change in changes for one in change.wanted}
    return in_order(chosen.values())


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
