"""Memories of which a model may make one, and whether what it made says what each of them says.

"Plays bass in Tidewater" and "plays bass at the harbour" do not contradict each other, and neither
says all: "plays bass in Tidewater at the harbour" does. A model words that; what it words is
checked by code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from familiar_memory.knowledge.reconcile.markers import marker_words
from familiar_memory.knowledge.reconcile.meaning import are_opposed, is_known_language, stance
from familiar_memory.knowledge.reconcile.relation import left_over
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.reconcile.wording import Wording, wording_of
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["SOME_WORDS", "may_be_united", "refusal", "says_still"]

SOME_WORDS = 0.5
"""Of the words of two memories, from which a model is asked to make one of them, where there are no
vectors. That is little: what it makes of two that say different things is refused."""
_LITTLE_SIGNS = frozenset(",.;'’、。")
"""Signs that a sentence may need which joins two."""
_TIMES_AS_LONG = 1.2


def may_be_united(one: Wording, other: Wording) -> bool:
    """Whether neither contradicts the other: what both count, name, deny or ask is the same.

    One may say a number or a name of which the other says nothing.
    """
    said, told = tokens_of(one.text), tokens_of(other.text)
    if not (is_known_language(said) and is_known_language(told)):
        return False
    if stance(said) != stance(told) or are_opposed(said, told) or one.asks != other.asks:
        return False
    if len(one.negated) != len(other.negated) or (one.negated and one.core != other.core):
        # What else is said beside a denial may be denied with it.
        return False
    return (
        _is_part(one.numbers, other.numbers)
        and _is_part(tuple(one.capitals & one.words), tuple(other.capitals & other.words))
        and _is_part(tuple(one.targets), tuple(other.targets))
    )


def refusal(text: str, originals: Sequence[str]) -> str | None:
    """Why a text cannot stand for all of these; None where it can.

    It has to say the words of each in their order, and none that none of them says.
    """
    if not text.strip() or text != " ".join(text.split()):
        return "it is not one line"
    if len(text) > _TIMES_AS_LONG * sum(map(len, originals)):
        return "it is longer than all of them"
    if not _signs(text) <= _LITTLE_SIGNS.union(*map(_signs, originals)):
        return "it has signs that none of them has"
    said = _words(text)
    told = [_words(one) for one in originals]
    if set(said) - set().union(*told) - _joining():
        return "it has words that none of them has"
    if any(not _stands_in(one, said) for one in told):
        return "it does not say what each of them says"
    if _of_links(text) != set().union(*map(_of_links, originals)):
        return "it links other notes"
    return None


def says_still(text: str, original: str) -> bool:
    """Whether a text says what an original said, however a person has gone on from there.

    It has every word of it in its order, and none that denies, asks or alters them.
    """
    one, other = wording_of(text), wording_of(original)
    if one.asks != other.asks or one.text == other.text:
        return one.asks == other.asks
    said, told = _words(text), _words(original)
    if not (is_known_language(said) and is_known_language(told)):
        return False
    return _stands_in(told, said) and not are_opposed(said, told)


def _stands_in(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether all words of one stand in the other in order, and what it has more alters none."""
    extra = left_over(part, whole)
    if extra is None or stance(part) != stance(whole):
        return False
    altering = marker_words("alters") | marker_words("changes") | marker_words("present")
    is_as_negated = len(wording_of(" ".join(part)).negated) == len(
        wording_of(" ".join(whole)).negated
    )
    return is_as_negated and altering.isdisjoint(extra)


def _words(text: str) -> list[str]:
    articles = marker_words("articles")
    return [token for token in tokens_of(wording_of(text).text) if token not in articles]


def _joining() -> frozenset[str]:
    """Little words that a sentence may need which joins two; not those that say whether it is so.

    Nor who: "she" is nobody that the others speak of.
    """
    meaning = marker_words("alters") | marker_words("changes") | marker_words("present")
    return frozenset({"and", "with", "in", "on", "at", "who", "which", "that"} & STOP_WORDS) - (
        meaning
    )


def _signs(text: str) -> set[str]:
    return {sign for sign in text if not (sign.isalnum() or sign.isspace())}


def _of_links(text: str) -> set[str]:
    return set(wording_of(text).targets)


def _is_part(one: Sequence[str], other: Sequence[str]) -> bool:
    first, second = Counter(one), Counter(other)
    return first <= second or second <= first
