"""Turns that are too old to be searched: what is told of them, wherever they are counted."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.assembly.parts import Parts
from familiar_memory.inspection.health.finding import Finding

__all__ = ["SEARCH_MORE", "turns_left_out"]

SEARCH_MORE = "raise [index] conversation_turns in character.toml (0: all turns)"


def turns_left_out(parts: Parts) -> Iterator[Finding]:
    """Find that the conversation is longer than what is searched of it."""
    if left_out := parts.indexing.conversation.turns_left_out():
        newest = parts.setup.settings.index.conversation_turns
        yield Finding(
            f"{left_out:,} older turns are not searched, only the newest {newest:,}",
            SEARCH_MORE,
            serious=False,
        )
