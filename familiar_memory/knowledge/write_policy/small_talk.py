"""Whether a message is nothing but small talk: thanks, a greeting, "got it"."""

from __future__ import annotations

from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers
from familiar_memory.knowledge.write_policy.tokens import meaningful

__all__ = ["is_small_talk"]

_MOST_CHARS = 40


def is_small_talk(text: str, markers: Markers | None = None) -> bool:
    """Whether a short text has at least one word that counts, and all that do are small talk."""
    stripped = text.strip()
    counting = meaningful(stripped) if len(stripped) <= _MOST_CHARS else frozenset()
    if not counting:
        return False
    markers = shipped_markers() if markers is None else markers
    tokens = tokens_of(stripped)
    return markers.consists_of(Marker.SMALL_TALK, tokens, set(tokens) - counting)
