"""Proposals for `people/<slug>.md`: names seen, facts stated, a few lines worth keeping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.text.slugs import without_digests
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.standing import SECTIONS, find_standing
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    CorrectRecord,
    EnsureNote,
    Proposal,
    RetireRecord,
)
from familiar_memory.writers.forms.finding import Statement, find_corrections, find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.notes.salience import salience
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity

__all__ = ["FACTS", "SAID", "people_operations"]

FACTS = "Facts"
SAID = "Said"

_MIN_SALIENCE = 3.0
"""About twice what a line of a session needs (`salience.py`): here it stands for good."""
_LINES_A_SESSION = 1
"""What somebody said of themselves, the best of it only: facts have lines of their own."""
_OF_THEMSELVES = regex.compile(
    r"(?:^|[.!?…]\s+|[,;:]\s+(?:(?:and|but|so)\s+)?)(?:i\s+(?:have|will|plan|got|passed|quit|started|"
    r"finished|decided|promised?|taught|built|made|want|need|used\s+to|lost|learned|grew)|i'?ve|"
    r"i'll|i'm\s+(?:going|off|in)|i\s+am\s+going|my\s+(?!god|goodness|word)\p{L})",
    regex.IGNORECASE,
)
_QUOTES = '“”"'
_PAST_OF = {"worked_at": "works_at", "lived_in": "lives_in", "played": "plays"}


def people_operations(
    said: Iterable[Utterance], salient: Iterable[Utterance], rarity: Rarity
) -> Iterator[Proposal]:
    """Propose a note for everybody who spoke, in the order in which they first did."""
    lines = tuple(said)
    yield from _names(lines)
    for one in lines:
        yield from _facts(one)
        yield from _standing(one)
    yield from _said(salient, rarity)


def _names(said: Iterable[Utterance]) -> Iterator[Proposal]:
    """Names come from authorship alone: what people call each other is hearsay.

    A title is for everyone, so it is no name: that is a person's to give.
    """
    seen: set[tuple[str, str, str]] = set()
    for one in said:
        slug, place = one.author.slug, one.place.slug
        yield EnsureNote(_path(slug), without_digests(slug))
        # What they are called comes last: the newest name of a note is told first.
        for name in reversed(one.author.known_names):
            if (slug, name, place) not in seen:
                seen.add((slug, name, place))
                yield AddAlias(slug, without_digests(slug), name, place)


def _facts(one: Utterance) -> Iterator[Proposal]:
    path, title = _path(one.author.slug), without_digests(one.author.slug)
    for statement in find_statements(one.words):
        yield from _of_statement(statement, one, path, title)
    for wrong in find_corrections(one.words):
        yield CorrectRecord(path, title, FACTS, wrong.old, wrong.new, one.fields)


def _of_statement(
    statement: Statement, one: Utterance, path: str, title: str
) -> Iterator[Proposal]:
    if statement.stance is not Stance.HOLDS:
        present = _PAST_OF.get(statement.predicate, statement.predicate)
        ended = statement.stance is Stance.ENDED
        yield RetireRecord(path, present, statement.object, one.fields, ended=ended)
        if present == statement.predicate:
            # Nothing is left to say of it: only some of what is over has a word of its own.
            return
    record = Record(
        fact_text(statement.predicate, statement.object),
        one.fields,
        predicate=statement.predicate,
        object=statement.object,
    )
    yield AddRecord(path, title, FACTS, record)


def _standing(one: Utterance) -> Iterator[Proposal]:
    """What they ask for, or prefer, for good: candidates, in their words, for a person to judge."""
    for standing in find_standing(one.words):
        record = Record(f"“{standing.text.strip(_QUOTES)}”", one.fields)
        section = SECTIONS[standing.kind]
        yield AddRecord(_path(one.author.slug), without_digests(one.author.slug), section, record)


def _said(salient: Iterable[Utterance], rarity: Rarity) -> Iterator[Proposal]:
    """What people say of themselves in no form that we know, the best line a session."""
    best: dict[tuple[str, str], list[tuple[float, Utterance]]] = {}
    for one in salient:
        score = salience(one, rarity)
        if score < _MIN_SALIENCE or not _OF_THEMSELVES.search(one.words):
            continue
        if "?" not in one.words and not find_statements(one.words):
            best.setdefault((one.author.slug, one.session), []).append((round(score, 5), one))
    for (slug, _), rated in best.items():
        rated.sort(key=lambda pair: (-pair[0], pair[1].order))
        for _score, one in rated[:_LINES_A_SESSION]:
            record = Record(f"“{one.line}”", one.fields)
            yield AddRecord(_path(slug), without_digests(slug), SAID, record)


def _path(slug: str) -> str:
    return note_of_person(slug)
