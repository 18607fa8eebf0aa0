"""What the curation of a note came to, in one line and in numbers."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
)
from familiar_memory.operations.outcome import Outcome, Verdict

__all__ = ["CurationCounts", "counts_of", "curation_counts", "curation_line"]

APPENDED, REMOVED, HEADINGS = "appended", "removed", "new headings"
CurationCounts = dict[str, int]
"""Numbers by what they count, under the names of `counts_of`."""


def counts_of(appended: int = 0, removed: int = 0, headings: int = 0) -> CurationCounts:
    """So many of each."""
    return {APPENDED: appended, REMOVED: removed, HEADINGS: headings}


def curation_counts(outcomes: Iterable[Outcome]) -> CurationCounts:
    """How many bullets came and went, and how many headings came; of a new one its bullets, too.

    A bullet that took the place of another counts as one that came and one that went.
    """
    counts = counts_of()
    for one in outcomes:
        if one.verdict is not Verdict.APPLIED:
            continue
        match one.operation:
            case CurateAppend():
                counts[APPENDED] += 1
            case CurateHeading():
                counts[HEADINGS] += 1
                counts[APPENDED] += len(one.lines)
            case CurateRemove():
                counts[REMOVED] += 1
            case CurateReplace():
                counts[REMOVED] += 1
                counts[APPENDED] += len(one.lines) - 1
    return counts


def curation_line(note: str, counts: CurationCounts) -> str:
    """Such as `people/rowan.md curated: +2 appended, -1 removed, +0 new headings`."""
    appended, removed, headings = (counts.get(one, 0) for one in (APPENDED, REMOVED, HEADINGS))
    return f"{note} curated: +{appended} appended, -{removed} removed, +{headings} new headings"
