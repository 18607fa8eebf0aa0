"""What was said before, reach by reach: the newest turns, and everybody's names there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader

__all__ = ["PastTalk"]


class PastTalk:
    """Reads each reach once a run and goes on from there.

    Names are kept between runs, as long as what was said stands as it did. A name
    used only in a direct message is not known in a guild's talk.
    """

    def __init__(
        self, history: HistoryReader, reach_of: Callable[[str], str], most_turns: int
    ) -> None:
        """Of each reach at most so many turns."""
        self._history = history
        self._reach_of = reach_of
        self._most = most_turns
        self._places: dict[str, list[str]] = {}
        self._before: dict[str, tuple[StoredTurn, ...]] = {}
        self._newest = 0
        self._run = 0
        self._known: dict[str, _Known] = {}

    def refresh(self) -> None:
        """Begin a run: turns may have been edited or taken back since the last."""
        self._before.clear()
        self._places.clear()
        for place in self._history.places():
            self._places.setdefault(self._reach_of(place.slug), []).append(place.slug)
        self._newest = self._history.latest_id()
        self._run += 1

    def before(self, reach: str, first_id: int) -> tuple[StoredTurn, ...]:
        """The newest turns of a reach that were there before that one, by the time of saying."""
        held = self._before.get(reach)
        if held is None:
            places = self._places.get(reach, ())
            held = tuple(self._history.turns_before(places, first_id, self._most))
            self._before[reach] = held
        return held

    def is_all(self, before: Sequence[StoredTurn]) -> bool:
        """Whether these turns, from `before`, are all that there were."""
        return len(before) < self._most

    def add(self, reach: str, turns: Sequence[StoredTurn]) -> None:
        """Note that these have been written up."""
        both = [*self._before.get(reach, ()), *turns]
        both.sort(key=lambda stored: (stored.turn.timestamp, stored.id))
        self._before[reach] = tuple(both[-self._most :]) if self._most else ()

    def look_again(self, reach: str) -> None:
        """What was said before is not what it was for the last batch: that one was older."""
        self._before.pop(reach, None)

    def names(self, reach: str) -> tuple[str, ...]:
        """All that people were ever called in a reach."""
        return tuple(self._people_of(reach).names)

    def bearers(self, reach: str) -> tuple[tuple[str, str], ...]:
        """The same names, each with the slug of who bore it."""
        return tuple(self._people_of(reach).bearers)

    def people(self, reach: str) -> frozenset[str]:
        """The slugs of everybody who has spoken in a reach."""
        return frozenset(self._people_of(reach).slugs)

    def _people_of(self, reach: str) -> _Known:
        known = self._known.setdefault(reach, _Known())
        if known.run < self._run:
            places = self._places.get(reach, ())
            amendments = self._history.amendments(places)
            if amendments != known.amendments:
                # A name may have gone with a turn, or have come with one that is older.
                known = self._known[reach] = _Known(amendments=amendments)
            known.run = self._run
            for author in self._history.names_in(places, known.read):
                known.slugs[author.slug] = None
                known.names.update(dict.fromkeys(author.known_names))
                known.bearers.update(dict.fromkeys((n, author.slug) for n in author.known_names))
            known.read = self._newest
        return known


@dataclass(slots=True)
class _Known:
    """Who has spoken in a reach, and under which names, up to a turn; asked for in a run."""

    read: int = 0
    run: int = 0
    amendments: int = 0
    slugs: dict[str, None] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    bearers: dict[tuple[str, str], None] = field(default_factory=dict)
