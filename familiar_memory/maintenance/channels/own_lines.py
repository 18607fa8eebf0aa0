"""The line in a person's own note of what their room settled: it ends where the room's does.

"We've decided: the party is on Friday" stands in the note of whoever said it, too, as the writer
noted it, and who decides otherwise later may be somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.maintenance.channels.settled.endings import Ended
from familiar_memory.maintenance.channels.settled.joked_since import Jest
from familiar_memory.maintenance.channels.settled.shared_item import words_settled
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.proposal import Proposal, ResumeRecord, RetireRecord
from familiar_memory.writers.arcs.wording import overlap
from familiar_memory.writers.notes.people.plain_notes import plain_lines
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["ends_of_own_lines"]

_IN_LINE, _OF_PART = 0.8, 0.6
"""Of the words of what was settled so many stand in the line, and of those of each of its parts so
many are of what was settled: a line of something else, or of more than that, goes on."""

MessageOf = Callable[[StandingLine], Utterance | None]
"""The message that a line of a room was made of; None where it is gone."""


def ends_of_own_lines(
    ended: Iterable[Ended], jests: Iterable[Jest], message_of: MessageOf
) -> Iterator[Proposal]:
    """What goes on in people's notes, and ends there, with what the room has `ended`.

    Only where the message has one line there: of several nobody can say which is meant.
    """
    for jest in jests:
        for resumed in jest.resumed:
            said, until = message_of(resumed), resumed.record.fields.until
            if said is None or until is None:
                continue
            if text := _only_line(said, _own_words(resumed.record)):
                path = note_of_person(said.author.slug)
                yield ResumeRecord(path, "", text, said.fields, until)
    for one in ended:
        item, line = one.what.item, one.what.line
        said = item.said if item is not None else message_of(line) if line is not None else None
        words = one.what.words if line is None else _own_words(line.record)
        words = "" if item is not None and item.source is not None else words
        if said is not None and (text := _only_line(said, words)):
            yield _over(said, text, one.until)


def _over(said: Utterance, text: str, until: date) -> RetireRecord:
    fields = replace(said.fields, until=until.isoformat())
    return RetireRecord(note_of_person(said.author.slug), "", text, fields, ended=True)


def _own_words(record: Record) -> str:
    """What a line of a room says, where that is what its speaker said; "" in other words."""
    return words_settled(record) if record.fields.source is None else ""


def _only_line(said: Utterance, settled: str) -> str:
    """The one line of a message, if it says what was settled and nothing else.

    Of what a model has put in other words it is known only that the line has one part.
    """
    lines = plain_lines(said.words)
    if len(lines) != 1:
        return ""
    _, text = lines[0]
    parts = text.split("; ")
    if not settled:
        return text if len(parts) == 1 else ""
    is_all = overlap(settled, text)[1] >= _IN_LINE
    return text if is_all and all(overlap(one, settled)[1] >= _OF_PART for one in parts) else ""
