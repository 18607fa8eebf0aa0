"""How much of the past is kept, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

__all__ = ["JournalSettings"]

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """`[journal]`: when lines are rotated, and which versions of files may be dropped.

    A part of the journal is closed when it reaches `rotate_mb`, or, at tidying,
    when its first line is older than `rotate_days`; closed parts are compressed and
    kept. Versions last seen over `keep_days` ago are dropped at tidying, and the
    oldest ones while all together take more than `keep_mb`; the newest known
    version of a file is never dropped. 0 days and 0 MB (of 1,000,000 bytes) to keep,
    and 0 days to rotate, mean: no such bound.
    """

    rotate_mb: Annotated[float, Gt(0)] = 16
    rotate_days: Annotated[int, Ge(0)] = 90
    keep_days: Annotated[int, Ge(0)] = 0
    keep_mb: Annotated[float, Ge(0)] = 1000

    @property
    def rotate_bytes(self) -> int:
        """The size at which a part is closed."""
        return round(self.rotate_mb * _MB) or 1

    @property
    def image_days(self) -> int | None:
        """The age at which a version may be dropped; None = none is too old."""
        return self.keep_days or None

    @property
    def image_bytes(self) -> int | None:
        """What all versions together may take; None = they are never too much."""
        return round(self.keep_mb * _MB) or None
