"""What a message states that the next one takes back: "I dropped the violin", "jk".

With what was known of the speaker before: it is by that alone that some messages end anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from familiar_memory.knowledge.standing import find_standing
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.known.changed import find_changes
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.slips.said_before import said_before
from familiar_memory.writers.text.sentences import MASK, split_sentences
from familiar_memory.writers.text.taken_back import joked_messages, revokes, without_taken_back
from familiar_memory.writers.text.utterance import Utterance

__all__ = [
    "joked_statements",
    "joked_wishes",
    "left_of_jests",
    "meant_of",
    "said_in_earnest",
    "wholly_joked",
]


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
    left = {one.text for one in find_standing(meant_of(previous, text))}
    return tuple(one.text for one in find_standing(previous) if one.text not in left)


def meant_of(previous: str, text: str) -> str:
    """What is left of the message before, now that this one takes back what stands right before."""
    joke = next(iter(split_sentences(text.strip())), "")
    *kept, _ = without_taken_back((*split_sentences(previous), joke))
    return " ".join(kept)


def left_of_jests(
    said: Iterable[Utterance], before: Iterable[Utterance] = ()
) -> Iterator[tuple[int, str]]:
    """What is left of each message (by its order) that one of these takes back, its next one.

    `before` was said earlier, and may be taken back by these as well.
    """
    for one, last in said_before(said, before):
        if last is not None and revokes(one, last):
            yield last.order, meant_of(last.words, one.words).replace(MASK, "").strip()


def wholly_joked(said: Iterable[Utterance], before: Iterable[Utterance] = ()) -> frozenset[int]:
    """The messages of which nothing is left, as `left_of_jests`."""
    return frozenset(order for order, left in left_of_jests(said, before) if not left)


def said_in_earnest(
    jest: Utterance,
    joke: Utterance,
    talk: Collection[Utterance],
    known: Collection[SpeakerFact] = (),
) -> tuple[Statement, ...]:
    """What its speaker stated in other messages that were no jokes, on that day or by now.

    `joke` takes the jest back: in another room they may have meant it meanwhile, behind midnight.
    """
    jokes = joked_messages(talk)
    return tuple(
        stated
        for one in talk
        if one.author.slug == jest.author.slug
        and one.order != jest.order
        and one.order not in jokes
        and (one.slot.day == jest.slot.day or jest.said_us <= one.said_us <= joke.said_us)
        for stated in _stated(one.words, known)
    )


def _stated(text: str, known: Iterable[SpeakerFact]) -> tuple[Statement, ...]:
    stated = find_statements(text)
    return (*stated, *find_changes(text, known, stated)) if known else stated
