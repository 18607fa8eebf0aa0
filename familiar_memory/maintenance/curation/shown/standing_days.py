"""The days as they were when the night began to read them, and whether they still stand so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from familiar_memory.history.base import HistoryReader
from familiar_memory.maintenance.curation.shown.recent import RecentBullet, recent_bullets
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader

__all__ = ["StandingDays"]


@dataclass(frozen=True, slots=True)
class StandingDays:
    """The bullets of the last days by reach, and how often talk of their places had been changed.

    A model takes its time, and what is deleted, edited or made private meanwhile is nothing to
    make a line of.
    """

    store: NoteReader
    history: HistoryReader
    night: Night
    rules: NoteRules
    by_reach: Mapping[str, tuple[RecentBullet, ...]]
    changes: Mapping[str, int]

    @classmethod
    def read(
        cls, store: NoteReader, history: HistoryReader, night: Night, rules: NoteRules
    ) -> StandingDays:
        """As they stand now."""
        places: dict[str, int] = {}
        for _ in range(2):
            # Where a message is changed between the two, the number from before it counts.
            by_reach = recent_bullets(store, history, night.day, rules)
            for bullets in by_reach.values():
                for one in bullets:
                    places.setdefault(one.place, history.amendments((one.place,)))
        return cls(store, history, night, rules, by_reach, places)

    def are_of_talk_as_it_was(self, bullets: Iterable[RecentBullet]) -> bool:
        """Whether nobody has deleted, edited or moved any talk of their places."""
        places = {one.place for one in bullets}
        return all(self.history.amendments((one,)) == self.changes.get(one) for one in places)

    def hold(self, reach: str, bullets: Iterable[RecentBullet]) -> bool:
        """Whether these bullets still stand there, and the talk that they are of is as it was."""
        shown = tuple(bullets)
        if not self.are_of_talk_as_it_was(shown):
            return False
        now = recent_bullets(self.store, self.history, self.night.day, self.rules).get(reach, ())
        return all(one in now for one in shown)
