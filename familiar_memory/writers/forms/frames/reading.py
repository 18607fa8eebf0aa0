"""Find what a sentence states by frames, as far as it is said of the speaker and is so.

A frame sees few words, so what stands around them is looked at: nobody else may be spoken of where
the speaker is not named, and nothing may deny or suppose it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import regex

from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.asserted import is_asserted
from familiar_memory.writers.forms.dated import is_lasting
from familiar_memory.writers.forms.frames.classes import ENGLISH, OTHERS
from familiar_memory.writers.forms.frames.english import ROWS
from familiar_memory.writers.forms.frames.frame import CaughtWords, Frame, frame_places, read_frame
from familiar_memory.writers.forms.frames.row import FrameRow
from familiar_memory.writers.forms.frames.words import (
    Word,
    WordPhrases,
    said_in,
    sentence_words,
    word_phrases,
)
from familiar_memory.writers.forms.objects import Trim
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import word_set
from familiar_memory.writers.times.calendar_words import calendar_day

__all__ = ["Framed", "find_framed", "is_feigned", "is_so", "slot_object", "says_any"]

_TRIMS: dict[str, Trim] = {
    "place": objects.home,
    "firm": objects.employer,
    "longfirm": objects.employer,
    "thing": objects.taste,
    "allergen": objects.allergen,
    "irritant": objects.allergen,
    "name": objects.name,
    "day": calendar_day,
    "instrument": objects.listed,
    "diet": objects.listed,
    "language": objects.listed,
    "kind": str.casefold,
    "kin": str.casefold,
}
_FEIGNED = word_set(
    "game dream dreams novel campaign rp sims minecraft skyrim hogwarts skylines roleplay "
    "storyline playthrough character avatar"
)
_KIN = {
    word.replace("_", " "): (predicate, template)
    for predicate, words, template in (
        ("sibling_of", lexicon.SIBLINGS, "{name}"),
        ("child_of", lexicon.PARENTS, "{name}"),
        ("parent_of", lexicon.CHILDREN, "{name}"),
        ("married_to", lexicon.SPOUSES, "{name}"),
        ("partner_of", lexicon.PARTNERS, "{name}"),
        ("relative", lexicon.OTHER_RELATIVES, "{kin} {name}"),
        ("knows", "flatmate roommate housemate", "{kin} {name}"),
    )
    for word in words.split()
}
_SPEAKER = word_set("i we my our me mine us")
_ADDRESSED = word_set(
    "you your yours u ya everyone everybody anyone anyone's anybody guys folks people"
)
"""They are spoken to, and nothing is said of them."""
_OVER = word_set(
    "quit left lost leave leaving quitting resigned sold selling ended miss missed "
    "missing remember applied applying apply interview interviewed interviewing offered "
    "offer offers rejected declined looking searching hunting after sacked fired finished "
    "gave giving former"
)
"""Words before what is told of in which it is over, or not yet so."""
_SUPPOSING = word_set("if imagine imagined wish suppose unless dream dreamt dreamed pretend")
_GOODBYE = regex.compile(r"\bsa(?:id|ying)(?=\s+(?:good)?bye\b)", regex.IGNORECASE)
_OTHER_SUBJECTS = frozenset(("he", "she", "they"))
_MOST_WORDS = 90


@dataclass(frozen=True, slots=True)
class Framed:
    """A fact that a frame has found, the frame at `start`..`end` and the object up to `stop`."""

    predicate: str
    object: str
    start: int
    stop: int
    end: int
    row: FrameRow


def is_feigned(words: Iterable[Word]) -> bool:
    """Whether a game or a story is spoken of, in which people live and work as they like."""
    return any(one.folded in _FEIGNED for one in words)


def find_framed(sentence: str, around: str, *, wide: bool, lasting: bool) -> Iterator[Framed]:
    """List what frames find; `around` may hold the words that a row wants near.

    Of two sentences (`wide`) only rows are tried that may reach so far; all are of what is
    `lasting`, or of what is not.
    """
    words = sentence_words(sentence)[:_MOST_WORDS]
    if is_feigned(words):
        return
    said = frozenset(one.folded for one in words)
    beside = sentence_words(around)
    for row, frame in _table(wide, lasting):
        if not frame.may_match(said) or not _is_about_it(row, words, beside):
            continue
        for first, end, caught in frame_places(frame, words):
            asserted = caught.get("@", (first,))[0]
            if _is_over(words, first) or not is_so(
                sentence,
                words,
                asserted,
                end,
                is_near=bool(row.near),
                is_apart="@" in caught,
                past=row.past,
            ):
                continue
            found = _made(row, caught, words, sentence)
            if found is not None:
                start, stop = words[first].start, words[end - 1].end
                yield Framed(*found[:2], start, found[2], stop, row)
                break


def is_so(
    sentence: str,
    words: tuple[Word, ...],
    first: int,
    end: int,
    *,
    is_near: bool = False,
    is_apart: bool = False,
    past: bool = False,
) -> bool:
    """Whether what stands at these words is said by the speaker, of themselves, as being so.

    What `is_apart` stands by itself, whatever was told before: "he told me to quit, and I did".
    """
    matched = {one.folded for one in words[first:end]}
    before = {one.folded for one in words[:first]}
    if _SPEAKER.isdisjoint(matched):
        beside = {one.folded for one in words[end:]} if is_near else set()
        others = (before | beside) - _ADDRESSED if is_near else before
        if not OTHERS.isdisjoint(others):
            return False
    if is_apart and _is_supposed(words[:first]):
        return False
    clause = words[_clause_before(words, first) : first]
    if any(ENGLISH.denies(one) or one.folded in _OTHER_SUBJECTS for one in clause):
        return False
    start, stop = words[first].start, words[end - 1].end
    said = _GOODBYE.sub(lambda match: "~" * len(match[0]), sentence)
    if is_apart:
        said, start, stop = said[start:], 0, stop - start
    return is_asserted(said, start, stop, loose=True, past=past)


def _is_supposed(words: tuple[Word, ...]) -> bool:
    """Whether they suppose something; "if you need a hand" only makes an offer."""
    said = [one.folded for one in words]
    return any(
        word in _SUPPOSING and following not in _ADDRESSED
        for word, following in pairwise([*said, ""])
    )


def _is_over(words: tuple[Word, ...], first: int) -> bool:
    clause = words[_clause_before(words, first) : first]
    return any(one.folded in _OVER for one in clause)


def _clause_before(words: tuple[Word, ...], first: int) -> int:
    at = first
    while at and words[at - 1].is_word and words[at - 1].folded not in ("and", "but", "so"):
        at -= 1
    return at


def _is_about_it(row: FrameRow, words: tuple[Word, ...], beside: tuple[Word, ...]) -> bool:
    if row.unless and says_any(words, row.unless):
        return False
    return not row.near or says_any(beside, row.near)


def says_any(words: tuple[Word, ...], named: str) -> bool:
    """Whether something of a class is said, or one of these words."""
    return any(True for _ in said_in(words, _class(named)))


@lru_cache(maxsize=64)
def _class(named: str) -> WordPhrases:
    known = ENGLISH.classes.get(named)
    return word_phrases(named) if known is None else known


def _made(
    row: FrameRow, caught: CaughtWords, words: tuple[Word, ...], sentence: str
) -> tuple[str, str, int] | None:
    """The predicate, the object and where it ends; None where a slot holds no safe one."""
    values: dict[str, str] = {}
    stop = 0
    for slot, (first, end) in caught.items():
        if slot not in _TRIMS:
            continue
        kept = _TRIMS[slot](sentence[words[first].start : words[end - 1].end])
        if not kept:
            return None
        values[slot] = kept
        stop = words[end - 1].end
    predicate, template = row.predicate, row.template or f"{{{next(iter(values))}}}"
    if not predicate:
        predicate, template = _KIN[values["kin"]]
    return predicate, template.format(**values), stop


def slot_object(caught: CaughtWords, words: tuple[Word, ...], sentence: str) -> str | None:
    """What the one slot took that has an object, trimmed; None where that is no safe one."""
    for slot, (first, end) in caught.items():
        if slot in _TRIMS:
            return _TRIMS[slot](sentence[words[first].start : words[end - 1].end])
    return None


@lru_cache(maxsize=4)
def _table(wide: bool, lasting: bool) -> tuple[tuple[FrameRow, Frame], ...]:
    """Rows with their frames, read once."""
    return tuple(
        (row, read_frame(row.said, ENGLISH))
        for row in ROWS
        if (row.wide or not wide) and is_lasting(row.predicate or "married_to") == lasting
    )
