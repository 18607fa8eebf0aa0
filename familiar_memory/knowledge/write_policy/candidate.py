"""What is proposed, as the write policy sees it: what kind of memory, and how it was said."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from familiar_memory.knowledge.write_policy.marker import Marker

__all__ = [
    "MemoryCandidate",
    "Category",
    "Durability",
    "Explicitness",
    "MemoryLayer",
    "ProposedMemory",
    "MeantFor",
    "Sensitivity",
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
    """What is known of one memory that may be written, once its words were read.

    `marks` are the sets of which they show something. `turn_index` counts the messages
    of its speaker in the session, from 0; None is unknown.
    """

    layer: MemoryLayer
    category: Category
    explicitness: Explicitness = Explicitness.EXPLICIT
    sensitivity: Sensitivity = Sensitivity.LOW
    durability: Durability = Durability.STABLE
    scope: MeantFor = MeantFor.CROSS_SESSION
    is_mention: bool = False
    turn_index: int | None = None
    marks: frozenset[Marker] = field(default_factory=frozenset)
