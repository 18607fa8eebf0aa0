"""What a message states that the next one takes back: "I dropped the violin", "jk".

With what was known of the speaker before: it is by that alone that some messages end anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from familiar_memory.knowledge.standing import find_standing
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.known.changed import find_changes
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.taken_back import joked_messages, without_taken_back
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["joked_statements", "joked_wishes", "said_in_earnest"]


def joked_statements(
    previous: str, text: str, known: Collection[SpeakerFact] = ()
) -> tuple[Statement, ...]:
    """What is no fact of the message before, now that this one takes it back.

    `known` is what was known of the speaker before either was said.
    """
    joke = next(iter(split_sentences(text.strip())), "")
    kept = set(_stated(f"{previous}\n{joke}", known))
    return tuple(one for one in _stated(previous, known) if one not in kept)


def joked_wishes(previous: str, text: str) -> tuple[str, ...]:
    """What is no standing instruction of the message before, now that this one takes it back."""
    joke = next(iter(split_sentences(text.strip())), "")
    *kept, _ = without_taken_back((*split_sentences(previous), joke))
    left = {one.text for one in find_standing(" ".join(kept))}
    return tuple(one.text for one in find_standing(previous) if one.text not in left)


def said_in_earnest(
    jest: Utterance, talk: Collection[Utterance], known: Collection[SpeakerFact] = ()
) -> tuple[Statement, ...]:
    """What its speaker stated on that day in other messages that were no jokes."""
    return tuple(
        one for said in _others_of_the_day(jest, talk) for one in _stated(said.words, known)
    )


def _others_of_the_day(jest: Utterance, talk: Collection[Utterance]) -> Iterator[Utterance]:
    jokes = joked_messages(talk)
    for one in talk:
        is_other = one.order != jest.order and one.order not in jokes
        if is_other and one.author.slug == jest.author.slug and one.slot.day == jest.slot.day:
            yield one


def _stated(text: str, known: Iterable[SpeakerFact]) -> tuple[Statement, ...]:
    stated = find_statements(text)
    return (*stated, *find_changes(text, known, stated)) if known else stated
