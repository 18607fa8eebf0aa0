"""Proposals for the lines in plain words of `people/<slug>.md`, and for those that they set right.

A plan or a project that is put off, moved or changed says so ("not the 27th", "moved to the 19th"):
the line of the same speaker that speaks of the same matter is then struck. Only what was said
within reach of a batch is looked at; where two lines could be meant, both stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.speech.plain_statement import SECTIONS, StatementKind
from familiar_memory.operations.proposal import AddRecord, Proposal, RetireRecord
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.statements.changed import is_changed, speak_of_one
from familiar_memory.writers.statements.finding import find_plain_statements
from familiar_memory.writers.statements.untold import untold_by
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["plain_operations"]

_NO_TITLE = ""
_MOST_CHARS = 90
"""Of a line of several statements: short lines are found by what they say, and take less room."""
_CHANGING = frozenset({StatementKind.PLAN, StatementKind.PROJECT})
"""What lies ahead may be set right; what has happened has happened."""
_PLANNED = frozenset({"goal", "decided", "moving_to"})


def plain_operations(said: Iterable[Utterance], before: Iterable[Utterance]) -> Iterator[Proposal]:
    """A line a kind for each utterance; `before` was said earlier and is written up already."""
    lines = tuple(said)
    earlier = list(before)
    for one in lines:
        for kind, text in _lines_of(one):
            yield from _set_right(one, kind, text, earlier)
            record = Record(text, one.fields)
            yield AddRecord(_path(one), _NO_TITLE, SECTIONS[kind], record)
        earlier.append(one)


def _lines_of(one: Utterance) -> Iterator[tuple[StatementKind, str]]:
    """What no fact says already."""
    told: dict[StatementKind, list[str]] = {}
    facts, plain = find_statements(one.words), find_plain_statements(one.words)
    for statement in untold_by(one.words, facts, plain):
        told.setdefault(statement.kind, []).append(statement.text)
    for kind, texts in told.items():
        yield from ((kind, line.replace("[[", "[ [")) for line in _lines(texts))


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


def _set_right(
    one: Utterance, kind: StatementKind, text: str, earlier: Sequence[Utterance]
) -> Iterator[Proposal]:
    """Strike the one line, and the facts, that what is said now takes back."""
    if kind not in _CHANGING or not is_changed(one.words):
        return
    own = [past for past in earlier if _is_of(past, one)]
    meant = _meant(text, _standing_lines(own))
    if meant is not None:
        yield RetireRecord(_path(one), "", meant, one.fields, ended=True)
    facts = chain.from_iterable(find_statements(past.words) for past in own)
    planned = {
        (fact.predicate, fact.object)
        for fact in facts
        if fact.predicate in _PLANNED
        and fact.stance is Stance.HOLDS
        and speak_of_one(fact.object, text)
    }
    if len(planned) == 1:
        predicate, thing = planned.pop()
        yield RetireRecord(_path(one), predicate, thing, one.fields, ended=True)


def _standing_lines(own: Iterable[Utterance]) -> dict[str, None]:
    """What somebody said that lies ahead, without what they have set right since."""
    standing: dict[str, None] = {}
    for past in own:
        changed = is_changed(past.words)
        for kind, line in _lines_of(past):
            if kind not in _CHANGING:
                continue
            meant = _meant(line, standing) if changed else None
            if meant is not None:
                del standing[meant]
            standing[line] = None
    return standing


def _meant(text: str, lines: Iterable[str]) -> str | None:
    """The one line that speaks of the same matter; None where several do, or none."""
    found = [line for line in lines if speak_of_one(line, text)]
    return found[0] if len(found) == 1 else None


def _is_of(past: Utterance, one: Utterance) -> bool:
    return (past.author.slug, past.place.slug) == (one.author.slug, one.place.slug)


def _path(one: Utterance) -> str:
    return note_of_person(one.author.slug)
