"""What is proposed, as the write policy sees it: what kind of memory, and how it was said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.words import STOP_WORDS
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import (
    Markers,
    sentences_of,
    shipped_markers,
)

__all__ = [
    "MemoryCandidate",
    "Category",
    "Durability",
    "Explicitness",
    "MemoryLayer",
    "ProposedMemory",
    "MeantFor",
    "Sensitivity",
    "candidate_of",
    "meaningful",
]


class MemoryLayer(StrEnum):
    """What is so; what happened, with its day; how to behave."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"


class Category(StrEnum):
    """What a memory is about; `CONTEXT` is everything else."""

    LOSS = "loss"
    PREFERENCE = "preference"
    COPING_STRATEGY = "coping_strategy"
    RELATIONSHIP = "relationship"
    TRIGGER = "trigger"
    GOAL = "goal"
    CONTEXT = "context"


class Explicitness(StrEnum):
    """Whether somebody said so in so many words."""

    EXPLICIT = "explicit"
    IMPLIED = "implied"


class Sensitivity(StrEnum):
    """How much harm it does where it is wrong, or comes up at the wrong moment."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Durability(StrEnum):
    """How long it is likely to be so."""

    TRANSIENT = "transient"
    POSSIBLE = "possible"
    STABLE = "stable"


class MeantFor(StrEnum):
    """For how long it was meant: one reply, this talk, or from now on."""

    TURN = "turn"
    SESSION = "session"
    CROSS_SESSION = "cross_session"


@dataclass(frozen=True, slots=True)
class ProposedMemory:
    """What an extractor proposes: the `text` to be kept, and the message that it is made of.

    `quote` are the words of the message that show it, "" where the extractor names none.
    `is_stated`: it is a fact of a known kind that was said in so many words, so other sentences of
    the message do not count; `is_lasting`: such facts last, whatever was said of today beside
    them. `is_mention`: it only says that something came up.
    """

    text: str
    layer: MemoryLayer = MemoryLayer.SEMANTIC
    category: Category | None = None
    message: str = ""
    quote: str = ""
    explicitness: Explicitness = Explicitness.EXPLICIT
    is_stated: bool = False
    is_lasting: bool = False
    is_mention: bool = False
    turn_index: int | None = None


@dataclass(frozen=True, slots=True)
class MemoryCandidate:
    """One memory that may be written; `marks` are the sets of which its words show something.

    `turn_index` counts the messages of its speaker in the session, from 0; None is unknown.
    """

    layer: MemoryLayer
    category: Category
    text: str
    message: str = ""
    quote: str = ""
    explicitness: Explicitness = Explicitness.EXPLICIT
    sensitivity: Sensitivity = Sensitivity.LOW
    durability: Durability = Durability.STABLE
    scope: MeantFor = MeantFor.CROSS_SESSION
    is_mention: bool = False
    turn_index: int | None = None
    marks: frozenset[Marker] = field(default_factory=frozenset)


_SENSITIVE = frozenset({Category.LOSS, Category.TRIGGER})
_REPEATED = (Marker.SELF_BELIEF, Marker.PATTERN)
_ABOUT_IT = (*_REPEATED, Marker.DURABLE, Marker.TRANSIENT)
_EMPTY_WORDS = frozenset({"im", "ive", "id", "ill", "youre", "its", "dont"})


def candidate_of(proposed: ProposedMemory, markers: Markers | None = None) -> MemoryCandidate:
    """The candidate that a proposal is, judged by its text, its quote and the whole message.

    What was stated by itself is judged by the sentences that hold it, since another sentence of
    the message says nothing of it.
    """
    markers = shipped_markers() if markers is None else markers
    own = _own_sentences(proposed)
    around = own if proposed.is_stated else (proposed.message,)
    texts = (proposed.text, proposed.quote, *around)
    marks = {mark for mark in _ABOUT_IT if markers.shows(mark, *texts)}
    asks = _asking(proposed, markers)
    if asks:
        marks.add(Marker.REQUEST)
    is_rule = _is_rule(proposed)
    if markers.shows(Marker.SAFETY, *texts, *((proposed.message,) if is_rule else ())):
        marks.add(Marker.SAFETY)
    if markers.shows(Marker.ONCE, *(asks or (texts if is_rule else ()))):
        marks.add(Marker.ONCE)
    category = _category(proposed, own, markers)
    is_high = category in _SENSITIVE or not marks.isdisjoint(_REPEATED)
    is_new = Marker.TRANSIENT in marks and Marker.DURABLE not in marks
    is_passing = is_new and not proposed.is_lasting
    is_weak = category is Category.CONTEXT and is_passing
    return MemoryCandidate(
        proposed.layer,
        category,
        proposed.text,
        proposed.message,
        proposed.quote,
        Explicitness.EXPLICIT if asks else proposed.explicitness,
        Sensitivity.HIGH if is_high else Sensitivity.MEDIUM if is_weak else Sensitivity.LOW,
        Durability.POSSIBLE if is_high or is_passing else Durability.STABLE,
        MeantFor.TURN
        if Marker.ONCE in marks
        else MeantFor.SESSION
        if is_high
        else MeantFor.CROSS_SESSION,
        proposed.is_mention,
        proposed.turn_index,
        frozenset(marks),
    )


def meaningful(text: str) -> frozenset[str]:
    """The tokens by which two texts may be about one thing: no grammar, no single letters."""
    return frozenset(one for one in tokens_of(text) if _says_something(one))


def _says_something(token: str) -> bool:
    is_long = len(token) > 1 or not token.isascii()
    return is_long and token not in STOP_WORDS and token not in _EMPTY_WORDS


def _own_sentences(proposed: ProposedMemory) -> tuple[str, ...]:
    """The sentences of the message that hold what is proposed; all of it, where none does."""
    wanted = meaningful(proposed.quote or proposed.text)
    sentences = sentences_of(proposed.message)
    shared = [len(wanted & meaningful(one)) for one in sentences]
    most = max(shared, default=0)
    if not most:
        return (proposed.message,)
    return tuple(one for one, count in zip(sentences, shared, strict=True) if count == most)


def _asking(proposed: ProposedMemory, markers: Markers) -> tuple[str, ...]:
    """The sentences that ask for something: how long it holds is judged by them alone."""
    if not _is_rule(proposed):
        return ()
    texts: Iterable[str] = (proposed.text, proposed.quote, proposed.message)
    found = (one for text in texts for one in sentences_of(text))
    return tuple(dict.fromkeys(one for one in found if markers.shows(Marker.REQUEST, one)))


def _is_rule(proposed: ProposedMemory) -> bool:
    """Whether it says how to behave: as a rule, or as what somebody prefers."""
    is_preference = proposed.category is Category.PREFERENCE and not proposed.is_stated
    return proposed.layer is MemoryLayer.PROCEDURAL or is_preference


def _category(proposed: ProposedMemory, own: Iterable[str], markers: Markers) -> Category:
    if proposed.category is not None or proposed.layer is MemoryLayer.PROCEDURAL:
        return proposed.category or Category.CONTEXT
    if proposed.is_stated:
        return Category.CONTEXT
    texts = (proposed.text, proposed.quote, *own)
    for mark, category in ((Marker.LOSS, Category.LOSS), (Marker.TRIGGER, Category.TRIGGER)):
        if markers.shows(mark, *texts):
            return category
    return Category.CONTEXT
