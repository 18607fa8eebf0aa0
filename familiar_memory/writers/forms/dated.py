"""Since when and until when a fact holds, by the phrases that stand beside its wording.

Only of what lasts: when somebody saw a film is told by the line in their own words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.form import Form, Stance
from familiar_memory.writers.text.lexicon import word_set
from familiar_memory.writers.times.phrases import TimedSentence, TimePhrase
from familiar_memory.writers.times.spoken_date import SpokenDate, TimeUnit
from familiar_memory.writers.times.start_ahead import start_ahead

__all__ = ["JOBS", "NO_TERM", "SpokenTerm", "from_its_start", "is_lasting", "spoken_term"]

_LASTING = word_set(
    "lives_in lived_in moving_to staying_in visiting works_at worked_at works_in volunteers_at "
    "job_title studies studies_at member_of married_to partner_of plays played learning diet"
)
JOBS = frozenset({"works_at", "job_title"})
"""What may be agreed before it begins."""
_PLANNED = "moving_to"
_BEFORE = regex.compile(r"[\s,、]*")
_CLAUSE_BEGINS = regex.compile(
    r"(?:^|[.,;:!?、。(–—-]|\b(?:and|but|so|because|since|also|then))\s*$", regex.I
)
"""Where a time before a clause has to stand: the one in "got work tomorrow, I live in Hull" is no
time of the second."""
_NAMING = frozenset({"married_to", "partner_of"})
"""Mostly said by the way: "my wife Ann comes on Sunday"."""
_DAYS_OF_WEEK = 7


@dataclass(frozen=True, slots=True)
class SpokenTerm:
    """Since when and until when, as it was said; of a stay `end` is the last time of it."""

    begin: SpokenDate | None = None
    end: SpokenDate | None = None


NO_TERM = SpokenTerm()
"""Nothing was said of its time."""


def is_lasting(predicate: str) -> bool:
    """Whether facts of the predicate have a beginning and an end that are worth telling."""
    return predicate in _LASTING


def spoken_term(
    form: Form, match: regex.Match[str], sentence: TimedSentence, end: int
) -> SpokenTerm | None:
    """The term of what was found, whose object ends at `end`; None where the two do not agree.

    "I live in Oban last year" says nothing that is known for sure, and neither does a `dated` form
    without its time.
    """
    beside = [one for one in sentence.phrases if _is_beside(sentence.text, match, end, one.place)]
    term = NO_TERM
    for phrase in beside:
        found = _with(term, phrase, form, match[0])
        if found is None:
            return None
        term = found
    return None if form.dated and not _says_enough(form, term) else term


def from_its_start(
    form: Form, said: str, around: str, term: SpokenTerm | None
) -> SpokenTerm | None:
    """The term of a job that begins later; None where nobody knows when that will be."""
    is_now = form.stance is not Stance.HOLDS or form.predicate not in JOBS
    if term is None or is_now or term.begin is not None:
        return term
    start = start_ahead(said, around)
    if start is None:
        return term
    return None if start.at is None else replace(term, begin=start.at)


def _is_beside(text: str, match: regex.Match[str], end: int, place: int) -> bool:
    """Whether nothing but a few words of the same clause stand between the two."""
    if end <= place < match.end():
        return True
    if place >= end:
        return any(one.fullmatch(text, end, place) for one in _patterns("between"))
    begins = _CLAUSE_BEGINS.search(text[:place]) is not None
    return begins and _BEFORE.fullmatch(text, place, match.start()) is not None


def _with(term: SpokenTerm, phrase: TimePhrase, form: Form, said: str) -> SpokenTerm | None:
    if phrase.at is not None:
        return _at(term, phrase.at, form, said)
    if phrase.lasting is not None:
        return _for(term, phrase.lasting, form, said)
    if phrase.back is not None:
        # Who is back home on Friday has been away until then.
        return replace(term, end=replace(phrase.back, ahead=True)) if _is_stay(form) else term
    begin, end = phrase.begin, phrase.end
    if begin is not None and end is not None:
        return _from_to(term, begin, end, form)
    if end is not None:
        is_ahead = form.stance is Stance.HOLDS
        return replace(term, end=replace(end, ahead=is_ahead))
    return term if begin is None else replace(term, begin=begin)


def _at(term: SpokenTerm, at: SpokenDate, form: Form, said: str) -> SpokenTerm | None:
    if form.stance is Stance.ENDED:
        # "Worked there in 2020" says neither when that began nor when it ended.
        return replace(term, end=at) if _says("endings", said) else term
    if form.predicate == _PLANNED:
        return replace(term, begin=replace(at, ahead=True))
    if _is_stay(form):
        ahead = replace(at, ahead=True)
        return SpokenTerm(None if at.unit and not at.count else ahead, ahead)
    if _says("beginnings", said):
        return replace(term, begin=at)
    return term if form.predicate in _NAMING else None


def _for(term: SpokenTerm, lasting: SpokenDate, form: Form, said: str) -> SpokenTerm:
    if lasting.unit is TimeUnit.WEEK:
        lasting = replace(lasting, unit=TimeUnit.DAY, count=lasting.count * _DAYS_OF_WEEK)
    if _says("lasted", said):
        return replace(term, begin=replace(lasting, count=-lasting.count))
    return replace(term, end=lasting) if _is_stay(form) else term


def _from_to(term: SpokenTerm, begin: SpokenDate, end: SpokenDate, form: Form) -> SpokenTerm:
    if begin.year is None and end.year is None and begin.unit is None and not _is_stay(form):
        # Of which year "from May to July" is, nobody can be sure.
        return term
    if begin.year is None and begin.unit is None and end.year is not None:
        begin = replace(begin, year=end.year)
    is_ahead = _is_stay(form)
    return SpokenTerm(replace(begin, ahead=is_ahead), replace(end, ahead=is_ahead))


def _says_enough(form: Form, term: SpokenTerm) -> bool:
    if form.stance is Stance.ENDED or _is_stay(form):
        return term.end is not None
    return term.begin is not None and term.begin.exactness in (TimeUnit.YEAR, TimeUnit.MONTH)


def _is_stay(form: Form) -> bool:
    predicate = SHIPPED.get(form.predicate)
    return predicate is not None and predicate.temporary


def _says(name: str, said: str) -> bool:
    return any(one.search(said) for one in _patterns(name))


@lru_cache(maxsize=8)
def _patterns(name: str) -> tuple[BoundedPattern, ...]:
    tables = language_tables("times").values()
    return tuple(bounded(one[name], regex.IGNORECASE) for one in tables if name in one)
