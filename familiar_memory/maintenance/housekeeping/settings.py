"""`[housekeeping]`: what is proposed at night, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

__all__ = ["HousekeepingSettings"]


@dataclass(frozen=True, slots=True)
class HousekeepingSettings:
    """How much is proposed, and from when on.

    `max_new` are proposals of one night, and `max_open` those that may wait at once. A belief is
    stale that nobody has repeated for `stale_days`; 0 is never. A section of `notes.md` is long
    enough for a note of its own from `promote_chars` characters on; a note is too long from
    `split_at` of `[store] max_file_bytes` on.
    """

    enabled: bool = True
    max_new: Annotated[int, Ge(1), Le(100)] = 10
    max_open: Annotated[int, Ge(1), Le(500)] = 30
    stale_days: Annotated[int, Ge(0), Le(36_500)] = 180
    promote_chars: Annotated[int, Ge(1), Le(1_000_000)] = 600
    split_at: Annotated[float, Gt(0), Le(1)] = 0.9
