"""Which held candidates are kept when a session ends, and why; a pure function of what was said.

A memory counts as borne out by the messages that hold it, by other messages of the same speaker,
and by the summaries of earlier talks. What is not borne out stays with a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from familiar_memory.knowledge.reconcile.markers import negations
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.write_policy.candidate import MemoryLayer
from familiar_memory.knowledge.write_policy.decision import Recommendation
from familiar_memory.knowledge.write_policy.support import (
    Arc,
    Terms,
    arc_score,
    is_borne_out,
    supporting,
)

__all__ = [
    "LEAST_MESSAGES",
    "MOST_ARCS",
    "RULES_ALIKE",
    "HeldGroup",
    "HeldMemory",
    "Support",
    "EndedTalk",
    "Timing",
    "promote",
]

MOST_ARCS = 100
"""Summaries of earlier talks that are looked at, the newest first."""
LEAST_MESSAGES = 2
"""In which a held memory was said when nothing else bears it out."""
_SUMMARY = 2
RULES_ALIKE = 0.5
"""Of the words of two implied rules, from which they are one."""
_MANY_SHARED = 3
_OFTEN = 3
_HIGH, _MEDIUM = 0.9, 0.6


class Timing(StrEnum):
    """When a memory came to be kept: the session ended, or it had to be repeated first."""

    SESSION_END = "session_end"
    PROMOTION = "promotion"


@dataclass(frozen=True, slots=True)
class HeldMemory:
    """One candidate that waits, by the `id` of its proposal.

    `slot` is what two facts have in common that say the same; () of what is told in plain words,
    which is compared by its words. `text` is what would be written, `about` the object of a fact,
    and `turns` are the messages of which it was made, and that say it.
    """

    id: str
    recommendation: Recommendation
    layer: MemoryLayer
    text: str
    about: str = ""
    slot: tuple[str, ...] = ()
    turns: frozenset[int] = frozenset()

    @property
    def terms(self) -> Terms:
        """The words by which it is known again."""
        return Terms.of(self.text, self.about)


@dataclass(frozen=True, slots=True)
class EndedTalk:
    """What is known of the talk that ends: the speaker's own messages by number, and summaries.

    `arc` is of this talk, `earlier` are those of other talks, the newest first.
    """

    spoken: Mapping[int, str]
    arc: Arc = field(default_factory=lambda: Arc(()))
    earlier: Sequence[Arc] = ()


@dataclass(frozen=True, slots=True)
class Support:
    """How often a memory was said, how well the summary has it, and how many earlier ones do."""

    messages: int
    summary: int
    earlier: int


@dataclass(frozen=True, slots=True)
class HeldGroup:
    """Candidates that say the same, and whether they are kept: of them one is written.

    `turns` are all messages that hold it, `confidence` is that of a rule which follows from them.
    """

    members: tuple[HeldMemory, ...]
    support: Support
    is_kept: bool
    timing: Timing

    @property
    def representative(self) -> HeldMemory:
        """The last that had to be repeated, else the last; of lines in plain words the fullest."""
        fullest = max(map(_fullness, self.members))
        full = [one for one in self.members if _fullness(one) == fullest]
        again = [one for one in full if _is_gated(one)]
        return (again or full)[-1]

    @property
    def turns(self) -> tuple[int, ...]:
        """The messages in which it was said, in order."""
        return tuple(sorted(frozenset().union(*(one.turns for one in self.members))))

    @property
    def confidence(self) -> float:
        """How sure a rule is that nobody has asked for in so many words."""
        return _HIGH if self.support.messages >= _OFTEN else _MEDIUM

    @property
    def reason(self) -> str:
        """Why it is kept, or waits."""
        said = f"said in {self.support.messages} message{'' if self.support.messages == 1 else 's'}"
        if self.is_kept and self.support.messages < LEAST_MESSAGES:
            summaries = "an earlier session" if self.support.earlier else "the summary"
            return f"{said}, and in {summaries}"
        return said


def promote(held: Iterable[HeldMemory], talk: EndedTalk) -> tuple[HeldGroup, ...]:
    """The candidates of one speaker and place in groups, each with what becomes of it."""
    return tuple(_judged(members, talk) for members in _grouped(held))


def _judged(members: tuple[HeldMemory, ...], talk: EndedTalk) -> HeldGroup:
    support = _support(members, talk)
    is_gated = any(_is_gated(one) for one in members)
    is_rule = members[0].layer is MemoryLayer.PROCEDURAL
    timing = Timing.PROMOTION if is_gated or is_rule else Timing.SESSION_END
    return HeldGroup(
        members, support, _is_kept(support, is_gated=is_gated, is_rule=is_rule), timing
    )


def _is_kept(support: Support, *, is_gated: bool, is_rule: bool) -> bool:
    if support.messages >= LEAST_MESSAGES:
        return True
    if is_rule or not support.messages:
        return False
    # What had to be repeated is not borne out by a summary of the very talk.
    return support.earlier > 0 or (not is_gated and support.summary >= _SUMMARY)


def _support(members: Sequence[HeldMemory], talk: EndedTalk) -> Support:
    is_rule = members[0].layer is MemoryLayer.PROCEDURAL
    terms = [Terms.of(one.text) if is_rule else one.terms for one in members]
    said = frozenset().union(*(one.turns for one in members)) & talk.spoken.keys()
    heard = frozenset().union(*(supporting(talk.spoken, one) for one in terms))
    summary = max(arc_score(talk.arc, one) for one in terms)
    arcs = talk.earlier[:MOST_ARCS]
    earlier = sum(any(is_borne_out(arc, one) for one in terms) for arc in arcs)
    return Support(len(said | heard), summary, earlier)


def _is_gated(one: HeldMemory) -> bool:
    return one.recommendation is Recommendation.REQUIRE_REPETITION


def _fullness(one: HeldMemory) -> int:
    """How much a line in plain words says: of several only this one is written."""
    is_plain = not one.slot and one.layer is not MemoryLayer.PROCEDURAL
    return len(one.terms.words) if is_plain else 0


def _grouped(held: Iterable[HeldMemory]) -> list[tuple[HeldMemory, ...]]:
    """Facts by what they say, rules as long as they are much alike.

    What is told in plain words is part of what says all of it, and more: one line is written.
    """
    facts: dict[tuple[str, ...], list[HeldMemory]] = {}
    clusters: list[tuple[tuple[MemoryLayer, bool], set[str], list[HeldMemory]]] = []
    for one in held:
        if one.slot:
            facts.setdefault(one.slot, []).append(one)
            continue
        words = one.terms.words
        kind = (one.layer, negations().are_in(tokens_of(one.text)))
        alike = _are_alike if one.layer is MemoryLayer.PROCEDURAL else _is_part
        for of_kind, known, members in clusters:
            if of_kind == kind and alike(words, known):
                known |= words
                members.append(one)
                break
        else:
            clusters.append((kind, set(words), [one]))
    groups = [*facts.values(), *(members for _, _, members in clusters)]
    return [tuple(members) for members in groups]


def _is_part(words: frozenset[str], known: set[str]) -> bool:
    return bool(words) and (words <= known or (bool(known) and known <= words))


def _are_alike(words: frozenset[str], known: set[str]) -> bool:
    shared = len(words & known)
    return shared >= _MANY_SHARED or (shared > 0 and shared >= RULES_ALIKE * len(words | known))
