"""What is to be forgotten, in words of whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.given import check_text, check_type
from familiar_memory.errors import UsageError

__all__ = ["ForgetRequest"]

_MOMENT = "an aware datetime, or None"
_WHAT = "a person, a topic, a record, a place, or a time (since, until)"


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What is to be forgotten, in words of whoever asks; what is given goes together.

    A `person` is an id (`discord:42`), slug, name, or the path of their note; a `topic` a name or
    path; a `record` `path#^id`, `path:line`, a ref or `PLACE/REF`; a `place` a slug or label. With
    `since` and `until` (aware) only what was said then goes, everywhere or in the place.
    """

    person: str | None = None
    topic: str | None = None
    record: str | None = None
    place: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def __post_init__(self) -> None:
        for name in ("person", "topic", "record", "place"):
            given = getattr(self, name)
            check_text(given, f"the {name} to be forgotten", optional=True)
            if given is not None and not given.strip():
                raise UsageError(f"the {name} to be forgotten is empty", _WHAT)
        named = [
            one for one in (self.person, self.topic, self.record, self.place) if one is not None
        ]
        if not named and self.since is None and self.until is None:
            raise UsageError("no person, topic, record, place, since or until was named", _WHAT)
        for name, moment in (("since", self.since), ("until", self.until)):
            if moment is None:
                continue
            check_type(moment, datetime, f"the {name} of what is forgotten", _MOMENT)
            if moment.tzinfo is None:
                raise UsageError(f"{name}: {moment} has no offset", _MOMENT)
        if (self.since or self.until) and len(named) > (self.place is not None):
            raise UsageError("since and until go with a place, or by themselves", _WHAT)
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise UsageError("since is not before until", "since before until")
