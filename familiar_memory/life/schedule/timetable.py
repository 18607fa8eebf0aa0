"""When something is to be written up: a table of what waits, without a clock of its own.

What waits is counted by reach (`knowledge.audience.reach_of`), since a run whose moment
depended on other talk would show that there is some. A reach is due when enough was said, by
silence, or when a session in one of its places is to be ended; after a run that failed, it is
due when its pause is over. Each moment is given, in seconds of one steady clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import inf

from familiar_memory.domain.talk.place import Place
from familiar_memory.life.schedule.due import EVERYTHING, DueEnd, DueRun, Waiting
from familiar_memory.life.schedule.session_end import EndReason, has_timed_out
from familiar_memory.writers.settings import WriterSettings

__all__ = ["Timetable"]


@dataclass(slots=True)
class _Session:
    """Talk in one place that has not been ended; `said` is the time of its newest turn."""

    place: Place
    active: float
    said: datetime


@dataclass(slots=True)
class _Pause:
    """A reach whose last runs have failed, one after the other."""

    failures: int = 0
    until: float = -inf


@dataclass(slots=True)
class Timetable:
    """What waits, which sessions are open, which are to be ended, and which runs have failed."""

    settings: WriterSettings
    _waiting: dict[str, Waiting] = field(default_factory=dict)
    _open: dict[str, dict[str, _Session]] = field(default_factory=dict)
    _endings: dict[str, dict[str, DueEnd]] = field(default_factory=dict)
    _pauses: dict[str, _Pause] = field(default_factory=dict)

    @property
    def turns(self) -> int:
        """How many turns wait that this table knows of."""
        return sum(one.turns for one in self._waiting.values())

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits and no session is open."""
        return not (self._waiting or self._open or self._endings)

    def awaits(self, reach: str) -> bool:
        """Whether a run for a reach is to come, whenever that is."""
        return any(one in self._waiting or one in self._endings for one in (reach, EVERYTHING))

    # --- what happens ---------------------------------------------------------------

    def heard(self, reach: str, place: Place, said: datetime, now: float) -> float:
        """A turn was recorded that is new; when it makes its reach due, at the latest."""
        sessions = self._open.setdefault(reach, {})
        session = sessions.setdefault(place.slug, _Session(place, now, said))
        if has_timed_out(session.said, said, self.settings.session_timeout):
            self.end(DueEnd(reach, session.place, EndReason.EXPIRED, session.said))
        session.active, session.said = now, max(session.said, said)
        waiting = self._waiting[reach] = self._one_more(self._waiting.get(reach), now)
        pause = self._pauses.get(reach)
        if reach in self._endings:
            return now if pause is None else pause.until
        due = min(self._written_at(waiting), self._ends_at(session))
        return due if pause is None else max(due, pause.until)

    def want(self, reach: str, now: float) -> None:
        """Have a run for a reach as soon as may be."""
        waiting = self._waiting.get(reach, Waiting(0, now, now))
        self._waiting[reach] = replace(waiting, is_due=True)

    def end(self, ending: DueEnd) -> None:
        """Have a session ended as soon as may be."""
        self._endings.setdefault(ending.reach, {})[ending.place.slug] = ending

    def follow(self, settings: WriterSettings, now: float) -> None:
        """Go by other settings; what is enough for a run by these, and was not, is so now."""
        self.settings = settings
        for reach, waiting in self._waiting.items():
            is_full = 0 < settings.turn_threshold <= waiting.turns
            since = now if waiting.full_since is None else waiting.full_since
            self._waiting[reach] = replace(waiting, full_since=since if is_full else None)

    def regroup(self, reach_of: Callable[[Place], str]) -> None:
        """Put open sessions and endings into the reaches of now; what waits is due everywhere."""
        if waiting := [*self._waiting.values()]:
            oldest, newest = min(w.oldest for w in waiting), max(w.newest for w in waiting)
            self._waiting = {EVERYTHING: Waiting(self.turns, oldest, newest, is_due=True)}
        sessions = [one for many in self._open.values() for one in many.values()]
        endings = [one for many in self._endings.values() for one in many.values()]
        self._open, self._endings, self._pauses = {}, {}, {}
        for session in sessions:
            self._open.setdefault(reach_of(session.place), {})[session.place.slug] = session
        for ending in endings:
            self.end(replace(ending, reach=reach_of(ending.place)))

    def _one_more(self, before: Waiting | None, now: float) -> Waiting:
        before = Waiting(0, now, now) if before is None else before
        turns, full_since = before.turns + 1, before.full_since
        if full_since is None and 0 < self.settings.turn_threshold <= turns:
            full_since = now
        return Waiting(turns, before.oldest, now, full_since, before.is_due)

    # --- what is due ----------------------------------------------------------------

    def next_due(self) -> float | None:
        """When something is due next; None when nothing waits for anything."""
        return min(map(self._due, self._reaches()), default=None)

    def take_due(self, now: float) -> DueRun | None:
        """What has been due for longest, taken out; None when nothing is due yet.

        A run for everything comes first: it leaves nothing for the others.
        """
        due = [(at, reach) for reach in self._reaches() if (at := self._due(reach)) <= now]
        if not due:
            return None
        _, reach = min(due, key=lambda one: (one[1] != EVERYTHING, one))
        for session in [*self._open.get(reach, {}).values()]:
            if self._ends_at(session) <= now:
                self._close(reach, session.place)
                self.end(DueEnd(reach, session.place, EndReason.IDLE, session.said))
        waiting = self._take_waiting(reach)
        return DueRun(reach, waiting, tuple(self._endings.pop(reach, {}).values()))

    def take(self, reach: str, ending: DueEnd | None = None) -> DueRun:
        """What waits in a reach, due or not; with an `ending`, that session is over."""
        if ending is not None:
            self._close(reach, ending.place)
            endings = self._endings.get(reach, {})
            endings.pop(ending.place.slug, None)
            if not endings:
                self._endings.pop(reach, None)
        return DueRun(reach, self._take_waiting(reach), () if ending is None else (ending,))

    def take_all(self, reason: EndReason) -> DueRun:
        """All that waits, and the end of every session that is open."""
        endings = [one for many in self._endings.values() for one in many.values()]
        for reach, sessions in self._open.items():
            endings += [DueEnd(reach, one.place, reason) for one in sessions.values()]
        self._open, self._endings = {}, {}
        return DueRun(EVERYTHING, self._take_waiting(EVERYTHING), tuple(endings))

    def _take_waiting(self, reach: str) -> tuple[tuple[str, Waiting], ...]:
        reaches = [*self._waiting] if reach == EVERYTHING else [reach]
        return tuple((one, self._waiting.pop(one)) for one in reaches if one in self._waiting)

    def _close(self, reach: str, place: Place) -> None:
        sessions = self._open.get(reach, {})
        sessions.pop(place.slug, None)
        if not sessions:
            self._open.pop(reach, None)

    def _reaches(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._waiting, *self._endings, *self._open))

    def _due(self, reach: str) -> float:
        moments = [self._ends_at(one) for one in self._open.get(reach, {}).values()]
        if (waiting := self._waiting.get(reach)) is not None:
            moments.append(self._written_at(waiting))
        if reach in self._endings:
            moments.append(-inf)
        pause = self._pauses.get(reach)
        return max(min(moments), -inf if pause is None else pause.until)

    def _written_at(self, waiting: Waiting) -> float:
        rules = self.settings
        if waiting.is_due:
            return -inf
        moments = [waiting.newest + rules.idle_timeout]
        if rules.max_wait:
            moments.append(waiting.oldest + rules.max_wait)
        if waiting.full_since is not None:
            quiet = waiting.newest + rules.debounce
            moments.append(min(quiet, waiting.full_since + rules.debounce_limit))
        return min(moments)

    def _ends_at(self, session: _Session) -> float:
        return session.active + self.settings.session_timeout

    # --- what became of it ----------------------------------------------------------

    def done(self, job: DueRun) -> None:
        """A run went through."""
        for reach in job.reaches:
            self._pauses.pop(reach, None)

    def put_back(
        self, job: DueRun, now: float, jitter: float, pause_s: float | None = None
    ) -> float:
        """A run failed: what it was for is due again after a pause; how long that is.

        Each reach has a pause of its own, so that one which fails again and again holds up no
        other. `pause_s` is for how long the batch that failed is not tried; where none did,
        pauses grow by themselves, and `jitter` from 0 to 1 spreads them.
        """
        for reach, waiting in job.waiting:
            later = self._waiting.get(reach)
            merged = waiting if later is None else later.with_earlier(waiting)
            self._waiting[reach] = replace(merged, is_due=True)
        for ending in job.endings:
            self._endings.setdefault(ending.reach, {}).setdefault(ending.place.slug, ending)
        pauses = (self._pause(reach, now, jitter, pause_s) for reach in job.reaches)
        return max(pauses, default=0.0)

    def wait(self, reach: str, now: float, pause_s: float) -> None:
        """Have no run for a reach for so long."""
        self._pauses.setdefault(reach, _Pause()).until = now + pause_s

    def _pause(self, reach: str, now: float, jitter: float, pause_s: float | None) -> float:
        pause = self._pauses.setdefault(reach, _Pause())
        pause.failures += 1
        if pause_s is None:
            pause_s = self.settings.retries.pause(pause.failures, jitter)
        pause.until = now + pause_s
        return pause_s
