"""What a search leaves out besides what its viewer may not see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from familiar_memory.domain.question.filters import RecallFilters

__all__ = ["Filters"]

_NO_MOMENT = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Filters:
    """What else to leave out, besides what the viewer may not see.

    `sources` keeps only these sources (None = all). `exclude_keys` leaves documents
    out by exact key, or by folder when it ends in `/`. `exclude_refs` leaves turns,
    and notes of them, out by (place slug, ref); it is applied to what was found.
    `now` ends what has expired. `only_passages` keeps only these, by id (None = all).
    `wanted` are the caller's own filters; its entity is resolved by whoever has the names.
    With `as_of` only what was known then and held then is there; `present` are the slugs
    of those who ask, `said` what they said just before, the last at the end. `folders` keeps
    only documents under these (`lore/`); `sessions_since` leaves out session
    notes of days before that ISO date.
    """

    now: datetime
    sources: frozenset[str] | None = None
    exclude_keys: frozenset[str] = field(default_factory=frozenset)
    exclude_refs: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    only_passages: frozenset[int] | None = None
    wanted: RecallFilters = field(default_factory=RecallFilters)
    as_of: datetime | None = None
    present: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    folders: tuple[str, ...] | None = None
    sessions_since: str = ""

    @property
    def moment(self) -> datetime:
        """The moment by which things are judged: the one asked about, else now."""
        return self.as_of or self.now

    @property
    def lasting(self) -> Filters:
        """The same without what belongs to one question alone, or changes with the clock."""
        return replace(
            self, now=_NO_MOMENT, exclude_refs=frozenset(), only_passages=None, present=(), said=()
        )

    @property
    def left_out_folders(self) -> tuple[str, ...]:
        """The folders among `exclude_keys`."""
        return tuple(sorted(key for key in self.exclude_keys if key.endswith("/")))

    def within(self, readable: frozenset[str] | None) -> Filters:
        """The same, of no other sources than the readable ones (None = all are)."""
        if readable is None:
            return self
        return replace(
            self, sources=readable & (readable if self.sources is None else self.sources)
        )
