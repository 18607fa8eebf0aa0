"""The decision table of the write policy: the first row that fits says what is done, and why.

A pure look-up: whatever reads words is done when the candidate is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from familiar_memory.knowledge.write_policy.candidate import (
    Category,
    Durability,
    Explicitness,
    MeantFor,
    MemoryCandidate,
    MemoryLayer,
    Sensitivity,
)
from familiar_memory.knowledge.write_policy.marker import Marker

__all__ = [
    "CONFIDED",
    "CONFIDED_CODES",
    "TABLE",
    "WriteDecision",
    "Recommendation",
    "PolicyRow",
    "decide_write",
    "is_confided",
]

_EARLY_TURNS = 2
"""The first messages of somebody in a session: nobody is judged by how they begin."""


class Recommendation(StrEnum):
    """When a candidate is written.

    At once; when the session ends, if the talk bears it out; when it is said again; never.
    """

    COMMIT_NOW = "commit_now"
    COMMIT_AT_SESSION_END = "commit_at_session_end"
    REQUIRE_REPETITION = "require_repetition"
    DROP = "drop"


class WriteDecision(NamedTuple):
    """What is done with a candidate; `code` is short and stays the same, `reason` is for people."""

    recommendation: Recommendation
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """What a candidate must be for the row to fit; what is None or empty may be anything.

    Of the marks it must have one of `marks`, and none of `without`.
    """

    decision: WriteDecision
    layers: frozenset[MemoryLayer] = frozenset(MemoryLayer)
    marks: frozenset[Marker] = frozenset()
    without: frozenset[Marker] = frozenset()
    categories: frozenset[Category] = frozenset(Category)
    explicitness: Explicitness | None = None
    sensitivity: Sensitivity | None = None
    durability: Durability | None = None
    scope: MeantFor | None = None
    is_mention: bool = False
    is_early: bool = False

    def fits(self, candidate: MemoryCandidate) -> bool:
        """Whether the candidate is of that kind."""
        index = candidate.turn_index
        return (
            candidate.layer in self.layers
            and candidate.category in self.categories
            and (not self.marks or not self.marks.isdisjoint(candidate.marks))
            and self.without.isdisjoint(candidate.marks)
            and self.explicitness in (None, candidate.explicitness)
            and self.sensitivity in (None, candidate.sensitivity)
            and self.durability in (None, candidate.durability)
            and self.scope in (None, candidate.scope)
            and (candidate.is_mention or not self.is_mention)
            and (not self.is_early or (index is not None and index < _EARLY_TURNS))
        )


_NOW, _END = Recommendation.COMMIT_NOW, Recommendation.COMMIT_AT_SESSION_END
_AGAIN, _DROP = Recommendation.REQUIRE_REPETITION, Recommendation.DROP
_TOLD = frozenset({MemoryLayer.SEMANTIC, MemoryLayer.EPISODIC})
_FACTS = frozenset({MemoryLayer.SEMANTIC})
_RULES = frozenset({MemoryLayer.PROCEDURAL})
_STABLE = frozenset(
    {
        Category.RELATIONSHIP,
        Category.PREFERENCE,
        Category.COPING_STRATEGY,
        Category.GOAL,
    }
)
_EARLY = WriteDecision(_DROP, "early_emerging_pattern", "somebody has only begun to talk")
_REPEATED = WriteDecision(
    _AGAIN, "self_belief", "what somebody fears of themselves is kept only when it is said again"
)
CONFIDED = WriteDecision(
    _END,
    "sensitive",
    "it is sensitive or was said in confidence, and is kept only if the talk bears it out",
)
CONFIDED_CODES = frozenset({CONFIDED.code, _REPEATED.code, _EARLY.code})
"""Of decisions on what is told in confidence: it waits, or is dropped."""
_CONFIDED_REASONS = tuple(one.reason for one in (CONFIDED, _REPEATED, _EARLY))
_ONCE = WriteDecision(_DROP, "turn_scoped", "it was meant for this once")

TABLE: tuple[PolicyRow, ...] = (
    PolicyRow(
        WriteDecision(_DROP, "safety", "care for people's safety is not switched off"),
        marks=frozenset({Marker.SAFETY}),
    ),
    PolicyRow(
        WriteDecision(_DROP, "authority", "who is to be obeyed is not settled in talk"),
        marks=frozenset({Marker.AUTHORITY}),
    ),
    PolicyRow(_ONCE, _RULES, scope=MeantFor.TURN),
    PolicyRow(
        WriteDecision(_NOW, "asked_for", "it was asked for"),
        _RULES,
        explicitness=Explicitness.EXPLICIT,
    ),
    PolicyRow(
        WriteDecision(_END, "implied_rule", "nobody has asked for it in so many words"),
        _RULES,
    ),
    PolicyRow(_EARLY, _TOLD, marks=frozenset({Marker.SELF_BELIEF}), is_early=True),
    PolicyRow(
        _EARLY,
        _TOLD,
        marks=frozenset({Marker.PATTERN}),
        without=frozenset({Marker.DURABLE}),
        is_early=True,
    ),
    PolicyRow(_REPEATED, _TOLD, marks=frozenset({Marker.SELF_BELIEF, Marker.PATTERN})),
    PolicyRow(
        CONFIDED,
        _TOLD,
        sensitivity=Sensitivity.HIGH,
    ),
    PolicyRow(_ONCE, _TOLD, scope=MeantFor.TURN),
    PolicyRow(
        WriteDecision(_DROP, "transient", "it is over by the next message"),
        _TOLD,
        durability=Durability.TRANSIENT,
    ),
    PolicyRow(
        WriteDecision(_DROP, "mention", "it only says that something came up"),
        _TOLD,
        is_mention=True,
    ),
    PolicyRow(
        WriteDecision(_NOW, "event", "it is told as what happened, with its day"),
        frozenset({MemoryLayer.EPISODIC}),
    ),
    PolicyRow(
        WriteDecision(_END, "implied", "nobody has said it in so many words"),
        _FACTS,
        explicitness=Explicitness.IMPLIED,
    ),
    PolicyRow(
        WriteDecision(_NOW, "stable", "it was said, and such things last"),
        _FACTS,
        categories=_STABLE,
    ),
    PolicyRow(
        WriteDecision(_NOW, "said", "it was said, and not of today alone"),
        _FACTS,
        durability=Durability.STABLE,
    ),
    PolicyRow(
        WriteDecision(_END, "passing", "it was said of today or lately, and may be over soon"),
    ),
)
"""In order: care for safety stands above everything, what must be repeated above what lasts."""


def is_confided(reason: str) -> bool:
    """Whether it is the reason, or ends in it, of a decision on what is told in confidence."""
    return reason.endswith(_CONFIDED_REASONS)


def decide_write(candidate: MemoryCandidate) -> WriteDecision:
    """What is done with a candidate."""
    return next(row.decision for row in TABLE if row.fits(candidate))
