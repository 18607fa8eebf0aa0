"""Proposals for the lines in plain words of `people/<slug>.md`, and for those that they set right.

A plan or a project that is put off, moved or changed says so ("not the 27th", "moved to the 19th"):
the line of the same speaker that speaks of the same matter is then struck, and so is what is over
or was a slip (`writers/slips/struck_lines.py`), and what was planned and is done (`open_plans.py`).
Only what was said within reach of a batch is looked at; where two lines could be meant, both stay.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.speech.plain_statement import SECTIONS, StatementKind
from familiar_memory.operations.proposal import AddRecord, Proposal, ResumeRecord, RetireRecord
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.notes.people.open_plans import OpenPlans
from familiar_memory.writers.notes.people.said_lines import SaidLines
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.slips.struck_lines import KindOfLine, without_marker
from familiar_memory.writers.statements.finding import find_plain_statements
from familiar_memory.writers.statements.untold import untold_by
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["plain_lines", "plain_operations"]

_MOST_CHARS = 90
"""Of a line of several statements: short lines are found by what they say, and take less room."""


def plain_operations(said: Iterable[Utterance], before: Iterable[Utterance]) -> Iterator[Proposal]:
    """A line a kind for each utterance; `before` was said earlier and is written up already."""
    plans = OpenPlans(_lines_of)
    own: defaultdict[tuple[str, str], SaidLines] = defaultdict(lambda: SaidLines(_lines_of))
    for past in before:
        plans.hear([past])
        own[_speaker(past)].hear(past)
    for one in said:
        struck = own[_speaker(one)].after(one)
        path = note_of_person(one.author.slug)
        for line in struck.changes.wrong:
            yield RetireRecord(
                path, "", line, one.fields, ended=False, said_in=struck.said_in.get(line, "")
            )
        yield from struck.over
        for was in struck.resumed:
            yield ResumeRecord(was.path, was.predicate, was.object, was.fields, struck.day)
        yield from plans.after(one)
        for kind, text in struck.changes.lines:
            yield AddRecord(path, NO_TITLE, SECTIONS[kind], Record(text, one.fields))


def _speaker(one: Utterance) -> tuple[str, str]:
    return one.author.slug, one.place.slug


def _lines_of(one: Utterance) -> tuple[KindOfLine, ...]:
    """What no fact says already."""
    return plain_lines(one.words)


@lru_cache(maxsize=4_096)  # what was said before is looked at with every batch
def plain_lines(words: str) -> tuple[KindOfLine, ...]:
    """The lines of a message, with their kinds: what it says in plain words and in no fact."""
    told: dict[StatementKind, list[str]] = {}
    facts = find_statements(words)
    plain = find_plain_statements(without_marker(words))
    for statement in untold_by(words, facts, plain):
        told.setdefault(statement.kind, []).append(statement.text)
    return tuple(
        (kind, line.replace("[[", "[ [")) for kind, texts in told.items() for line in _lines(texts)
    )


def _lines(texts: Iterable[str]) -> Iterator[str]:
    """Several on a line, as far as they fit; what is longer has a line of its own."""
    line = ""
    for one in texts:
        if line and len(line) + len("; ") + len(one) > _MOST_CHARS:
            yield line
            line = one
        else:
            line = f"{line}; {one}" if line else one
    yield line
