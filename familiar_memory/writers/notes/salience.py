"""Which lines of a conversation are worth keeping in a note, judged without a model.

A line gains by rare words, names, dates, numbers, decisions, plans and what people
tell of themselves; it loses by being a question, a cheer or a greeting. Nothing here
depends on anything but the lines given.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

import regex

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.text.lexicon import alternatives
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity, salient_words
from familiar_memory.writers.text.worth import Telling, telling_of

__all__ = ["choose_salient", "is_dated", "salience", "worth_of"]

_ENOUGH, _ENOUGH_IN_PASSING, _ENOUGH_OF_SMALL_TALK, _ENOUGH_IN_PRIVATE = 2.4, 3.0, 3.7, 2.0
"""Below this a line is not worth reading months later. More is asked where nothing is decided and
no day is named: then people tell of their day, and much of that is small talk. Most is asked of
what somebody says of themselves that has nothing to do with what lasts in a life, states no fact
and names nothing. What is told to few is told for a reason."""

_MOST_RARE = 2.3
"""Rare words alone, however many, make no line worth reading."""
_STATED = 1.5
"""A line that states a fact is worth keeping whatever else it says: with it, it is over `_ENOUGH`
with one rare word."""
_TASTES = frozenset({"likes", "loves", "dislikes"})
"""What people like stands in their own notes; as an answer ("Oh, I love tea") it says no more."""
_SHARE = 0.3
"""Three in ten: a session of fewer lines than 10 keeps 3, of more than 26 keeps 8."""
_FEWEST, _MOST = 3, 8
"""Lines of a session, however short or long it was."""
_FEW_WORDS = 5
"""Of those that carry meaning: a shorter line seldom says what it is about."""

_DECISIONS = regex.compile(
    r"\b(?:decid\w+|decisions?|we're (?:going|making|doing|giving)|announc\w+|"
    r"agreed|settled|plan(?:s|ning)?|next (?:project|up|step)|project|is called|"
    r"renam\w+|rename it|deadline|cancel\w*|postpon\w+|switch(?:ed)? to|i switch|"
    r"reversed?|confirmed|booked|passed|new job|(?<!the )news|quit|moved|moving|"
    r"i got the (?:\w+ )?(?:job|part|role|place|keys|flat|house|visa|grant|results?|letter|offer)|"
    r"invented|confession|promis\w+|(?<!a )hand in|birthday|allerg\w+)\b"
    r"|誕生日|決め|決ま|予定|引っ越|届き|アレルギー",
    regex.IGNORECASE,
)
_INTENTS = regex.compile(
    r"\b(?:let'?s|we'll|named?|i say|comes? back|instead|finished|going to|i(?:'ll| will))\b",
    regex.IGNORECASE,
)
"""What may be a decision, and is as often a word of that moment ("I'll try it")."""
_DATES = regex.compile(
    rf"\b(?:\w+day(?:s)?\b(?<=mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)|"
    rf"{alternatives(MONTHS)}(?<!may|march)|\d{{1,2}}(?:st|nd|rd|th)|tomorrow|tonight|yesterday|"
    r"next (?:week|month|year)|last (?:week|month|year|night)|\d{1,2}(?::\d\d)?\s?(?:am|pm|utc)|"
    r"\d{1,2}:\d\d)\b|\d+[月日時]|曜日|明日|来週",
    regex.IGNORECASE,
)
_OF_THE_DAY = regex.compile(r"\b(?:tonight|yesterday|today|last night)\b", regex.I)
"""Days that are named for the sake of the moment."""
_NUMBER = regex.compile(r"\d")
_NAME = regex.compile(r"(?<=[\p{Ll},:;] )(?!I\b)\p{Lu}[\p{Ll}]{2,}")
_CAUSE = regex.compile(
    r"\b(?:because|since|so that|which means|means|turns out|actually)\b", regex.I
)
_LINK = regex.compile(r"https?://")
_WORD_OF_SENTENCE = 0.12
"""Of two sentences that say as much of somebody, the one with more to it."""


def salience(utterance: Utterance, rarity: Rarity) -> float:
    """Rate all that somebody said in a turn; `choose_salient` states what is enough of a line."""
    return _rated(utterance.words, rarity)


def worth_of(sentence: str) -> float:
    """Rate a sentence among those of its message, where no word is rarer than another."""
    words, says = _said(sentence)
    return says + _WORD_OF_SENTENCE * len(words)


def _shown(one: Utterance) -> str:
    """What a note's line will show: what a long message says after that speaks for no line."""
    is_cut = len(telling_of(one.words).text) > len(one.line)
    return one.line if is_cut else one.words


def _rated(text: str, rarity: Rarity) -> float:
    words, says = _said(text)
    if not words:
        return 0.0
    # Dividing by the square root of the length lets a long line count for more than a short one,
    # but not in proportion; the 5 keeps a line of one rare word from standing above all.
    rare = 1.1 * sum(rarity.of(word) for word in words) / sqrt(len(words) + 5)
    return min(_MOST_RARE, rare) + says


@lru_cache(maxsize=2_048)  # a line is rated for its session, and for each topic that it names
def _said(text: str) -> tuple[tuple[str, ...], float]:
    """The words that a line is rated by, and what it is worth beside their rarity."""
    telling = telling_of(text)
    told = telling.text
    words = salient_words(told)
    if not words:
        return (), 0.0
    # Weights chosen by hand: that somebody tells of themselves outweighs a decision, that a date,
    # that a name, and a line needs about two of them, or rare words, to be `_ENOUGH`.
    score = 1.0 if _DECISIONS.search(told) else 0.6 if _INTENTS.search(told) else 0.0
    score += 0.8 if _DATES.search(told) else 0.0
    score += 0.25 if _NUMBER.search(told) else 0.0
    score += 0.2 * min(2, len(_NAME.findall(told)))
    score += 0.9 if telling.is_personal else 0.2 if telling.has_self else 0.0
    score += 0.3 if _CAUSE.search(told) else 0.0
    score += 0.4 if _LINK.search(told) else 0.0
    if stated := find_statements(told):
        is_taste = all(one.predicate in _TASTES for one in stated)
        return words, score + _STATED - (_penalty_of_taste(telling) if is_taste else 0.0)
    return words, score - _penalty(telling, len(words))


def is_dated(text: str) -> bool:
    """Whether a text tells of a decision, or has a date."""
    return bool(_DECISIONS.search(text) or _INTENTS.search(text) or _DATES.search(text))


def choose_salient(said: Iterable[Utterance], rarity: Rarity) -> tuple[Utterance, ...]:
    """Pick three in ten of the lines, 3 to 8 (fewer when they are noise), in order."""
    lines = tuple(said)
    rated = [(_rated(_shown(one), rarity), one) for one in lines]
    worth = [(score, one) for score, one in rated if score >= _enough_of(one)]
    worth.sort(key=lambda pair: (-round(pair[0], 5), pair[1].said_us, pair[1].order))
    room = min(_MOST, max(_FEWEST, round(len(lines) * _SHARE)))
    return tuple(sorted((one for _, one in worth[:room]), key=lambda u: (u.said_us, u.order)))


def _enough_of(one: Utterance) -> float:
    if one.place.is_private:
        return _ENOUGH_IN_PRIVATE
    telling = telling_of(_shown(one))
    told = _OF_THE_DAY.sub("", telling.text)
    is_fleeting = telling.is_passing and not telling.is_lasting
    if not is_fleeting and (_DECISIONS.search(told) or _DATES.search(told)):
        return _ENOUGH
    is_of_self = telling.is_personal or telling.has_self
    is_named = not (is_fleeting or telling.is_opinion) and _NAME.search(told)
    if not is_of_self or telling.is_lasting or is_named or find_statements(told):
        return _ENOUGH_IN_PASSING
    return _ENOUGH_OF_SMALL_TALK


def _penalty_of_taste(telling: Telling) -> float:
    points_back = telling.leans or telling.is_unnamed
    return (1.0 if telling.answers else 0.0) + (0.5 if points_back else 0.0)


def _penalty(telling: Telling, words: int) -> float:
    letters = [c for c in telling.text if c.isalpha()]
    # Short lines in capitals are shouts; a short name or "OK!" has too few letters to tell.
    shouted = sum(c.isupper() for c in letters) > 0.6 * len(letters) and len(letters) > 6
    few = words < _FEW_WORDS
    dated = is_dated(telling.text)
    return (
        (0.9 if words < 3 else 0.3 if few and not dated else 0.0)
        + (0.5 if shouted and words < 6 else 0.0)
        + (0.9 if telling.is_addressed and not telling.has_self else 0.0)
        + (0.4 if telling.is_addressed and telling.has_self else 0.0)
        + (0.8 if telling.is_opinion else 0.0)
        + (0.9 if telling.leans else 0.0)
        + (0.5 if telling.is_unnamed and not telling.leans else 0.0)
        + (0.7 if telling.answers else 0.0)
        + (0.7 if telling.advises else 0.0)
        + (0.6 if telling.is_passing else 0.0)
        + (0.9 if not (telling.has_self or telling.is_personal or dated) else 0.0)
        + (0.2 if telling.asks else 0.0)
    )
