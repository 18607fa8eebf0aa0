"""By which names watermarks keep in mind which turns are told in confidence.

A model may say so of a message whose words do not show it. The next batch, and the next process,
have its words alone: without these marks they would tell it to everybody of the place.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["CONFIDED_TURNS", "confided_mark", "confided_turns"]

CONFIDED_TURNS = "confided "
"""So begin the names."""


def confided_mark(turn_id: int) -> str:
    """The name of a turn: its number, and nothing of what it says."""
    return f"{CONFIDED_TURNS}{turn_id}"


def confided_turns(names: Iterable[str]) -> frozenset[int]:
    """The numbers of the turns that have these names."""
    return frozenset(int(name.removeprefix(CONFIDED_TURNS)) for name in names)
