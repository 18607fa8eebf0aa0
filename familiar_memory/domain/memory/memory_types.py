"""The types of a memory, and the names that other programs gave them: one rule for every door."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from unicodedata import normalize

from familiar_memory.domain.memory.record import TYPE_NAMES
from familiar_memory.errors import InputError

__all__ = ["LEGACY_TYPES", "known_type", "memory_type"]

LEGACY_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "fact": "semantic",
        "analysis": "semantic",
        "research": "semantic",
        "conversation": "episodic",
    }
)
"""Types that older programs wrote, and which of ours each is."""
_TYPES = {**{name: name for name in TYPE_NAMES}, **LEGACY_TYPES}


def known_type(given: str) -> str | None:
    """The type that is meant, in any case and width of letters; None for an unknown one."""
    return _TYPES.get(normalize("NFKC", given).strip().casefold())


def memory_type(given: str) -> str:
    """The type that is meant.

    Raises:
        InputError: it is none; the message lists what would be accepted.
    """
    if (found := known_type(given)) is None:
        raise InputError(f"{given!r} is no type of a memory", f"one of {', '.join(_TYPES)}")
    return found
