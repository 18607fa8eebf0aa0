"""The line of a session that turns out to be a joke: its speaker takes it back when it is noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.text.spoken import behind_the_speaker
from familiar_memory.operations.proposal import Proposal, RefreshRecords
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.notes.sessions.session_notes import shown_words
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["joked_lines_gone"]


def joked_lines_gone(jests: Iterable[Utterance], batch: Batch) -> Iterator[Proposal]:
    """Take out the lines of `jests` of earlier batches.

    One that a person has changed stays, and so does one to which the note of a topic leads.
    """
    for one in jests:
        name = (one.place.slug, one.ref)
        if any(name in topic.cited for topic in batch.topics.values()):
            continue
        path = one.slot.note_of(one.place)
        gone = tuple(
            line.record
            for line in batch.lines(path)
            if line.audience == one.place.slug and _is_as_noted(line.record, one)
        )
        if gone:
            yield RefreshRecords(path, one.slot.title, gone, ())


def _is_as_noted(record: Record, one: Utterance) -> bool:
    is_of = record.fields.refs == (one.ref,)
    return is_of and behind_the_speaker(record.text) == shown_words(one.words)
