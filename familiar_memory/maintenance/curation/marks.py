"""What curation has dealt with: watermarks of the history, which hold digests and no words.

Without them what a person deletes would come back the next night, from the same days.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from familiar_memory.history.base import Watermarks
from familiar_memory.maintenance.curation.shown.recent import RecentBullet

__all__ = ["CurationMarks"]

_SHOWN, _USED = "curation:shown:", "curation:used:"


class CurationMarks:
    """Notes what has been shown of a note and reach, and what its lines were made of."""

    def __init__(self, history: Watermarks) -> None:
        """Nothing is read yet."""
        self._history = history

    def unused(self, key: str, bullets: Iterable[RecentBullet]) -> tuple[RecentBullet, ...]:
        """The bullets of which no line of this note was made yet."""
        return tuple(one for one in bullets if not self._is_used(key, one))

    def has_news(self, key: str, reach: str, bullets: Sequence[RecentBullet]) -> bool:
        """Whether any of them came since this note was curated for this reach."""
        shown = self._history.watermark(_SHOWN + _digest(key, reach))
        return any(one.turn > shown for one in bullets)

    def mark_done(
        self,
        key: str,
        reach: str,
        shown: Sequence[RecentBullet],
        used: Iterable[RecentBullet],
    ) -> None:
        """All that was shown has been dealt with, and a line of the note was made of what is used.

        In one transaction.
        """
        latest = max(one.turn for one in shown)
        of_bullets = (_USED + _bullet_digest(key, one) for one in used)
        self._history.set_watermarks(latest, (_SHOWN + _digest(key, reach), *of_bullets))

    def _is_used(self, key: str, bullet: RecentBullet) -> bool:
        return self._history.watermark(_USED + _bullet_digest(key, bullet)) > 0


def _bullet_digest(key: str, bullet: RecentBullet) -> str:
    return _digest(key, bullet.place, *bullet.record.fields.refs)


def _digest(*parts: str) -> str:
    said = "\n".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=8).hexdigest()
