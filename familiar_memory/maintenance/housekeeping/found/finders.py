"""What is looked for, as a table: the first is what matters most to whoever reads the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from familiar_memory.maintenance.housekeeping.found.broken_links import (
    broken_links,
    links_to_deleted,
)
from familiar_memory.maintenance.housekeeping.found.conflicts import conflicting_facts
from familiar_memory.maintenance.housekeeping.found.contested_names import names_to_give_up
from familiar_memory.maintenance.housekeeping.found.duplicates import (
    duplicate_people,
    duplicate_topics,
)
from familiar_memory.maintenance.housekeeping.found.orphans import orphans
from familiar_memory.maintenance.housekeeping.found.parting import full_notes, outgrown_sections
from familiar_memory.maintenance.housekeeping.found.stale import stale_beliefs
from familiar_memory.maintenance.housekeeping.look import TreeLook
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["FINDERS"]

_Finder: TypeAlias = Callable[[TreeLook], Iterator[ReviewItem]]

FINDERS: Final[Mapping[str, _Finder]] = {
    "full notes": full_notes,
    "conflicts": conflicting_facts,
    "contested names": names_to_give_up,
    "broken links": broken_links,
    "links to deleted notes": links_to_deleted,
    "people who may be one": duplicate_people,
    "notes of one thing": duplicate_topics,
    "stale beliefs": stale_beliefs,
    "outgrown sections": outgrown_sections,
    "orphans": orphans,
}
"""By what a report counts."""
