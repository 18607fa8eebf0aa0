"""What a person may set about recall: the section `[recall]`, as the steps take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from familiar_memory.domain.question.contribution import Layer

__all__ = ["RecallSettings"]


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """The fields of `[recall]` in `character.toml`, by the same names and with the same defaults.

    Counts are 0 or more; where not said otherwise, 0 means none of it.
    """

    recent_authors: int = 5
    """People last heard in the place."""
    people_tokens: int = 800
    """Of each person's notes, from 1."""
    retrieved: int = 8
    """Passages and turns."""
    filter: bool = True
    filter_in_voice: bool = False
    facts: int = 20
    """0: as many as have room."""
    days: int = 3
    """Today included."""
    session_days: int = 30
    """Notes of older sessions are no answers; 0: all of them are."""
    max_memory_chars: int = 0
    """0: as many as the tokens of a mode allow."""
    excluded_words: tuple[str, ...] = ()
    """Names that a message does not mean."""
    log: bool = True
    log_questions: bool = False
    log_keep_days: int = 365
    log_keep_rows: int = 200_000
    profile: str = "default"
    profiles: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    caps: Mapping[Layer, int] = field(default_factory=dict)
    """Tokens of layers, from 1, where a person has set them."""
