"""What a message says once its speaker's slips are set right: "I live in Oban, no wait, Hull".

A marker ("I meant", "typo", "sorry") parts a message in two (`slip.py`). What stands behind it is a
whole statement, or only the word that should have been said: it is tried in the place of every
object that was stated just before, and the one with which that still is a fact is meant. Where it
could be several, or none, nothing is taken for wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.forms.objects import ARTICLE
from familiar_memory.writers.known.changed import find_changes
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.slips.jests import joked_statements
from familiar_memory.writers.slips.replaced import find_replaced
from familiar_memory.writers.slips.slip import EDGES, Slip, find_slip
from familiar_memory.writers.text.sentences import mask_quotations
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.taken_back import begins_by_taking_back

__all__ = ["Restatement", "SetRight", "set_right"]

_MOST_WORDS = 4
"""Of the word that was wrong: "New York City, obviously"."""
_ARTICLE = r"(?:\b(?:the|an?)\s+)?"


@dataclass(frozen=True, slots=True)
class Restatement:
    """A statement; if it `sets_right` another, that one was wrong, and not only over by now."""

    statement: Statement
    sets_right: bool = False


@dataclass(frozen=True, slots=True)
class SetRight:
    """What a message states, and which statements from before it were `wrong`."""

    stated: tuple[Restatement, ...]
    wrong: tuple[Statement, ...] = ()


def set_right(
    text: str,
    previous: str = "",
    names: Collection[str] = (),
    known: Collection[SpeakerFact] = (),
    ever: Collection[SpeakerFact] = (),
) -> SetRight:
    """Read a message; `previous` is what the same speaker said just before.

    `names` are people: "sorry, Rowan" is said to them. What is `known` of the speaker may end
    with it, or be changed; what was `ever` known may have ended with the message before.
    """
    if previous and begins_by_taking_back(text):
        wrong = joked_statements(previous, text, ever)
        read = SetRight(tuple(map(Restatement, find_statements(text))), wrong)
    else:
        read = _with_word_replaced(_read(text, previous, names), text, previous, names)
    changes = find_changes(text, known, [one.statement for one in read.stated]) if known else ()
    return replace(read, stated=(*_unlike(read.stated, changes), *map(Restatement, changes)))


def _unlike(stated: Iterable[Restatement], changes: Iterable[Statement]) -> Iterator[Restatement]:
    """Without what is told by its wording alone to be of another kind: no employer is a town."""
    new = {normalised(one.object): one.predicate for one in changes if one.stance is Stance.HOLDS}
    for told in stated:
        one = told.statement
        kind = new.get(normalised(one.object)) if one.stance is Stance.HOLDS else None
        if kind is None or kind == one.predicate:
            yield told


def _with_word_replaced(
    read: SetRight, text: str, previous: str, names: Collection[str]
) -> SetRight:
    """With the one word that is set right in some other way, where nothing else was found."""
    is_done = read.wrong or any(one.sets_right for one in read.stated)
    if is_done or not previous or find_corrections(text, previous):
        return read
    found = find_replaced(text, previous, names)
    if found is None:
        return read
    wrong, right = found
    kept = (one for one in read.stated if one.statement.predicate != right.predicate)
    return SetRight((*kept, Restatement(right, sets_right=True)), (wrong,))


def _read(text: str, previous: str, names: Collection[str]) -> SetRight:
    slip = find_slip(text)
    if slip is None:
        return SetRight(tuple(map(Restatement, find_statements(text))))
    stated, meant = find_statements(slip.before), find_statements(slip.rest)
    first = set(find_statements(slip.first_sentence))
    if first:
        return _restated(slip, meant, first, previous)
    earlier, is_own = (slip.before, True) if stated else (previous, False)
    found = _in_place(earlier, slip, names)
    if found is None:
        plain = tuple(map(Restatement, (*stated, *meant)))
        taken = find_statements(earlier)
        if not slip.takes_back or len(taken) != 1:
            return SetRight(plain)
        kept = tuple(one for one in plain if one.statement != taken[0])
        return SetRight(kept, () if is_own else taken)
    wrong, right = found
    kept = tuple(Restatement(one) for one in stated if one != wrong)
    new = Restatement(right, sets_right=not is_own)
    return SetRight((*kept, new, *map(Restatement, meant)), () if is_own else (wrong,))


def _restated(
    slip: Slip, meant: Sequence[Statement], first: Collection[Statement], previous: str
) -> SetRight:
    """Whole statements: they are right, and those of the same kind before them were not."""
    slips, earlier = find_statements(slip.before), find_statements(previous)
    said_before = {one.predicate for one in (*slips, *earlier)}
    right = {
        one.predicate
        for one in first
        if _replaces(one, slip) and (slip.is_sure or one.predicate in said_before)
    }
    kept = [one for one in slips if one.predicate not in right]
    stated = (Restatement(one, one in first and one.predicate in right) for one in meant)
    new = {(one.predicate, normalised(one.object)) for one in meant}
    wrong = tuple(
        one
        for one in earlier
        if one.predicate in right and (one.predicate, normalised(one.object)) not in new
    )
    return SetRight((*map(Restatement, kept), *stated), wrong if len(wrong) == 1 else ())


def _replaces(one: Statement, slip: Slip) -> bool:
    """Whether a whole statement is said in place of another, and not beside it or after it.

    Of what there may be many only a sure marker says so, and never of what somebody's health may
    hang on.
    """
    predicate = SHIPPED.get(one.predicate)
    if one.stance is not Stance.HOLDS or predicate is None or predicate.guarded:
        return False
    return slip.is_sure or (predicate.single and not slip.is_change)


def _in_place(
    earlier: str, slip: Slip, names: Collection[str]
) -> tuple[Statement, Statement] | None:
    """The one statement that is one as well with the new word in the place of its object."""
    word, unlike = _word(slip, names)
    if not word:
        return None
    spelt = as_spelt(mask_quotations(earlier))
    found = [
        (one, right)
        for one in find_statements(earlier)
        if not unlike or normalised(unlike) == normalised(one.object)
        for right in _with_word(spelt, one, word)
    ]
    return found[0] if len(found) == 1 else None


def _with_word(spelt: str, one: Statement, word: str) -> Iterator[Statement]:
    if one.stance is not Stance.HOLDS or normalised(one.object) == normalised(word):
        return
    if _is_named(one.object) and not _is_named(word) and not regex.match(r"(?:the|an?)\s", word):
        return
    said = regex.compile(_ARTICLE + regex.escape(one.object, literal_spaces=True))
    for right in find_statements(said.sub(lambda _: word, spelt, count=1)):
        if right.predicate == one.predicate and normalised(word).endswith(normalised(right.object)):
            yield replace(right, term=one.term)
            return


def _word(slip: Slip, names: Collection[str]) -> tuple[str, str]:
    """The few words behind a marker that name something, and those that were wrong if it says so.

    Both are "" where more is said.
    """
    said = slip.first_sentence.strip(EDGES)
    match = slip.rules.around.fullmatch(said)
    word = match["word"].strip(EDGES) if match else ""
    unlike = ARTICLE.sub("", (match["unlike"] or "").strip(EDGES)) if match else ""
    if not word or len(word.split()) > _MOST_WORDS or regex.search(r"[,;:?]", word):
        return "", ""
    is_likely = slip.is_sure or _is_named(word) or any(map(str.isdigit, word))
    is_person = normalised(word) in {normalised(name) for name in names}
    return (word, unlike) if is_likely and not is_person else ("", "")


def _is_named(word: str) -> bool:
    """Whether it begins as a name does, in scripts that have capitals."""
    return not word[:1].islower()
