"""Proposals for the lines in plain words of `people/<slug>.md`, and for those that they set right.

A plan or a project that is put off, moved or changed says so ("not the 27th", "moved to the 19th"):
the line of the same speaker that speaks of the same matter is then struck, and so is what is over
or was a slip (`writers/slips/struck_lines.py`), and what was planned and is done (`open_plans.py`).
Only what was said within reach of a batch is looked at; where two lines could be meant, both stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.speech.plain_statement import SECTIONS, StatementKind
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.proposal import AddRecord, Proposal, ResumeRecord, RetireRecord
from familiar_memory.writers.forms.finding import find_corrections, find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.notes.people.open_plans import OpenPlans
from familiar_memory.writers.slips.said_before import SOON_US
from familiar_memory.writers.slips.set_right import find_slip
from familiar_memory.writers.slips.struck_lines import (
    AHEAD,
    KindOfLine,
    LineChanges,
    line_changes,
    without_marker,
)
from familiar_memory.writers.statements.changed import ended_line, is_changed, may_end, speak_of_one
from familiar_memory.writers.statements.finding import find_plain_statements
from familiar_memory.writers.statements.untold import untold_by
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.taken_back import JOKE_SOON_US, begins_by_taking_back
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["plain_operations"]

_NO_TITLE = ""
_MOST_CHARS = 90
"""Of a line of several statements: short lines are found by what they say, and take less room."""
_PLANNED = frozenset({"goal", "decided", "moving_to"})


def plain_operations(said: Iterable[Utterance], before: Iterable[Utterance]) -> Iterator[Proposal]:
    """A line a kind for each utterance; `before` was said earlier and is written up already."""
    earlier = list(before)
    plans = OpenPlans(_lines_of)
    plans.hear(earlier)
    for one in said:
        own = [past for past in earlier if _is_of(past, one)] if _may_strike(one.words) else []
        changes = _changes(one, own)
        said_in = own[-1].ref if own and begins_by_taking_back(one.words) else ""
        for line in changes.wrong:
            yield RetireRecord(_path(one), "", line, one.fields, ended=False, said_in=said_in)
        yield from _over(one, changes, own)
        yield from _resumed(one, own)
        yield from plans.after(one)
        for kind, text in changes.lines:
            yield AddRecord(_path(one), _NO_TITLE, SECTIONS[kind], Record(text, one.fields))
        earlier.append(one)


def _changes(one: Utterance, own: Sequence[Utterance]) -> LineChanges:
    """The lines of an utterance, and those that it strikes of what its speaker said before."""
    standing: dict[str, StatementKind] = {}
    last: LineChanges | None = None
    for past, following in pairwise((*own, one)):
        last = _done(past, standing, last)
        for line in (*last.ended, *last.wrong):
            standing.pop(line, None)
        standing.update({line: kind for kind, line in last.lines})
        if begins_by_taking_back(following.words):
            last = replace(last, joked=_joked(past, following, last.lines))
        if following.said_us - past.said_us > SOON_US:
            last = None
    return _done(one, standing, last)


def _done(
    one: Utterance, standing: Mapping[str, StatementKind], last: LineChanges | None
) -> LineChanges:
    """What an utterance does to what was said before, the `last` of it right before."""
    said = _lines_of(one)
    if not _may_strike(one.words):
        return LineChanges(said)
    before = [line for _, line in last.lines] if last is not None else []
    changes = line_changes(one.words, said, standing, before)
    if last is None or not last.joked:
        return changes
    return replace(changes, wrong=tuple(dict.fromkeys((*changes.wrong, *last.joked))))


def _joked(past: Utterance, following: Utterance, lines: Sequence[KindOfLine]) -> tuple[str, ...]:
    """The lines of a message that the next one takes back, if its others stay as they are."""
    both = replace(past, words=f"{past.words}\n{following.words}")
    left = set(_lines_of(both))
    is_whole = left <= {*lines, *_lines_of(following)}
    return tuple(line for kind, line in lines if (kind, line) not in left) if is_whole else ()


@lru_cache(maxsize=8_192)  # what was said before is looked at with every batch
def _may_strike(words: str) -> bool:
    """Whether it could do anything to what was said; most messages could not, and are many."""
    return bool(
        is_changed(words)
        or may_end(words)
        or find_slip(words) is not None
        or find_corrections(words)
        or begins_by_taking_back(words)
    )


def _over(one: Utterance, changes: LineChanges, own: Sequence[Utterance]) -> Iterator[RetireRecord]:
    """Strike the lines and facts that are over."""
    for line in changes.ended:
        yield RetireRecord(_path(one), "", line, one.fields, ended=True)
    if may_end(one.words):
        yield from _ended_facts(one, own)
    if is_changed(one.words):
        yield from _planned_facts(one, changes.lines, own)


def _resumed(one: Utterance, own: Sequence[Utterance]) -> Iterator[ResumeRecord]:
    """Go on with what the message before said to be over, where this one says that it was a joke.

    Of several sentences nobody can say which was meant.
    """
    if not own or not begins_by_taking_back(one.words):
        return
    *before, past = own
    is_near = one.said_us - past.said_us <= JOKE_SOON_US
    if is_near and len(split_sentences(past.words)) == 1:
        day = past.slot.day.isoformat()
        for over in _over(past, _changes(past, before), before):
            yield ResumeRecord(over.path, over.predicate, over.object, past.fields, day)


def _ended_facts(one: Utterance, own: Iterable[Utterance]) -> Iterator[RetireRecord]:
    """Strike the one fact that is over: "finished the box" ends what they work on."""
    stated = chain.from_iterable(find_statements(past.words) for past in own)
    facts = {
        fact_text(fact.predicate, fact.object): fact
        for fact in stated
        if fact.stance is Stance.HOLDS
    }
    over = ended_line(one.words, facts)
    if over is not None:
        fact = facts[over]
        yield RetireRecord(_path(one), fact.predicate, fact.object, one.fields, ended=True)


def _planned_facts(
    one: Utterance, lines: Iterable[KindOfLine], own: Iterable[Utterance]
) -> Iterator[RetireRecord]:
    """Strike the one goal or decision that is otherwise now."""
    texts = [text for kind, text in lines if kind in AHEAD]
    facts = chain.from_iterable(find_statements(past.words) for past in own) if texts else ()
    planned = {
        (fact.predicate, fact.object)
        for fact in facts
        if fact.predicate in _PLANNED
        and fact.stance is Stance.HOLDS
        and any(speak_of_one(fact.object, text) for text in texts)
    }
    if len(planned) == 1:
        predicate, thing = planned.pop()
        yield RetireRecord(_path(one), predicate, thing, one.fields, ended=True)


def _lines_of(one: Utterance) -> tuple[KindOfLine, ...]:
    """What no fact says already."""
    return _lines_said(one.words)


@lru_cache(maxsize=4_096)  # what was said before is looked at with every batch
def _lines_said(words: str) -> tuple[KindOfLine, ...]:
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


def _is_of(past: Utterance, one: Utterance) -> bool:
    return (past.author.slug, past.place.slug) == (one.author.slug, one.place.slug)


def _path(one: Utterance) -> str:
    return note_of_person(one.author.slug)
