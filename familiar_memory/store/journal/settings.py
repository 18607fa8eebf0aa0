"""How much of the past is kept, in one value."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["JournalSettings"]


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """When lines are rotated, and which versions of files may be dropped.

    A part of the journal is closed when it reaches `rotate_bytes`, or, at tidying,
    when its first line is older than `rotate_days`; closed parts are compressed and
    kept. Versions last seen over `image_days` ago are dropped at tidying, and the
    oldest ones while all together take more than `image_bytes`; the newest known
    version of a file is never dropped. None = no such bound.
    """

    rotate_bytes: int = 16_000_000
    rotate_days: int | None = 90
    image_days: int | None = None
    image_bytes: int | None = 1_000_000_000
