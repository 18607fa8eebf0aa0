"""How much is recalled, in values that are read from a familiar's settings as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Ge, Gt, Le
from pydantic import AfterValidator, BeforeValidator

from familiar_memory.domain.question.contribution import Layer
from familiar_memory.domain.question.weights import checked_weights
from familiar_memory.errors import UsageError

__all__ = ["ConversationLimits", "RecallSettings"]

Profile = dict[str, float]


def _known_weights(profiles: dict[str, Profile]) -> dict[str, Profile]:
    for name, weights in profiles.items():
        try:
            checked_weights(weights)
        except UsageError as problem:
            raise ValueError(f"profile {name!r}: {problem.problem} ({problem.accepted})") from None
    return profiles


def _split(words: object) -> object:
    # The environment knows only texts.
    if isinstance(words, str):
        return tuple(word.strip() for word in words.split(",") if word.strip())
    return tuple(words) if isinstance(words, list) else words


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """`[recall]`: how much of what comes into a prompt, and what is noted of it.

    `standing` is how many standing instructions, and how many preferences, at most; 0 = none.
    0 means no bound for `max_knowledge_facts`, `session_days`, `max_memory_chars`,
    `log_keep_days` and `log_keep_rows`. `profiles` are weights by name of the signal, by name of
    the profile;
    `caps` are in tokens. `providers` are names of context providers that other packages have
    registered (`recall.plugins`).
    """

    recent_authors: Annotated[int, Ge(0)] = 5
    people_tokens: Annotated[int, Gt(0)] = 800
    retrieved: Annotated[int, Ge(0)] = 20
    filter: bool = True
    filter_in_voice: bool = False
    standing: Annotated[int, Ge(0)] = 5
    max_knowledge_facts: Annotated[int, Ge(0)] = 50
    days: Annotated[int, Ge(0)] = 3
    session_days: Annotated[int, Ge(0)] = 30
    max_memory_chars: Annotated[int, Ge(0)] = 0
    excluded_words: Annotated[tuple[str, ...], BeforeValidator(_split)] = ()
    providers: Annotated[tuple[str, ...], BeforeValidator(_split)] = ()
    log: bool = True
    log_questions: bool = False
    log_keep_days: Annotated[int, Ge(0)] = 365
    log_keep_rows: Annotated[int, Ge(0)] = 200_000
    profile: str = "default"
    profiles: Annotated[dict[str, Profile], AfterValidator(_known_weights)] = field(
        default_factory=dict
    )
    caps: dict[Layer, Annotated[int, Ge(1)]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConversationLimits:
    """`[conversation]`: how much of a room's recent talk goes before a model."""

    turns: Annotated[int, Ge(1), Le(500)] = 25
    all_up_to: Annotated[int, Ge(0)] = 3
    newest: Annotated[int, Ge(1)] = 5
    tokens: Annotated[int, Ge(100)] = 2000
    deadline_s: Annotated[float, Gt(0)] = 8.0
