"""How often else a topic was mentioned: `34 more since 2026-02-02, in [[…]], [[…]]`.

Of a single one its session says the day: `1 more, in [[2026-02-02-evening]]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.record.surroundings import day_named
from familiar_memory.markdown.text.topic_lines import COUNT_LINE

__all__ = ["Count", "is_count"]

_MOST_SESSIONS = 3
"""Sessions that are named, the newest."""


@dataclass(frozen=True, slots=True)
class Count:
    """So many mentions that the list does not show, since a day; sessions by stem, newest first."""

    more: int = 0
    since: date | None = None
    sessions: tuple[str, ...] = ()

    @classmethod
    def of(cls, record: Record) -> Count:
        """What a line says; nothing for a line of another form."""
        match = COUNT_LINE.fullmatch(record.text)
        if match is None:
            return cls()
        named = (match["sessions"] or match["one"] or "").split(", ")
        sessions = tuple(one.removeprefix("[[").removesuffix("]]") for one in named if one)
        since = day_named(match["since"] or sessions[0])
        return cls(int(match["more"]), since, sessions)

    def with_more(self, days: Iterable[date], sessions: Iterable[str]) -> Count:
        """One more for each day on which something was said; sessions that are newer come first."""
        said = sorted(days)
        since = min([*said[:1], *([self.since] if self.since else [])], default=None)
        named = dict.fromkeys((*sessions, *self.sessions))
        return Count(self.more + len(said), since, tuple(named)[:_MOST_SESSIONS])

    @property
    def text(self) -> str:
        """The text of the line."""
        named = ", ".join(f"[[{one}]]" for one in self.sessions)
        is_said = self.more == len(self.sessions) == 1 and day_named(self.sessions[0]) == self.since
        since = "" if self.since is None or is_said else f" since {self.since.isoformat()}"
        return f"{self.more} more{since}{', in ' if named else ''}{named}"


def is_count(record: Record) -> bool:
    """Whether a line, struck or not, has this form."""
    return COUNT_LINE.fullmatch(record.text) is not None
