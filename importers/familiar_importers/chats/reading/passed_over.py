"""What an importer passes over, counted by reason: a long chat must not make a long report."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.transfer.importer import SkippedFile

__all__ = ["MAX_NAMED", "PassedOver"]

MAX_NAMED = 20
"""So many places are named for each reason; the others are only counted."""

_MAX_REASONS = 100
"""Different reasons that are counted apart; a damaged file could have one a line."""


class PassedOver:
    """Counts while a file is read, and then reports: one line a reason."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._counts: dict[str, int] = {}
        self._places: dict[str, list[str]] = {}

    def add(self, reason: str, place: str) -> None:
        """One more; `place` is short, such as `line 7`."""
        if reason not in self._counts and len(self._counts) >= _MAX_REASONS:
            reason = "other reasons"
        self._counts[reason] = self._counts.get(reason, 0) + 1
        places = self._places.setdefault(reason, [])
        if len(places) < MAX_NAMED:
            places.append(place)

    def told(self) -> Iterator[SkippedFile]:
        """One item a reason, in the order in which they first came."""
        for reason, count in self._counts.items():
            places = ", ".join(self._places[reason])
            rest = count - len(self._places[reason])
            more = f" and {rest:,} more" if rest else ""
            yield SkippedFile(self._label, f"{count:,} × {reason} ({places}{more})")
