"""Turns that are too old to be searched: what is told of them, wherever they are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.familiar import Familiar

__all__ = ["SEARCH_MORE", "turns_left_out"]

SEARCH_MORE = "raise [index] conversation_turns in character.toml (0: all turns)"


def turns_left_out(familiar: Familiar) -> Iterator[Finding]:
    """Find that the conversation is longer than what is searched of it."""
    if left_out := familiar.parts.conversation.turns_left_out():
        newest = familiar.parts.settings.index.conversation_turns
        yield Finding(
            f"{left_out:,} older turns are not searched, only the newest {newest:,}",
            SEARCH_MORE,
            serious=False,
        )
