"""Plain lines of a note that outlive the fact which was made of the same words.

"I play the banjo in a band" leaves a fact and a line that says more. Where the fact is struck, a
line that says only what is over is struck with it (`operations/merging/own_words.py`). Others, and
all where a fact has run out, stay what was said on their day: a prompt must not show them as so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from familiar_memory.domain.memory.document import FactRow, Passage
from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.records.named_facts import names_object
from familiar_memory.knowledge.validity import has_ended, is_expired, was_right

__all__ = ["outlived"]

_Told = tuple[Passage, FactRow | None]


def outlived(known: Sequence[_Told], now: datetime) -> dict[int, str | None]:
    """The plain lines, by number, whose facts are all over, with the day until when these held.

    None in its place: the facts never held. `known` are the lines of one note that a viewer may
    know, those that are over among them. A line goes by the facts of its own messages, as far as
    it names what they are about: where one of these still holds, the line stands as it is, and so
    does one that told of the end itself.
    """
    of_ref: dict[str, list[tuple[Passage, str]]] = {}
    for passage, fact in known:
        # What went into another line is over for its wording alone: that line speaks for it.
        if fact is not None and fact.into is None:
            for ref in passage.refs:
                of_ref.setdefault(ref, []).append((passage, normalised(fact.object)))
    found: dict[int, str | None] = {}
    for passage, fact in known:
        if fact is not None or passage.retired or of_ref.keys().isdisjoint(passage.refs):
            continue
        said = normalised(passage.text)
        told = [
            one
            for ref in passage.refs
            for one, it in of_ref.get(ref, ())
            if _is_of_one_place(one, passage) and names_object(said, it)
        ]
        if told and all(_is_over(one, now) for one in told):
            until = _last_day(told)
            if until is None or _is_later(until, passage):
                found[passage.line] = until
    return found


def _is_of_one_place(fact: Passage, line: Passage) -> bool:
    """Whether a reference means the same message in both: it names one within its place alone."""
    return fact.place == line.place or None in (fact.place, line.place)


def _is_over(fact: Passage, now: datetime) -> bool:
    # As of an earlier moment, what has been struck since then still held.
    if fact.retired and was_right(fact.retired, fact.valid_until):
        return has_ended(fact.valid_until, now)
    return fact.retired or has_ended(fact.valid_until, now) or is_expired(fact.expires, now)


def _last_day(facts: Iterable[Passage]) -> str | None:
    """The last day of those that ever held; None where none did."""
    days = (_until(one) for one in facts if was_right(one.retired, one.valid_until))
    return max((day for day in days if day is not None), default=None)


def _until(fact: Passage) -> str | None:
    if fact.valid_until is not None:
        return fact.valid_until
    return fact.expires.date().isoformat() if fact.expires else None


def _is_later(until: str, line: Passage) -> bool:
    end = instant_of(until)
    return end is None or line.learned is None or end > line.learned
