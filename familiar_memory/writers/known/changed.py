"""Which of the facts that are known of a speaker a message ends, and what takes their place.

What is known is named in the message, by whole words, and said to be over in the speaker's own
voice. So much stands in between where people chat that no form can foresee it; but who names their
employer and says beside it that they were let go has said enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.writers.forms.asserted import before_question, is_question
from familiar_memory.writers.forms.finding import Statement, all_that_ends, plain_sentences
from familiar_memory.writers.forms.for_now import is_only_for_now, is_soon_undone
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.forms.frames.classes import ENGLISH
from familiar_memory.writers.forms.frames.frame import CaughtWords, Frame, frame_places, read_frame
from familiar_memory.writers.forms.frames.reading import is_feigned, is_so, says_any, slot_object
from familiar_memory.writers.forms.frames.row import FrameRow
from familiar_memory.writers.forms.frames.words import Word, sentence_words
from familiar_memory.writers.forms.halts import over_the_halts
from familiar_memory.writers.known.ends import ENDS
from familiar_memory.writers.known.fact import SpeakerFact, fact_slot
from familiar_memory.writers.known.places_taken import CHANGES

__all__ = ["find_changes", "may_change"]

_MOST_WORDS = 90
_FEW_WORDS = 5
"""Of a question that only takes up what is spoken of: "Oh, the bassoon? Dropped it.\""""


@lru_cache(maxsize=1_024)
def may_change(text: str) -> bool:
    """Whether a message could end or change anything at all: most messages have no such words."""
    said = frozenset(one.folded for one in sentence_words(" ".join(plain_sentences(text))))
    return any(frame.may_match(said) for frame in _frames())


def find_changes(
    text: str, known: Iterable[SpeakerFact], stated: Iterable[Statement] = ()
) -> tuple[Statement, ...]:
    """List what a message ends of what is `known`, and names in its place.

    `stated` is what it states as it is: that is not said again, and what it says to hold has not
    ended. With what a message holds back by dots it says the same, or nothing.
    """
    facts, whole = tuple(known), over_the_halts(text)
    found = _found(text, facts, stated)
    if whole == text or not found:
        return found
    meant = _found(whole, facts, stated)
    return tuple(one for one in found if one in meant)


def _found(
    text: str, known: Iterable[SpeakerFact], stated: Iterable[Statement]
) -> tuple[Statement, ...]:
    stated = tuple(stated)
    told = {(one.present, normalised(one.object)) for one in stated}
    new = {one.predicate for one in stated if one.stance is Stance.HOLDS}
    named = [fact for fact in dict.fromkeys(known) if _table(fact.predicate)]
    if not named:
        return ()
    names = {fact: fact.names for fact in named}
    found: dict[Statement, None] = {}
    ended = [fact for fact in named if _is_left(fact, stated)]
    for window, around in _windows(plain_sentences(text)):
        words = sentence_words(window)[:_MOST_WORDS]
        said = frozenset(one.folded for one in words)
        for fact in () if is_feigned(words) else named:
            if not any(said.issuperset(name) for name in names[fact]):
                continue
            for one in _changes(fact, window, around, words):
                if one.stance is Stance.HOLDS and one.predicate not in new:
                    found[one] = None
                elif one.stance is Stance.ENDED and fact not in ended:
                    ended.append(fact)
    for fact in _meant(ended, sentence_words(text)):
        if (fact.predicate, normalised(fact.object)) not in told:
            over = Statement(fact.predicate, fact.object, Stance.ENDED)
            found |= dict.fromkeys(all_that_ends([over]))
    return tuple(found)


def _is_left(fact: SpeakerFact, stated: Iterable[Statement]) -> bool:
    """Whether a firm is said to be left by its own name, without what kind of firm it is."""
    return any(
        one.stance is Stance.ENDED
        and one.present == fact.predicate
        and fact.is_named_shortly(one.object)
        for one in stated
    )


def _windows(sentences: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each sentence, and each with the one behind it that may go on about it; no questions.

    With each comes the message from there on.
    """
    for number, sentence in enumerate(sentences):
        around = " ".join(sentences[number:])
        told = before_question(sentence) if is_question(sentence) else sentence
        if told:
            yield told, around
        elif len(sentence.split()) > _FEW_WORDS:
            continue
        behind = sentences[number + 1 : number + 2]
        if behind and not is_question(behind[0]):
            yield f"{sentence} {behind[0]}", around


def _changes(
    fact: SpeakerFact, window: str, around: str, words: tuple[Word, ...]
) -> Iterator[Statement]:
    said = frozenset(one.folded for one in words)
    slots = {"x": fact_slot(fact)}
    for row, frame, is_end in _table(fact.predicate):
        if not frame.may_match(said) or (row.unless and says_any(words, row.unless)):
            continue
        for first, end, caught in frame_places(frame, words, slots):
            asserted = caught.get("@", (first,))[0]
            if not is_so(window, words, asserted, end, is_apart="@" in caught, past=True):
                continue
            start, stop = words[first].start, words[end - 1].end
            if is_end and is_only_for_now(window, start, stop, around, _named(caught, words)):
                continue
            if not is_end and is_soon_undone(window, start, stop, around):
                continue
            if is_end:
                yield Statement(fact.predicate, fact.object, Stance.ENDED)
                break
            new = slot_object(caught, words, window)
            if new:
                # Half of its own name is nothing new.
                if normalised(fact.object) != normalised(new):
                    yield Statement(fact.predicate, new)
                break


def _named(caught: CaughtWords, words: tuple[Word, ...]) -> int | None:
    """Up to where the fact itself is named."""
    return words[caught["x"][1] - 1].end if "x" in caught else None


def _meant(ended: Collection[SpeakerFact], words: tuple[Word, ...]) -> Iterator[SpeakerFact]:
    """Those that have ended; of several animals only those that are called by their names."""
    said = {one.folded for one in words}
    pets = [fact for fact in ended if fact.predicate == "has_pet"]
    for fact in ended:
        is_sure = fact not in pets or len(pets) == 1 or said.issuperset(fact.names[-1])
        if is_sure:
            yield fact


@lru_cache(maxsize=1)
def _frames() -> tuple[Frame, ...]:
    written = dict.fromkeys(row.said for row in (*ENDS, *CHANGES))
    return tuple(read_frame(said, ENGLISH) for said in written)


@lru_cache(maxsize=64)
def _table(predicate: str) -> tuple[tuple[FrameRow, Frame, bool], ...]:
    """The rows of a predicate with their frames, and whether each ends it."""
    return tuple(
        (row, read_frame(row.said, ENGLISH), row in ENDS)
        for row in (*ENDS, *CHANGES)
        if row.predicate == predicate
    )
