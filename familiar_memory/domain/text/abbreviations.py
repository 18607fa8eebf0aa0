"""Words whose point is no end: wherever a text is cut into sentences, it is not cut there."""

from __future__ import annotations

from typing import Final

__all__ = ["ABBREVIATED"]

ABBREVIATED: Final = r"Mr|Mrs|Ms|Dr|Prof|St|vs|approx|e\.g|i\.e"
"""As alternatives of a pattern, without their last point. Who cuts adds what is theirs: a clock
time ends no instruction, a list that is shown may end in "etc."."""
