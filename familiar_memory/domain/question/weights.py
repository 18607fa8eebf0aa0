"""The signals of a ranking by name, with the weights that each may have."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from familiar_memory.errors import UsageError

__all__ = ["WEIGHT_RANGES", "checked_weights"]

WEIGHT_RANGES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "semantic": (0, 10),
        "vector": (0, 10),
        "date": (0, 10),
        "speaker": (0, 10),
        "question": (0, 1),
        "myself": (0, 1),
        "chance": (0, 1),
        "recency": (0, 10),
        "importance": (0, 10),
        "graph": (0, 10),
        "superseded": (0, 1),
        "known": (0, 1),
        "diversity": (0, 1),
        "decay": (0, 10),
        "floor": (0, 1),
        "threshold": (0, 1),
    }
)
"""Each name with the least and the most; `recall.weights.RankingWeights` says what they do."""


def checked_weights(given: Mapping[str, float]) -> dict[str, float]:
    """These weights, as floats.

    Raises:
        UsageError: a name that is none, or a number out of its range.
    """
    checked: dict[str, float] = {}
    for name, value in given.items():
        if name not in WEIGHT_RANGES:
            raise UsageError(f"there is no weight {name!r}", f"weights: {', '.join(WEIGHT_RANGES)}")
        least, most = WEIGHT_RANGES[name]
        number = float(value)
        if not math.isfinite(number) or not least <= number <= most:
            raise UsageError(
                f"weight {name} = {value!r} is out of its range", f"a number from {least} to {most}"
            )
        checked[name] = number
    return checked
