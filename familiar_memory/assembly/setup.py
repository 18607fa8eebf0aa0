"""How one familiar is set up, before any of its files is opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from familiar_memory.knowledge.predicates import SHIPPED, Predicate

if TYPE_CHECKING:
    from familiar_memory.clock import Clock
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
    from familiar_memory.knowledge.predicates import Vocabulary
    from familiar_memory.knowledge.write_policy.markers import Markers

__all__ = ["Setup", "markers_of", "vocabulary_of"]


@dataclass(frozen=True, slots=True)
class Setup:
    """Where a familiar lives, and the settings, predicates and clock that it goes by."""

    paths: FamiliarPaths
    settings: Settings
    vocabulary: Vocabulary
    clock: Clock


def vocabulary_of(settings: Settings) -> Vocabulary:
    """The shipped predicates and the configured ones.

    One that comes along and is configured keeps what it says of itself beside that: an allergy
    stays one, whatever its number.
    """
    if not settings.predicates:
        return SHIPPED
    return SHIPPED.extended(
        replace(
            SHIPPED.get(name) or Predicate(name),
            single=number == "one",
            temporary=number == "temporary",
        )
        for name, number in settings.predicates.items()
    )


def markers_of(settings: Settings) -> Markers:
    """The shipped marker words and the configured ones.

    Raises:
        ConfigError: one of them has no letter or digit.
    """
    from familiar_memory.knowledge.write_policy.markers import shipped_markers

    more = settings.markers
    return shipped_markers().extended(more) if more else shipped_markers()
