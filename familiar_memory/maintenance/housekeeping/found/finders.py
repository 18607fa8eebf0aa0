"""What is looked for, as a table: the first is what matters most to whoever reads the list."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from familiar_memory.maintenance.housekeeping.context import HousekeepingContext
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
from familiar_memory.maintenance.housekeeping.survey import Survey
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["FINDERS", "FoundByKind", "all_found"]

_log = logging.getLogger(__name__)

_Finder: TypeAlias = Callable[[HousekeepingContext], Iterator[ReviewItem]]

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

_FROM_SILENCE = frozenset({"outgrown sections", "orphans"})
"""They reason from what no note says, so they need to have read all of them."""
_FROM_ABSENCE = frozenset({"broken links", "links to deleted notes"})
"""They reason from what does not stand anywhere, so they need to have seen every folder."""


@dataclass(frozen=True, slots=True)
class FoundByKind:
    """What was found, by kind, and the kinds that were not looked for to the end (`failed`).

    `is_all`: what is not among it has no reason any more.
    """

    by_kind: Mapping[str, Sequence[ReviewItem]]
    failed: tuple[str, ...]
    is_all: bool


def all_found(context: HousekeepingContext) -> FoundByKind:
    """Look for every kind that can be told by what could be read; one that fails stops no other."""
    found: dict[str, Sequence[ReviewItem]] = {}
    failed = []
    for kind, find in FINDERS.items():
        if not _can_tell(kind, context.survey):
            continue
        try:
            found[kind] = list(find(context))
        except Exception:  # noqa: BLE001 - the edge of one search: it is logged and counted
            _log.exception("looking for %s failed", kind)
            failed.append(kind)
    return FoundByKind(found, tuple(failed), context.survey.is_whole and not failed)


def _can_tell(kind: str, survey: Survey) -> bool:
    if kind in _FROM_SILENCE:
        return survey.is_whole
    return survey.is_listed or kind not in _FROM_ABSENCE
