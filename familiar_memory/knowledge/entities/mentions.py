"""How well an entity is known: in how many records, and when first and last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

__all__ = ["STALE_AFTER_DAYS", "STALE_MENTIONS", "MentionDate", "Mentions", "mentions_of"]

STALE_MENTIONS: Final = 1
"""Who is named no more often than this was perhaps named by chance."""
STALE_AFTER_DAYS: Final = 90
"""A season, as for facts that fade (`knowledge.predicates`)."""


class MentionDate(NamedTuple):
    """So many records that name an entity, learned at one (aware) moment; None: nobody knows."""

    seen: datetime | None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Mentions:
    """In how many records an entity is named, and when the first and the last was learned."""

    count: int = 0
    first_seen: datetime | None = None
    last_seen: datetime | None = None

    def is_stale(self, now: datetime) -> bool:
        """Whether it is no news for a prompt; what nobody dated is never stale."""
        if self.count > STALE_MENTIONS or self.last_seen is None:
            return False
        return now - self.last_seen >= timedelta(days=STALE_AFTER_DAYS)


def mentions_of(records: Iterable[MentionDate]) -> Mentions:
    """All of them together."""
    told = list(records)
    dated = [one.seen for one in told if one.seen is not None]
    return Mentions(
        sum(one.times for one in told), min(dated, default=None), max(dated, default=None)
    )
