"""Who may have which proposals: let through, kept for a person to decide, or refused.

A policy judges one proposal at a time, before its note is read, and the line that one names, when
it is found there; what else the text of the note allows is for `operations.merging`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.tree import (
    CHANNELS,
    DAYS,
    LEARNED_SELF,
    PEOPLE,
    PRIVATE_DAYS,
    PRIVATE_SESSIONS,
    SESSIONS,
    TOPICS,
    is_below,
    person_of,
)
from familiar_memory.knowledge.audience import Viewer, is_audience
from familiar_memory.knowledge.tree_rules import channel_of
from familiar_memory.knowledge.write_policy.conduct import judge_rule
from familiar_memory.knowledge.write_policy.decision import Recommendation
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.conduct.rules import RULES_NOTE, ArchiveRule, RemoveRule, SetRule
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.outcome import Miss, Verdict
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    NotProposed,
    Proposal,
    RefreshRecords,
)
from familiar_memory.operations.rewriting.proposals import RewriteNote

__all__ = [
    "AutomaticPolicy",
    "Policy",
    "Proposer",
    "Ruling",
    "SeeingPolicy",
    "closed_to_writers",
    "is_claim_of_another",
    "is_topic_path",
    "nobodys_note",
]

_DATED = re.compile(
    rf"(?:{SESSIONS}|{PRIVATE_SESSIONS}/(?P<session_of>[^/]+))"
    rf"/\d{{4}}-\d\d-\d\d-(?:morning|afternoon|evening|night)\.md"
    rf"|(?:{DAYS}|{PRIVATE_DAYS}/(?P<day_of>[^/]+))/\d{{4}}-\d\d-\d\d\.md"
)
_TOPIC = re.compile(rf"{TOPICS}/[^/\\._\x00-\x20][^/\\\x00-\x1f]{{0,120}}\.md")
_INFERRED = "inferred"
_MAX_NAME_CHARS = 80
"""Longer than names of people and platforms are (Discord has 32 at most); a prompt shows 60."""


class Ruling(NamedTuple):
    """What a policy says of a proposal that it does not let through, and why.

    `verdict` is `REJECTED`, or `HELD`: nothing is written, and a person may decide.
    """

    verdict: Verdict
    reason: str
    miss: Miss | None = None


class Policy(Protocol):
    """Judges what is proposed; one for each kind of proposer."""

    def judge(self, operation: Proposal) -> Ruling | None:
        """None lets the proposal through."""


@runtime_checkable
class SeeingPolicy(Policy, Protocol):
    """The policy of somebody who may not see everything."""

    @property
    def viewer(self) -> Viewer:
        """Who proposes: a line that they may not see does not exist for what names a record."""

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """What is ruled of a line that they see, and that the proposal names; None lets it."""


def _each_line(operation: Proposal, line: StandingLine) -> Ruling | None:
    return None


@dataclass(frozen=True, slots=True)
class Proposer:
    """Who proposes, as far as the lines of a note are concerned: what they see, and may change."""

    viewer: Viewer = field(default_factory=Viewer)
    judge_line: Callable[[Proposal, StandingLine], Ruling | None] = _each_line

    @classmethod
    def of(cls, policy: Policy) -> Proposer:
        """Who that is by their policy; whoever may see everything is as the owner."""
        if isinstance(policy, SeeingPolicy):
            return cls(policy.viewer, policy.judge_line)
        return cls()


def nobodys_note(path: str, known_people: Container[str]) -> str | None:
    """Why nothing is noted in a file of `people/`; None where it is that of somebody known."""
    slug = person_of(path)
    return (
        None if slug is not None and slug in known_people else f"nobody known has the note {path}"
    )


def is_topic_path(path: str) -> bool:
    """Whether a note of `topics/` may be called so."""
    return _TOPIC.fullmatch(path) is not None


def is_claim_of_another(operation: AddRecord | StateRecord) -> bool:
    """Whether it is a fact in the note of a person who has not said it."""
    is_fact = operation.record.predicate is not None
    about = person_of(operation.path)
    return is_fact and about is not None and operation.record.fields.by != about


class AutomaticPolicy:
    """For writers that nobody watches: they write of known people, and only where memory is.

    The card, lore and every other note that people write stay as they are.
    """

    def __init__(self, known_people: Container[str]) -> None:
        """Take the slugs of those who may have a note."""
        self._known_people = known_people

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what is closed to automatic writers, and what is no proper memory.

        What was only inferred is held: nobody has said it.
        """
        if isinstance(operation, NotProposed):
            return Ruling(Verdict.REJECTED, f"{operation.what}: {operation.reason}")
        reason = closed_to_writers(operation.path, self._known_people) or _improper(operation)
        if reason is not None:
            return Ruling(Verdict.REJECTED, reason)
        if isinstance(operation, AddRecord) and operation.record.fields.source == _INFERRED:
            return Ruling(Verdict.HELD, "nobody has said it in so many words")
        return _rule_ruling(operation) if isinstance(operation, SetRule) else None


def closed_to_writers(path: str, known_people: Container[str]) -> str | None:
    """Why no writer that nobody watches adds to a note; None where one may."""
    folder, _, name = path.partition("/")
    if folder == PEOPLE:
        return nobodys_note(path, known_people)
    if folder == CHANNELS:
        is_place = name.endswith(".md") and parse_place_slug(name[:-3]) is not None
        return None if is_place else f"{path} is not a note of a place"
    dated = _DATED.fullmatch(path)
    room = dated and (dated["session_of"] or dated["day_of"])
    if room:
        return None if channel_of(path) == room else f"{path} is not in a private place"
    if path in LEARNED_SELF or dated is not None or is_topic_path(path):
        return None
    return f"{path} is closed to automatic writers"


def _rule_ruling(operation: SetRule) -> Ruling | None:
    """What people ask for themselves, in so many words and for good, is let through."""
    fields = operation.fields
    if fields.by is None or not fields.refs or fields.learned is None or operation.is_by_hand:
        return Ruling(Verdict.REJECTED, "a rule without the turn in which it was said")
    decision = judge_rule(operation.text, fields.quote or "")
    if decision.recommendation is Recommendation.DROP:
        return Ruling(Verdict.REJECTED, decision.reason)
    if operation.whom != fields.by:
        return Ruling(Verdict.HELD, "a rule for others than who asks for it needs a person")
    is_set = decision.recommendation is Recommendation.COMMIT_NOW
    return None if is_set else Ruling(Verdict.HELD, decision.reason)


def _improper(operation: Proposal) -> str | None:
    if isinstance(operation, RewriteNote):
        return "only people have whole notes written anew"
    if isinstance(operation, ArchiveRule | RemoveRule):
        return "only people take rules of conduct away"
    if isinstance(operation, AddAlias):
        long = not 0 < len(operation.name.strip()) <= _MAX_NAME_CHARS
        if operation.place is not None and not is_audience(operation.place):
            return f"{operation.place!r} names no place"
        return f"a name has 1 to {_MAX_NAME_CHARS} characters" if long else None
    if isinstance(operation, RefreshRecords):
        is_kept_up = is_below(operation.path, TOPICS) or is_below(operation.path, CHANNELS)
        if not (is_kept_up or _DATED.fullmatch(operation.path)):
            return "only lines of topics, places and sessions are kept up to date"
        undated = any(one.record.fields.learned is None for one in operation.fresh)
        return "a record without the day on which it was learned" if undated else None
    if not isinstance(operation, AddRecord):
        return None
    if operation.path == RULES_NOTE:
        return "rules of conduct go through a rule operation"
    fields = operation.record.fields
    if fields.learned is None:
        return "a record without the day on which it was learned"
    if operation.section.strip().casefold() == "aliases":
        return "names go through an alias operation"
    if is_claim_of_another(operation):
        return "a claim about somebody else is not a fact of theirs"
    return None
