"""The line in a person's own note of what their room settled: it ends where the room's does.

"We've decided: the party is on Friday" stands in the note of whoever said it, too, as the writer
noted it, and who decides otherwise later may be somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date

from familiar_memory.domain.tree import note_of_person
from familiar_memory.maintenance.channels.settled.endings import Ended
from familiar_memory.maintenance.channels.settled.joked_since import Jest
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.proposal import Proposal, ResumeRecord, RetireRecord
from familiar_memory.writers.notes.people.plain_notes import plain_lines
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["ends_of_own_lines"]

MessageOf = Callable[[StandingLine], Utterance | None]
"""The message that a line of a room was made of; None where it is gone."""


def ends_of_own_lines(
    ended: Iterable[Ended], jests: Iterable[Jest], message_of: MessageOf
) -> Iterator[Proposal]:
    """What ends in people's notes, and goes on there, with what the room has `ended`.

    Only where the message has one line there: of several nobody can say which is meant.
    """
    for one in ended:
        item, line = one.what.item, one.what.line
        said = item.said if item is not None else message_of(line) if line is not None else None
        if said is not None and (text := _only_line(said)):
            yield _over(said, text, one.until)
    for jest in jests:
        for line in jest.resumed:
            said, until = message_of(line), line.record.fields.until
            if said is not None and until is not None and (text := _only_line(said)):
                path = note_of_person(said.author.slug)
                yield ResumeRecord(path, "", text, said.fields, until)


def _over(said: Utterance, text: str, until: date) -> RetireRecord:
    fields = replace(said.fields, until=until.isoformat())
    return RetireRecord(note_of_person(said.author.slug), "", text, fields, ended=True)


def _only_line(said: Utterance) -> str:
    lines = plain_lines(said.words)
    return lines[0][1] if len(lines) == 1 else ""
