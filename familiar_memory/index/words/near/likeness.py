"""Which cosines are to be believed: not those that come from a shared spelling.

A static vector of a rare word is the mean of the pieces it is cut into, so that coffee lies
beside coffin (`coff` `in`) and bike beside mike (`m` `ike`). What two such words share is
letters; a meaning is shared where one is derived from the other (`teach`, `teacher`) or is a
compound of it (`birthday`, `birth`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

from familiar_memory.index.words.tokens import stem

__all__ = ["is_solid", "may_be_near"]

_SHORTEST_PIECE = 3
"""Letters of a piece that still says something."""
_SHORTEST_PART = 4
"""Letters of either half of a compound: shorter ones are found in everything (car in scarf)."""
_MOST_SHARED = 0.5
"""The share of the shorter word's letters that two words without kinship may have in a row."""
_FEWEST_SHARED = 3
"""Letters in a row: two are shared by chance."""
_SUFFIXES = frozenset(
    """able ably age ages al ally als ance ancy ant ants ation ations dom en ence ency ened ent ents
    er ers ful fully hood ial ian ians ibility ible ibly ic ical ically ics ied ier iest ily iness
    ion ions ise ish ism ist istic ists ity ive ively ize izer izing less ly ment ments ness or ors
    ous ously r ship ships some st est th ty y ability""".split()  # noqa: SIM905 - as above all
)
"""What makes another word of the same kin. Endings that leave the term as it is (`s`, `ed`) are
not here: they would make the cares kin of the car."""
_PLAIN_SUFFIXES = frozenset("able er ers ful ier iest ily iness ish less ly ness y".split())  # noqa: SIM905
"""What may follow a root of three letters: with others, fat were kin of fatal, rod of rodent."""
_SHORT_ROOT = 3
_ENDINGS = _SUFFIXES | {"s", "es", "d", "ed", "ing", "ings"}


def is_solid(pieces: Sequence[str], known: Collection[str]) -> bool:
    """Whether a word's vector says what the word means: it is whole, or of telling pieces.

    One that begins with a `known` word has to be made of it: what petrol has of a pet is letters.
    """
    if len(pieces) == 1:
        return True
    first, *rest = pieces
    if not all(len(piece) >= _SHORTEST_PIECE or piece in _ENDINGS for piece in pieces):
        return False
    is_made_of_it = all(piece in _ENDINGS or _is_word(piece, known) for piece in rest)
    return (is_made_of_it or first not in known) and not _is_false_kin("".join(pieces), first)


def _is_word(piece: str, known: Collection[str]) -> bool:
    return len(piece) >= _SHORTEST_PIECE and piece in known


def may_be_near(one: str, other: str, known: Collection[str], *, shares_piece: bool) -> bool:
    """Whether the nearness of two words can be one of meaning.

    `known` are the words that may be part of a compound.
    """
    if _is_false_kin(one, other) or _is_false_kin(other, one):
        return False
    alike, least = _shared_run(one, other), min(len(one), len(other))
    if not shares_piece and (alike < _FEWEST_SHARED or alike < _MOST_SHARED * least):
        return True
    pairs = ((one, other), (other, one))
    return any(_is_derived(a, b) or _is_compound(a, b, known) for a, b in pairs)


def _is_false_kin(word: str, root: str) -> bool:
    """Whether a word only looks as if it came from another (`mother`, `moth`), in any form."""
    return stem(word) in _false_kin().get(stem(root), ())


@lru_cache(maxsize=1)
def _false_kin() -> dict[str, set[str]]:
    """By the stem of the root, in the table beside this module."""
    lines = Path(__file__).with_name("false_kin.txt").read_text("utf-8").splitlines()
    pairs = (line.split(":") for line in lines if line and not line.startswith("#"))
    return {stem(root): set(map(stem, words.split())) for root, words in pairs}


def _shared_run(one: str, other: str) -> int:
    """The most letters in a row that two words share."""
    best = 0
    for start in range(len(one)):
        while start + best < len(one) and one[start : start + best + 1] in other:
            best += 1
    return best


def _is_derived(word: str, root: str) -> bool:
    suffixes = _SUFFIXES if len(root) > _SHORT_ROOT else _PLAIN_SUFFIXES
    bases = [root, root + root[-1]]
    if root[-1] in "ey":
        bases.append(root[:-1])
    if root[-1] == "y":
        bases.append(root[:-1] + "i")
    return any(word.startswith(base) and word[len(base) :] in suffixes for base in bases)


def _is_compound(word: str, part: str, known: Collection[str]) -> bool:
    rests = (word.removeprefix(part), word.removesuffix(part))
    return len(part) >= _SHORTEST_PART and any(
        rest != word and len(rest) >= _SHORTEST_PART and rest in known for rest in rests
    )
