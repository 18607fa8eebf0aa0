"""What `facts` and `timeline` share: who reads the answer, and as of when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.partial_date import in_zone
from familiar_memory.inspection.room_labels import labels_of, noted_labels
from familiar_memory.inspection.who_where import read_place, speaker_of
from familiar_memory.interfaces.cli.frame.moments import read_moment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from familiar_memory.domain.talk.identity import Author
    from familiar_memory.domain.talk.place import Place
    from familiar_memory.interfaces.cli.frame.opened import Opened

__all__ = ["Reader", "labels_in", "reader_of"]


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom facts are told, and by which moment they are judged; None = now."""

    place: Place | None
    author: Author | None
    as_of: datetime | None


def reader_of(opened: Opened, place: str | None, author: str | None, as_of: str | None) -> Reader:
    """The values of the options; a day means its end.

    Raises:
        UsageError: it says which cannot be, and what would be accepted.
    """
    parts = opened.parts
    where = read_place(parts.files.history, place, lambda: noted_labels(parts))
    who = speaker_of(parts.files.history, parts.files.register, author, where)
    zone, now = parts.setup.settings.zone, parts.setup.clock.now()
    moment = None if as_of is None else read_moment(as_of, zone, now, at_end=True)
    return Reader(where, who, None if moment is None else in_zone(moment, zone))


def labels_in(opened: Opened) -> Mapping[str, str]:
    """What rooms are called, by slug."""
    return labels_of(opened.parts.files.history.places())
