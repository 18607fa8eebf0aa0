"""When something was said that carries no time: right after what was said before it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from familiar_importers.chats.reading.moments import STEP
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Remark

__all__ = ["Timeline"]


class Timeline:
    """Gives every message a time, in the order in which they stand.

    One without a time comes a second after the message before it. The first comes at
    `start`, or when the file was last changed if that is not known either.
    """

    def __init__(self, path: Path, label: str, start: datetime | None = None) -> None:
        self._path = path
        self._label = label
        self._previous = start
        self._is_first = True
        self._guessed = 0
        self._is_from_file = False

    def at(self, moment: datetime | None) -> datetime:
        """The time of the next message, given what it says itself."""
        if moment is None:
            moment = self._after_the_previous()
            self._guessed += 1
        self._previous = moment
        self._is_first = False
        return moment

    def told(self) -> Iterator[Remark]:
        """What was guessed, if anything was."""
        if self._guessed:
            begin = (
                "; the first has the time at which the file was last changed"
                if self._is_from_file
                else ""
            )
            yield Remark(
                self._label,
                f"{self._guessed:,} messages have no time that can be read: each is taken to be"
                f" said a second after the one before it{begin}",
            )

    def _after_the_previous(self) -> datetime:
        if self._previous is None:
            self._is_from_file = True
            return _changed(self._path)
        if self._is_first:
            return self._previous
        try:
            return self._previous + STEP
        except OverflowError:
            raise InputError(f"{self._label}: a time past the year 9999", "a real time") from None


def _changed(path: Path) -> datetime:
    try:
        return datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
    except (OSError, ValueError, OverflowError):
        return datetime(1970, 1, 1, tzinfo=UTC)
