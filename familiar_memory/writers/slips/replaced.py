"""The one word that a message sets right of what its speaker said just before, however it says so.

It needs a sign that something was wrong ("oops", "typo", a star), and the new word where such a
word can stand; it is one of the same kind as the one that it replaces, a town for a town.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.writers.forms.asserted import is_question
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.forms.frames.classes import ENGLISH
from familiar_memory.writers.forms.frames.frame import Frame, frame_places, read_frame
from familiar_memory.writers.forms.frames.reading import slot_object
from familiar_memory.writers.forms.frames.words import Word, said_in, sentence_words, word_phrases
from familiar_memory.writers.known.fact import SpeakerFact, fact_slot
from familiar_memory.writers.text.plain_words import without_noise
from familiar_memory.writers.text.sentences import mask_quotations
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["find_replaced"]

_MOST_WORDS = 30
"""Who sets a word right says little else."""
_SIGNS = word_phrases(
    "* sorry oops oopsie whoops whoopsie wrong typo typed mistyped misspoke mistake error "
    "correction correct autocorrect autocomplete autopilot meant mean scratch ignore_that "
    "ignore_me brain_fart brainfart my_bad edit should_have should_read should_say "
    "should_be make_that wait hang_on hold_on silly_me confused mixed_up mix_up slip "
    "did_i why_did_i no_no nope rather_than duh facepalm d'oh strike_that braino "
    "misremembered fat_fingered fat_fingers"
)
_DENIALS = frozenset(("not", "no", "nope", "nah"))
_SINCE = word_phrases(
    "any_more anymore any_longer now no_longer used_to these_days moved left quit since new just"
)
"""What has changed was no slip."""
_OF_OTHERS = word_phrases(
    "she he they you your his her their mum mom dad mother father brother sister friend partner "
    "want wanna would 'd if could might wish love hate learn lessons is_where is_what way any_day"
)
"""Who speaks of others, or of what they would like, sets no word of theirs right."""
_SLOTS = {
    "lives_in": "{place}",
    "from_place": "{place}",
    "grew_up_in": "{place}",
    "born_in": "{place}",
    "staying_in": "{place}",
    "visiting": "{place}",
    "moving_to": "{place}",
    "works_at": "{firm}",
    "birthday": "{day}",
    "plays": "{instrument}",
    "speaks": "{language}",
    "diet": "{diet}",
}
"""What kind of thing the object of a predicate is, as a slot takes it."""
_NAMED = (
    "not in|at|with|for? {x} , in|at|it_'s|i_'m|but? ..1 {new}",
    "not in|at|with|for? {x} but {new}",
    "{new} , not in|at|with|for? {x}",
    "{new} not|rather_than|instead_of in|at? {x}",
    "instead_of|rather_than {x} , ..1 {new}",
    "swap|replace|change|switch {x} for|with|to|by {new}",
    "swap|replace|change|switch ..1 {x} ..3 for|with|to|by {new}",
    "{x} should|was ..2 be|been|read|say|supposed_to_be {new}",
    "{x} ~ should have|'ve|of said|been|written|typed|put {new}",
    "{x} ~ meant|mean in|at|to_say? {new}",
    "{x} is|was wrong|not_right|a_typo ~ {new}",
    "{new} ~ {x} is|was not|wrong|a_typo",
    "{new} ~ {x} isn't|wasn't",
    "wherever|where ..2 {x} read|think|imagine {new}",
    "{x} > {new}",
    "not ..1 {x} ,|!|.|;|- ..1 {new}",
    "{new} ,|!|.|;|- not ..1 {x}",
    "{x} ? no|nope|nah ,? ..1 {new}",
)
"""Where the wrong word is named as well."""
_ALONE = (
    "make that in|at? {new}",
    "<i> mean|meant ..1 {new}",
    "{new} <i> mean|meant",
    "should have|'ve|of said|been|written|typed|put in|at? {new}",
    "should read|say|be|have_read in|at? {new}",
    "supposed_to be|say|read {new}",
    "* in|at? {new}",
    "^^ typo|correction|oops|whoops|autocorrect|edit|brain_fart ,|.|:|!|;? in|at? {new} $$",
    "^^ sorry|argh|ugh|my_bad ,|.|:|!|;? in|at? {new} $$",
    "wrong town|city|place|company|name|job|word|one|country ~ in|at|it_'s {new} $$",
    "it 's|is {new} $$",
)
"""Where only the right word is said; it must be plain which word was wrong."""


def find_replaced(
    text: str, previous: str, names: Collection[str] = ()
) -> tuple[Statement, Statement] | None:
    """The statement of the message before that was wrong, and the right one.

    `names` are people, who are only spoken to. None where nothing is set right, or where it is not
    plain what is.
    """
    words = sentence_words(without_noise(as_spelt(mask_quotations(text))))
    is_marked = any(True for _ in said_in(words, _SIGNS))
    if len(words) > _MOST_WORDS or not (is_marked or _is_denied(words)):
        return None
    if is_question(text) or any(True for _ in said_in(words, _OF_OTHERS)):
        return None
    sentence = without_noise(as_spelt(mask_quotations(text)))
    earlier = [one for one in find_statements(previous) if one.stance is Stance.HOLDS]
    people = {normalised(name) for name in names}
    for written, is_alone in ((_NAMED, False), (_ALONE, True)):
        if is_alone and not is_marked:
            break
        found = {
            one.predicate: (one, replace(one, object=new))
            for one in earlier
            for new in _new(one, written, sentence, words)
            if normalised(new) not in {normalised(one.object), *people}
        }
        if len(found) == 1:
            wrong, right = found.popitem()[1]
            alike = [one for one in earlier if _SLOTS.get(one.predicate) == _SLOTS[wrong.predicate]]
            return (wrong, right) if not is_alone or len(alike) == 1 else None
    return None


def _is_denied(words: tuple[Word, ...]) -> bool:
    """Whether something is said not to be so, and not only no more."""
    return any(one.folded in _DENIALS for one in words) and not any(
        True for _ in said_in(words, _SINCE)
    )


def _new(
    one: Statement, written: tuple[str, ...], sentence: str, words: tuple[Word, ...]
) -> Iterator[str]:
    slot = _SLOTS.get(one.predicate)
    if slot is None:
        return
    slots = {"x": fact_slot(SpeakerFact(one.predicate, one.object))}
    for frame in _frames(written, slot):
        for _first, _end, caught in frame_places(frame, words, slots):
            new = slot_object(caught, words, sentence)
            if new:
                yield new
                return


@lru_cache(maxsize=32)
def _frames(written: tuple[str, ...], slot: str) -> tuple[Frame, ...]:
    return tuple(read_frame(one.replace("{new}", slot), ENGLISH) for one in written)
