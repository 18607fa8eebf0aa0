"""What an activation says: which entries are in and by what, and which nearly were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from familiar_memory.domain.memory.lore import LoreEntry
from familiar_memory.lore.activation.timed import Effects

__all__ = ["Activated", "Activation", "Passed"]


@dataclass(frozen=True, slots=True)
class Activated:
    """An entry that is in: its content with macros filled in, and why.

    `because` is readable: "key 'sword'", "constant"; `step` is 0 for what the conversation
    brought, 1 for what that brought by recursion, and so on.
    """

    entry: LoreEntry
    content: str
    because: str
    step: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Passed:
    """An entry that a key or its nature would have brought, and what kept it out."""

    entry: LoreEntry
    reason: str


@dataclass(frozen=True, slots=True)
class Activation:
    """The entries in the order of a prompt: the higher the order, the nearer to the end.

    `effects` are those for the next activation of the same conversation. `problems` are
    keys, as written, that could not be looked for, with the reason.
    """

    entries: tuple[Activated, ...] = ()
    passed: tuple[Passed, ...] = ()
    effects: Effects = field(default_factory=Effects)
    problems: Mapping[str, str] = field(default_factory=dict)
    is_over_budget: bool = False
