"""The familiar that a command works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Every command names it, and no help text waits for numpy and the index.
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.familiar import Familiar

__all__ = ["Opened"]


@dataclass(frozen=True, slots=True)
class Opened:
    """The chosen familiar, open, and what it is made of, for what only tools ask."""

    familiar: Familiar
    parts: Parts
