"""Find the facts that somebody states about themselves, in plain forms only.

Precision goes before recall: a wrong fact is worse than none. What is not stated
outright (questions, wishes, reports, jokes taken back, quotations) is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

import regex

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.writers.forms.asserted import before_question, is_asserted, is_question
from familiar_memory.writers.forms.dated import (
    NO_TERM,
    SpokenTerm,
    from_its_start,
    is_lasting,
    spoken_term,
)
from familiar_memory.writers.forms.for_now import is_of_some, is_only_for_now
from familiar_memory.writers.forms.form import Form, Stance
from familiar_memory.writers.forms.frames.reading import Framed, find_framed
from familiar_memory.writers.forms.halts import over_the_halts
from familiar_memory.writers.forms.possible import form_spans, possible_forms
from familiar_memory.writers.text.plain_words import leaves_open, plainly
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.taken_back import without_taken_back
from familiar_memory.writers.times.phrases import TimedSentence, without_times

__all__ = [
    "Statement",
    "all_that_ends",
    "find_statements",
    "plain_sentences",
]

_MAX_OBJECT_CHARS = 80
"""A longer object is half a sentence that a form caught, and no name of a thing."""
_SAID = regex.compile(r".*", regex.DOTALL)
_PRESENT_OF = {"worked_at": "works_at", "lived_in": "lives_in", "played": "plays"}
_TASTES = ("loves", "likes", "prefers", "favorite_food")
_PLAYED = frozenset({"plays", "played"})


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact as its speaker stated it: whether it holds, ended or is denied, and when."""

    predicate: str
    object: str
    stance: Stance = Stance.HOLDS
    term: SpokenTerm = NO_TERM

    @property
    def present(self) -> str:
        """The predicate of what holds, or held: of who "played" something that they play it."""
        return _PRESENT_OF.get(self.predicate, self.predicate)


@lru_cache(maxsize=1_024)  # a message is looked at for facts, lines and what it is worth
def find_statements(text: str) -> tuple[Statement, ...]:
    """List what the speaker says of themselves, in order, each once.

    What is over is so also with what was held back: "Tom dumped me... in Mario Kart".
    """
    stated, whole = _stated(text), over_the_halts(text)
    if whole == text:
        return stated
    meant = {(one.predicate, normalised(one.object), one.stance) for one in _stated(whole)}
    return tuple(
        one
        for one in stated
        if one.stance is Stance.HOLDS
        or (one.predicate, normalised(one.object), one.stance) in meant
    )


def _stated(text: str) -> tuple[Statement, ...]:
    sentences = plain_sentences(text)
    found: dict[tuple[str, str, Stance], Statement] = {}
    for span in form_spans():
        for first in range(len(sentences) - span + 1):
            window = " ".join(sentences[first : first + span])
            around = " ".join(sentences[first : first + span + 1])
            stated = list(_statements_of(window, span, around, is_first=not first))
            before = " ".join(sentences[max(0, first - 1) : first])
            stated += _by_frames(window, f"{before} {around}", stated, is_wide=span > 1)
            for statement in all_that_ends(stated):
                key = (statement.predicate, normalised(statement.object), statement.stance)
                found.setdefault(key, statement)
    return tuple(s for s in found.values() if not _is_told_better(s, found.values()))


@lru_cache(maxsize=1_024)
def plain_sentences(text: str) -> tuple[str, ...]:
    """What is said, in plain words, and not taken back; a sentence that is all noise is none."""
    said = without_taken_back(split_sentences(as_spelt(mask_quotations(text))))
    opening = sum(1 for _ in takewhile(leaves_open, said))
    plain = (plainly(one, is_first=number <= opening) for number, one in enumerate(said))
    return tuple(one for one in plain if one)


def all_that_ends(stated: Iterable[Statement]) -> Iterator[Statement]:
    """What is stated, and what ends with it: who no longer likes ramen loves it no longer."""
    for one in stated:
        yield one
        if one.stance is not Stance.ENDED:
            continue
        if one.predicate in _TASTES:
            yield from (
                replace(one, predicate=taste) for taste in _TASTES if taste != one.predicate
            )
        if one.predicate in _PLAYED:
            # And loves playing it no more, as far as anybody knows.
            for taste in _TASTES[:2]:
                yield replace(
                    one, predicate=taste, object=f"playing the {one.object}", term=NO_TERM
                )


def _is_told_better(one: Statement, others: Iterable[Statement]) -> bool:
    """Whether another says the same and more: "a cat", "a cat called Miso"."""
    return any(
        other.predicate == one.predicate
        and other.stance is one.stance
        and len(other.object) > len(one.object)
        and other.object.startswith(one.object)
        for other in others
    )


def _statements_of(window: str, span: int, around: str, *, is_first: bool) -> Iterator[Statement]:
    told = before_question(window) if is_question(window) else window
    if not told:
        return
    for form in possible_forms(told, span, is_first=is_first):
        yield from _matches(form, told, around)


def _by_frames(
    window: str, around: str, stated: Iterable[Statement], *, is_wide: bool
) -> list[Statement]:
    """What is put in other words than the forms know, of what they have not found here."""
    told = before_question(window) if is_question(window) else window
    known = {one.predicate for one in stated if one.stance is Stance.HOLDS}
    things = {normalised(one.object) for one in stated}
    found: dict[str, Statement] = {}
    for timed, lasting in ((TimedSentence(told), False), (without_times(told), True)):
        for one in find_framed(timed.text, around, wide=is_wide, lasting=lasting):
            term = _term_of(one, timed, around)
            is_new = one.predicate not in known and normalised(one.object) not in things
            is_new = is_new and not _is_of_some(one.predicate, told, one.stop)
            if is_new and term is not None and len(one.object) <= _MAX_OBJECT_CHARS:
                found.setdefault(
                    f"{one.predicate} {one.object}",
                    Statement(one.predicate, one.object, Stance.HOLDS, term),
                )
    return list(found.values())


def _term_of(one: Framed, timed: TimedSentence, around: str) -> SpokenTerm | None:
    said = _SAID.match(timed.text, one.start, one.end)
    if said is None:
        return None
    form = Form(one.predicate, "", _no_objects, dated=one.row.dated)
    term = spoken_term(form, said, timed, one.stop)
    if term is None and one.row.begins:
        began = (phrase.at for phrase in timed.phrases if phrase.at is not None)
        term = SpokenTerm(next(began, None))
    return from_its_start(form, said[0], around, term)


def _no_objects(match: regex.Match[str]) -> tuple[str, ...]:
    return ()


def _matches(form: Form, window: str, around: str) -> Iterator[Statement]:
    """What a form finds in a window; `around` may say of it from when on it is so."""
    if not form.may_match(window):
        return
    past, said = form.stance is not Stance.HOLDS, window
    sentence = without_times(window) if is_lasting(form.predicate) else TimedSentence(window)
    window = sentence.text
    for match in form.pattern.finditer(window):
        if not is_asserted(window, match.start(), match.end(), loose=form.loose, past=past):
            continue
        if window.startswith(MASK, match.end()):
            # "we love playing “Hollow Knight”": what was caught is half of it.
            continue
        values = form.build(match)
        end = max((_end_of(value, match) for value in values), default=match.end())
        # Behind "I can't stand ramen with seaweed" nothing follows: all of it was caught.
        over = end if match.end() == match.end("o") else match.end()
        if form.stance is Stance.ENDED and is_only_for_now(said, match.start(), over, around, end):
            continue
        if _is_of_some(form.predicate, said, end):
            continue
        # What is said in one breath has one time.
        term = from_its_start(form, match[0], around, spoken_term(form, match, sentence, end))
        for value in values:
            if term is not None and len(value) <= _MAX_OBJECT_CHARS and MASK not in value:
                yield Statement(form.predicate, value, form.stance, term)


def _is_of_some(predicate: str, sentence: str, end: int) -> bool:
    """Whether only some of it is minded: who can't stand ramen with seaweed may love ramen."""
    return predicate == "dislikes" and is_of_some(sentence, end)


def _end_of(value: str, match: regex.Match[str]) -> int:
    """Where the object ends in its sentence; some of what was caught may be no part of it."""
    start, end = match.span("o")
    at = match.string.find(value, start, end)
    return end if at < 0 else at + len(value)
