"""The talk of each day: sessions by time of day in several rooms, with what is planted among it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import accumulate
from random import Random

from benchmarks.year.cast import BOT, Person
from benchmarks.year.truth import Planted
from benchmarks.year.words import style, styled, talk, things
from familiar_memory import Place, Turn

__all__ = ["MODS", "OPEN_ROOMS", "DayTalk", "dm_of"]

OPEN_ROOMS = tuple(
    Place("discord", name, "lantern", name=name)
    for name in ("tavern", "garden", "build-log", "music", "kitchen", "off-topic")
)
MODS = Place("discord", "mods", "lantern", private=True, name="mods")
_HOURS = (7, 8, 9, 12, 12, 13, 17, 18, 19, 19, 20, 20, 21, 21, 22, 23)
_KINDS = (
    *("small",) * 9,
    *("questions",) * 3,
    *("answers",) * 3,
    *("near",) * 1,
    *("greetings",) * 1,
)


def dm_of(person: Person) -> Place:
    """Where somebody talks to the familiar alone."""
    return Place("discord", f"dm-{person.author.user_id}", kind="dm", name=person.name)


@dataclass(frozen=True, slots=True)
class _Line:
    who: Person | None
    text: str
    kind: str = "interactive"
    is_reply: bool = False


class DayTalk:
    """The turns of each day, in order of time: the same for the same seed."""

    def __init__(
        self, people: Sequence[Person], facts: Sequence[Planted], zone: tzinfo, seed: int
    ) -> None:
        self._people = people
        self._weights = list(accumulate(person.weight for person in people))
        self._zone = zone
        self._seed = seed
        self._planted: dict[date, list[tuple[Person, tuple[str, ...], bool]]] = defaultdict(list)
        for fact in facts:
            for said in fact.sayings:
                who = people[fact.person]
                self._planted[said.day].append((who, said.lines, said.is_private))

    def of(self, day: date, turns: int, *, is_later: bool) -> list[Turn]:
        """About so many turns, and all that is planted on that day.

        With `is_later` those who change their names have done so.
        """
        chance = Random(f"{self._seed}/talk/{day}")
        sessions = list(self._sessions(day, turns, chance))
        for who, lines, is_private in self._planted[day]:
            self._place(who, lines, is_private, sessions, chance)
        said = [
            turn
            for number, (place, hour, lines) in enumerate(sessions)
            for turn in self._turns(day, number, place, hour, lines, chance, is_later)
        ]
        return sorted(said, key=lambda turn: turn.timestamp)

    def _sessions(
        self, day: date, turns: int, chance: Random
    ) -> Iterator[tuple[Place, int, list[_Line]]]:
        left = turns
        while left > 0:
            size = min(left, chance.randint(8, 34))
            left -= size
            kind = chance.random()
            if kind < 0.1:
                who = self._anybody(chance)
                yield dm_of(who), chance.choice(_HOURS), self._lines([who], size, chance)
                continue
            place = MODS if kind < 0.17 else chance.choice(OPEN_ROOMS)
            circle = self._people[:6] if place is MODS else None
            speakers = [
                chance.choice(circle) if circle else self._anybody(chance)
                for _ in range(chance.randint(3, 7))
            ]
            yield place, chance.choice(_HOURS), self._lines(speakers, size, chance)

    def _lines(self, speakers: list[Person], size: int, chance: Random) -> list[_Line]:
        lines: list[_Line] = []
        for _ in range(size):
            kind = chance.random()
            if kind < 0.08 or (len(speakers) == 1 and kind < 0.4):
                lines.append(_Line(None, self._filled(chance.choice(talk("bot")), chance)))
            elif kind < 0.1:
                text = self._filled(chance.choice(talk("automated")), chance)
                lines.append(_Line(None, text, "automated"))
            else:
                who = chance.choice(speakers)
                text = self._filled(chance.choice(talk(chance.choice(_KINDS))), chance)
                lines.append(_Line(who, _styled(who, text, chance), is_reply=kind > 0.85))
        return lines

    def _place(
        self,
        who: Person,
        said: tuple[str, ...],
        is_private: bool,
        sessions: list[tuple[Place, int, list[_Line]]],
        chance: Random,
    ) -> None:
        """Put a person's lines into a session of that day, a few turns apart."""
        if is_private:
            sessions.append((dm_of(who), chance.choice(_HOURS), self._lines([who], 3, chance)))
            lines = sessions[-1][2]
        else:
            fit = [one for one in sessions if not one[0].is_private]
            if not fit:
                fit = [(chance.choice(OPEN_ROOMS), chance.choice(_HOURS), [])]
                sessions += fit
            lines = chance.choice(fit)[2]
        at = chance.randint(0, len(lines))
        for text in said:
            lines.insert(min(at, len(lines)), _Line(who, _styled(who, text, chance)))
            at += chance.randint(1, 3)

    def _turns(
        self,
        day: date,
        number: int,
        place: Place,
        hour: int,
        lines: Sequence[_Line],
        chance: Random,
        is_later: bool,
    ) -> Iterator[Turn]:
        at = datetime(day.year, day.month, day.day, hour, chance.randrange(60), tzinfo=self._zone)
        at = datetime.fromtimestamp(at.timestamp(), self._zone)
        before: str | None = None
        for part, line in enumerate(lines):
            ref = f"{day:%y%m%d}-{number:03}-{part:03}"
            at = datetime.fromtimestamp(at.timestamp() + chance.randint(4, 140), self._zone)
            author = BOT
            if line.who is not None:
                author = line.who.later if is_later else line.who.author
            yield Turn(
                ref,
                at,
                place,
                author,
                line.text,
                "user" if line.who else "assistant",
                "automated" if line.kind == "automated" else "interactive",
                before if line.is_reply else None,
            )
            before = ref

    def _anybody(self, chance: Random) -> Person:
        return chance.choices(self._people, cum_weights=self._weights)[0]

    def _filled(self, text: str, chance: Random) -> str:
        return text.format(
            who=self._anybody(chance).author.display_name,
            food=chance.choice(things("foods")),
            thing=chance.choice(talk("things")),
            town=chance.choice(things("towns")),
            day=chance.choice(talk("days")),
            number=chance.randint(2, 99),
        )


def _styled(who: Person, text: str, chance: Random) -> str:
    """In this person's way."""
    opening, ending = chance.choice(style("openings")), chance.choice(style("endings"))
    return styled(text, opening, ending, is_lower=who.is_lower)
