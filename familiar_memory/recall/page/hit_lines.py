"""A passage that was found, as a line of a prompt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from familiar_memory.domain.question.contribution import Line
from familiar_memory.domain.question.search import FACT_SIGNAL, SearchHit
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import LORE, below
from familiar_memory.knowledge.fact_wording import has_wording, worded
from familiar_memory.knowledge.predicate_words import object_of, predicate_of
from familiar_memory.knowledge.validity import has_ended, told_term
from familiar_memory.recall.excerpts.excerpt import Excerpts
from familiar_memory.recall.page.macros import Macros

__all__ = ["hit_lines", "told_times"]

_USUAL = 175
"""Tokens of a passage as it is given where others want room: some 700 characters."""
_SIZES = (45, 90, _USUAL, 400)
"""Tokens of a long passage in its forms, for little room and for much. Of what an assistant
answers at length 700 characters hold half, 1,600 three quarters (measured)."""
_SURE = 420
"""Characters in which at least one sentence of any text fits."""
_LORE = below(LORE)
_ATTRIBUTED = "**"
"""How a line of a note begins that says itself who spoke."""
_UNSAFE = re.compile(r"[\[\](){}<>,:]")
"""What the name of a room may not bring into the head of a line: it would end it, or be
read as a term of its own."""
_ENOUGH = 60
"""Of a long passage that a caller cuts, so many characters identify it."""


def hit_lines(
    hits: Iterable[SearchHit],
    macros: Macros,
    moment: datetime | None,
    terms: Collection[str] = (),
) -> list[Line]:
    """A line a hit, best first; terms of validity are worded as seen from the moment, if any.

    Of a long passage it shows what a question of these `terms` asks for, in several sizes.
    """
    hits = list(hits)
    worths = _worths(hits)
    places = _places(hits)
    return [
        _line(hit, worth, macros, moment, terms, places)
        for hit, worth in zip(hits, worths, strict=True)
    ]


def told_times(hit: SearchHit) -> str:
    """That something was said again, and when last; nothing where it was said once."""
    if not hit.repeats:
        return ""
    least = "" if hit.are_all_repeats else "at least "
    said = f"said {least}{hit.times} times"
    return f"{said}, last {hit.last_said[:10]}" if hit.last_said else said


def _worths(hits: Sequence[SearchHit]) -> list[float]:
    """Scores, given out in the order of the hits: a model may have chosen another than theirs."""
    return sorted((hit.score for hit in hits), reverse=True)


def _places(hits: Iterable[SearchHit]) -> dict[str, str]:
    """What the places of these turns are called, by slug, where no two are called the same.

    A label is a few tokens, a slug of a platform's ids twenty.
    """
    labels = {hit.audience: _UNSAFE.sub(" ", hit.place_label).strip() for hit in hits if hit.turn}
    times = Counter(labels.values())
    return {slug: label for slug, label in labels.items() if label[1:] and times[label] == 1}


def _line(
    hit: SearchHit,
    worth: float,
    macros: Macros,
    moment: datetime | None,
    terms: Collection[str],
    places: Mapping[str, str],
) -> Line:
    """Date, term, speaker or note, place, class: a model needs them to weigh what it reads."""
    # Only lore is written with macros; what people said with braces stays as they said it.
    text = macros.expand(hit.text) if hit.path.startswith(_LORE) else _readable(hit, moment)
    head = _head(hit, text, moment, places.get(hit.audience, hit.audience))
    forms = _forms(Excerpts(text, terms))
    usual = max((f for f in forms if estimate_tokens(f) <= _USUAL), key=len, default=forms[0])
    return Line(
        f"{head}{usual}",
        hit,
        enough=len(head) + min(len(usual), _ENOUGH),
        worth=worth,
        forms=tuple(f"{head}{form}" for form in forms) if len(forms) > 1 else (),
    )


def _readable(hit: SearchHit, moment: datetime | None) -> str:
    """A fact of a note as a sentence behind the name of who it is about; else what was found."""
    predicate = None if hit.turn is not None else predicate_of(hit.text)
    if predicate is None or not has_wording(predicate):
        return hit.text
    is_past = moment is not None and has_ended(hit.until, moment)
    return worded(predicate, object_of(hit.text), is_past=is_past)


def _head(hit: SearchHit, text: str, moment: datetime | None, place: str) -> str:
    day = (hit.said_at or "")[:10]
    where = f"in {place}" if hit.source == "conversation" else f"{hit.trust}, {hit.path}"
    who = one_line(hit.author_name or hit.title, LONGEST_NAME)
    # A model must not take for a fact what it has only said itself.
    you = " (you)" if hit.is_own else ""
    fact = _told_fact(hit)
    said = "" if text.lstrip().startswith(_ATTRIBUTED) or not who else f"{who}{you}: "
    term = told_term(hit.since, hit.until, moment) if moment is not None else ""
    told = filter(None, (day, told_times(hit), term, where))
    return f"- [{one_line(', '.join(told))}] {fact}{said}"


def _told_fact(hit: SearchHit) -> str:
    """What a turn came first for, as a sentence before its words; a note says it itself.

    What was noted of the words and is over is said before them too: they say it as if it held.
    """
    told = [f"Was wrong: {one.sentence}" if one.was_wrong else one.sentence for one in hit.ended]
    if hit.fact is not None and hit.turn is not None and FACT_SIGNAL in dict(hit.signals):
        told.insert(0, hit.fact.sentence)
    return "".join(f"{one_line(one)}. " for one in told)


def _forms(excerpts: Excerpts) -> list[str]:
    """A passage in several sizes, the shortest first; at least one."""
    whole = excerpts.whole
    tokens = estimate_tokens(whole)
    if tokens <= _SIZES[0]:
        return [whole]
    each = len(whole) / tokens
    sizes = [round(size * each) for size in _SIZES]
    sizes[-1] = max(sizes[-1], _SURE)
    found = (excerpts.within(size) for size in sizes)
    return sorted(dict.fromkeys(filter(None, found)), key=len)
