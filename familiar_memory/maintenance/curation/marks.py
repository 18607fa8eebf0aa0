"""What curation has dealt with: watermarks of the history, which hold digests and no words.

Without them what a person deletes would come back the next night, from the same days. Each has the
day of its bullet before the digest, and is dropped some days after nobody is shown that day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from hashlib import blake2b

from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.maintenance.curation.shown.recent import LAST_DAYS, RecentBullet

__all__ = ["CurationMarks"]

_SHOWN, _USED = "curation:shown:", "curation:used:"
_KEPT = timedelta(days=LAST_DAYS + 7)
"""Longer than a day is shown: a clock that was wrong, or another zone, brings nothing back."""


class CurationMarks:
    """Notes what has been shown of a note and reach, and what its lines were made of.

    Marks without a day are from an earlier version: one of a note and reach says up to which turn
    all was shown. They are read, so that nobody is asked everything anew, and no more are made.
    """

    def __init__(self, history: Watermarks) -> None:
        """Nothing is read yet."""
        self._history = history

    def unused(self, key: str, bullets: Iterable[RecentBullet]) -> tuple[RecentBullet, ...]:
        """The bullets of which no line of this note was made yet."""
        return tuple(one for one in bullets if not self._is_used(key, one))

    def unseen(
        self, key: str, reach: str, bullets: Iterable[RecentBullet]
    ) -> tuple[RecentBullet, ...]:
        """Those that were not shown yet when this note was curated for this reach.

        Asked bullet by bullet: another step may put one of an earlier turn into a day that was
        shown already.
        """
        before = self._history.watermark(_SHOWN + _digest(key, reach))
        new = (one for one in bullets if one.turn > before)
        return tuple(one for one in new if not self._history.watermark(_shown(key, reach, one)))

    def mark_done(
        self,
        key: str,
        reach: str,
        shown: Iterable[RecentBullet],
        used: Iterable[RecentBullet],
    ) -> None:
        """All that was shown has been dealt with, and a line of the note was made of what is used.

        In one transaction.
        """
        marks = [_shown(key, reach, one) for one in shown]
        self._history.set_watermarks(1, (*marks, *(_used(key, one) for one in used)))

    def drop_old(self, day: date) -> None:
        """Drop those of bullets that no night from this day on is shown."""
        kept = (day - _KEPT).isoformat()
        old = {
            f"{kind}{of_day}:"
            for kind in (_SHOWN, _USED)
            for of_day in self._days(kind)
            if of_day < kept
        }
        if old:
            self._history.drop_watermarks(sorted(old))

    def _days(self, kind: str) -> Iterator[str]:
        for name in self._history.watermarks_like(kind):
            of_day, has_day, _ = name.removeprefix(kind).partition(":")
            if has_day:
                yield of_day

    def _is_used(self, key: str, bullet: RecentBullet) -> bool:
        names = (_used(key, bullet), _USED + _of_turns(key, bullet))
        return any(self._history.watermark(one) > 0 for one in names)


def _used(key: str, bullet: RecentBullet) -> str:
    return f"{_USED}{bullet.day.isoformat()}:{_of_turns(key, bullet)}"


def _of_turns(key: str, bullet: RecentBullet) -> str:
    return _digest(key, bullet.place, *bullet.record.fields.refs)


def _shown(key: str, reach: str, bullet: RecentBullet) -> str:
    """With its words: two steps may make lines of the same message that say different things."""
    refs = bullet.record.fields.refs
    digest = _digest(key, reach, bullet.place, bullet.record.text, *refs)
    return f"{_SHOWN}{bullet.day.isoformat()}:{digest}"


def _digest(*parts: str) -> str:
    said = "\n".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=8).hexdigest()
