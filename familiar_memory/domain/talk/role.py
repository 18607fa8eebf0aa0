"""Whose a turn is, and whether a person took part in it."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Role", "TurnKind"]


class Role(StrEnum):
    """Whose turn it is: a person's, or the familiar's own."""

    USER = "user"
    ASSISTANT = "assistant"


class TurnKind(StrEnum):
    """Whether a person took part, or a timer or job produced the turn."""

    INTERACTIVE = "interactive"
    AUTOMATED = "automated"
