"""A passage with its score, and the order that a rebuild repeats."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SCORE_DECIMALS", "Candidate", "CandidateOrder", "ordered"]

SCORE_DECIMALS = 5
"""Scores are rounded before they are compared: the last bits differ between machines."""

CandidateOrder = tuple[float, str, str, int]
"""What sorts candidates, best first."""


def ordered(score: float, source: str, key: str, position: int) -> CandidateOrder:
    """By which candidates are sorted: what a rebuild keeps decides between equal scores."""
    return -score, source, key, position


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
    def order(self) -> CandidateOrder:
        """Where it comes among others: see `ordered`."""
        return ordered(self.score, self.source, self.key, self.position)
