"""How one familiar is set up, before any of its files is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.knowledge.predicates import SHIPPED, Predicate

if TYPE_CHECKING:
    from familiar_memory.clock import Clock
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
    from familiar_memory.knowledge.predicates import Vocabulary

__all__ = ["Setup", "vocabulary_of"]


@dataclass(frozen=True, slots=True)
class Setup:
    """Where a familiar lives, and the settings, predicates and clock that it goes by."""

    paths: FamiliarPaths
    settings: Settings
    vocabulary: Vocabulary
    clock: Clock


def vocabulary_of(settings: Settings) -> Vocabulary:
    """The shipped predicates and the configured ones."""
    if not settings.predicates:
        return SHIPPED
    return SHIPPED.extended(
        Predicate(name, single=number == "one") for name, number in settings.predicates.items()
    )
