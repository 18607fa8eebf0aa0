"""A passage with its score, and the order that a rebuild repeats."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SCORE_DECIMALS", "Candidate"]

SCORE_DECIMALS = 5
"""Scores are rounded before they are compared: the last bits differ between machines."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One ranked passage, with the signals that made its score."""

    passage: int
    source: str
    key: str
    position: int
    score: float
    signals: tuple[tuple[str, float], ...]

    @property
    def order(self) -> tuple[float, str, str, int]:
        """By which candidates are sorted: what a rebuild keeps decides between equal scores."""
        return -self.score, self.source, self.key, self.position
