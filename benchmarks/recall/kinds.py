"""What the numbers that data sets give to kinds of question stand for."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["kind_of"]

_NAMES: Mapping[str, Mapping[int, str]] = {
    "locomo": {
        1: "multi-hop",
        2: "temporal",
        3: "open-domain",
        4: "single-hop",
        5: "adversarial",
    },
    "realtalk": {1: "multi-hop", 2: "temporal", 3: "commonsense"},
}
"""By the platform on which the turns were said, as the converted data names it."""


def kind_of(category: object, platform: str) -> str:
    """The kind of a question in words; a number that no data set here explains stays one."""
    if isinstance(category, int):
        return _NAMES.get(platform, {}).get(category, f"category {category}")
    return str(category).replace("_", " ")
