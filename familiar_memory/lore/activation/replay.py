"""What entries still feel, told from the conversation: nothing is stored that could be lost."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.lore.activation.compiled import CompiledLore
from familiar_memory.lore.activation.scan import activate
from familiar_memory.lore.activation.settings import Scene
from familiar_memory.lore.activation.timed import Effects

__all__ = ["replay"]


def replay(lore: CompiledLore, scenes: Iterable[Scene], effects: Effects | None = None) -> Effects:
    """Activate for each generation that was, in order; the same turns give the same effects."""
    left = effects or Effects()
    for scene in scenes:
        left = activate(lore, scene, left).effects
    return left
