"""Live through the year, night by night, and ask at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from benchmarks.year.asking import Answer, ask_everything, leaks
from benchmarks.year.cast import Person, cast
from benchmarks.year.nights import NightFigures, live_night
from benchmarks.year.planting import planted
from benchmarks.year.talk_of_day import OPEN_ROOMS, DayTalk
from benchmarks.year.truth import Planted
from benchmarks.year.words import asked
from familiar_memory import Familiar, RecallRequest, Turn
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.founding import found
from familiar_memory.maintenance.sleep.cron import next_due
from familiar_memory.testing import FixedClock

__all__ = ["Lived", "Year", "live"]

_NAME = "year"
_ZONE = "Europe/Berlin"
_NIGHT = "0 2 * * *"
_FIRST = date(2026, 1, 5)
_REQUESTS = 20
_WEEK = 7
_LAST_TOPICS = ("home", "job", "food", "pet", "language")


@dataclass(frozen=True, slots=True)
class Year:
    """How large it is; the same for the same seed."""

    people: int = 200
    turns: int = 100_000
    nights: int = 365
    seed: int = 7

    @property
    def end(self) -> date:
        """The day after the last night."""
        return _FIRST + timedelta(days=self.nights)

    def people_and_facts(self) -> tuple[tuple[Person, ...], tuple[Planted, ...]]:
        """Who is there, and what is planted."""
        people = cast(self.people, self.seed)
        return people, planted(people, _FIRST, self.nights, self.seed)

    def days(self) -> list[tuple[datetime, list[Turn]]]:
        """Each night with what was said since the one before it."""
        people, facts = self.people_and_facts()
        zone = ZoneInfo(_ZONE)
        talk = DayTalk(people, facts, zone, self.seed)
        said: list[Turn] = []
        nights: list[tuple[datetime, list[Turn]]] = []
        at = datetime(_FIRST.year, _FIRST.month, _FIRST.day, 3, tzinfo=zone)
        for number in range(self.nights):
            day = _FIRST + timedelta(days=number)
            size = self.turns * (number + 1) // self.nights - self.turns * number // self.nights
            said += talk.of(day, size, is_later=number > self.nights // 2)
            at = next_due(_NIGHT, at, zone)
            # Who talks until after two is heard the night after.
            nights.append((at, [turn for turn in said if turn.timestamp < at]))
            said = [turn for turn in said if turn.timestamp >= at]
        return nights


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of a year."""

    nights: Sequence[NightFigures]
    answers: Sequence[Answer]
    leaks: Sequence[str]


async def live(home: Path, year: Year, tell: Callable[[NightFigures], None]) -> Lived:
    """Found a familiar in that folder, let it live through the year, and ask it everything."""
    people, facts = year.people_and_facts()
    paths = FamiliarPaths(home, _NAME)
    found(paths, timezone=_ZONE)
    clock = FixedClock(datetime(_FIRST.year, _FIRST.month, _FIRST.day, tzinfo=ZoneInfo(_ZONE)))
    familiar = Familiar(paths, clock=clock)
    requests = _requests(people, year.seed)
    await familiar.start()
    try:
        nights: list[NightFigures] = []
        for number, (at, said) in enumerate(year.days()):
            is_asked = number % _WEEK == 0 or number == year.nights - 1
            asks = requests if is_asked else ()
            figures = await live_night(familiar, clock, number, said, at, asks)
            if not is_asked:
                figures = replace(figures, prompt=nights[-1].prompt)
            nights.append(figures)
            tell(figures)
        answers = await ask_everything(familiar, people, facts, year.end)
        shown = await leaks(familiar, people, facts)
    finally:
        await familiar.close()
    return Lived(nights, answers, shown)


def _requests(people: Sequence[Person], seed: int) -> list[RecallRequest]:
    """The same questions every week: somebody asks about somebody in the tavern."""
    chance = Random(f"{seed}/requests")
    found = []
    for number in range(_REQUESTS):
        asker, other = chance.choice(people), chance.choice(people)
        text = asked(_LAST_TOPICS[number % len(_LAST_TOPICS)]).now[0]
        text = text.format(name=other.name, kind="cat")
        found.append(RecallRequest(text, asker.author, OPEN_ROOMS[0], log=False))
    return found
