"""What is planted: who says what on which day, and what is so from then on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random

from benchmarks.year.cast import Person
from benchmarks.year.truth import Planted, Saying, Span
from benchmarks.year.words import things, wordings

__all__ = ["planted"]

_THINGS = {
    "home": "towns",
    "job": "employers",
    "stay": "towns",
    "allergy": "allergens",
    "instrument": "instruments",
    "diet": "diets",
    "food": "foods",
    "pet": "pet_names",
    "relative": "relative_names",
    "language": "languages",
    "origin": "towns",
}
_KIND_WORDS = {"pet": "animals", "relative": "relatives"}
_OF_HOME = ("old", "old", "moved", "moved", "corrected", "repeated")
_OF_JOB = ("old", "moved", "moved", "corrected", "repeated", "ended")
_MORE_OLD = ("allergy", "pet", "relative", "language", "origin", "birthday", "diet", "instrument")
_ENDED = ("diet", "instrument", "food")
_REPEATED = ("food", "instrument")
_WEEK = 7


def planted(people: Sequence[Person], first: date, nights: int, seed: int) -> tuple[Planted, ...]:
    """Everything that is planted; nobody has two of one subject but stays."""
    secrets = list(things("secrets"))
    found: list[Planted] = []
    for person in people:
        sower = _Sower(person, first, nights, Random(f"{seed}/planted/{person.number}"))
        found += sower.all_of_one()
        if secrets and sower.chance.random() < 0.2:
            found.append(sower.secret(secrets.pop(0)))
    return tuple(found)


class _Sower:
    """What one person says of themselves over the year."""

    def __init__(self, person: Person, first: date, nights: int, chance: Random) -> None:
        self._person = person
        self._first = first
        self._nights = nights
        self.chance = chance
        self._taken: set[str] = set()

    def all_of_one(self) -> Iterator[Planted]:
        """A home, a job, and some more."""
        chance = self.chance
        yield self._make(chance.choice(_OF_HOME), "home")
        yield self._make(chance.choice(_OF_JOB), "job")
        ended, repeated = chance.choice(_ENDED), chance.choice(_REPEATED)
        yield self._make("ended", ended)
        if repeated != ended:
            yield self._make("repeated", repeated)
        more = [topic for topic in _MORE_OLD if topic not in (ended, repeated)]
        for topic in chance.sample(more, 2):
            yield self._make("old", topic)
        if chance.random() < 0.5:
            yield self._stay()

    def secret(self, it: str) -> Planted:
        """Something that is said in a direct message only."""
        day = self._day(0.2, 0.8)
        line = self._say("secret", "state", it)
        return self._planted(
            "secret", "secret", [Saying(day, (line,), is_private=True)], [Span(it, day)]
        )

    def _make(self, kind: str, topic: str) -> Planted:
        made = {
            "old": self._old,
            "corrected": self._corrected,
            "repeated": self._repeated,
            "moved": self._moved,
            "ended": self._ended,
        }
        return made[kind](topic)

    def _old(self, topic: str) -> Planted:
        day = self._first + timedelta(days=self.chance.randrange(min(_WEEK, self._nights)))
        it, word = self._thing(topic), self._word(topic)
        said = Saying(day, (self._say(topic, "state", it, word=word),))
        return self._planted("old", topic, [said], [Span(it, day)], word=word)

    def _corrected(self, topic: str) -> Planted:
        day = self._day(0, 0.6)
        wrong, it = self._thing(topic), self._thing(topic)
        said = self._say(topic, "state", wrong), self._say(topic, "correct", it, old=wrong)
        return self._planted("corrected", topic, [Saying(day, said)], [Span(it, day)], [wrong])

    def _repeated(self, topic: str) -> Planted:
        it = self._thing(topic)
        days = sorted({self._day(0, 0.9) for _ in range(self.chance.randint(4, 9))})
        said = [Saying(day, (self._say(topic, "state", it),)) for day in days]
        return self._planted("repeated", topic, said, [Span(it, days[0])])

    def _moved(self, topic: str) -> Planted:
        """Twice or three times in the year; the last time it is told a month or two late."""
        cuts = sorted(self.chance.sample(range(1, 10), self.chance.randint(1, 2)))
        days = [self._day(0, 0.04), *(self._day(cut / 10, cut / 10 + 0.03) for cut in cuts)]
        its = [self._thing(topic) for _ in days]
        said = [Saying(days[0], (self._say(topic, "state", its[0]),))]
        begins = [days[0]]
        for at, day in enumerate(days[1:], 1):
            month = (day - timedelta(days=40)).replace(day=1)
            if at == len(days) - 1 and month > begins[-1] + timedelta(days=30):
                line = self._say(topic, "dated", its[at], when=things("months")[month.month - 1])
                begins.append(month)
            else:
                line = self._say(topic, "change", its[at], old=its[at - 1])
                begins.append(day)
            said.append(Saying(day, (line,)))
        ends = [*begins[1:], None]
        spans = [Span(*one) for one in zip(its, begins, ends, strict=True)]
        return self._planted("moved", topic, said, spans)

    def _ended(self, topic: str) -> Planted:
        it, began, over = self._thing(topic), self._day(0, 0.3), self._day(0.5, 0.9)
        said = [
            Saying(began, (self._say(topic, "state", it),)),
            Saying(over, (self._say(topic, "end", it),)),
        ]
        return self._planted("ended", topic, said, [Span(it, began, over)])

    def _stay(self) -> Planted:
        day = self._day(0.05, 0.85)
        until = day + timedelta(days=self.chance.randint(4, 12))
        it = self._thing("stay")
        when = f"{things('months')[until.month - 1]} {until.day}"
        said = Saying(day, (self._say("stay", "state", it, when=when),))
        return self._planted(
            "temporary", "stay", [said], [Span(it, day, until + timedelta(days=1))]
        )

    def _planted(
        self,
        kind: str,
        topic: str,
        said: list[Saying],
        spans: list[Span],
        wrong: Sequence[str] = (),
        word: str = "",
    ) -> Planted:
        who = self._person
        return Planted(
            kind, topic, who.number, who.group, tuple(said), tuple(spans), tuple(wrong), word
        )

    def _day(self, least: float, most: float) -> date:
        return self._first + timedelta(
            days=min(self._nights - 1, int(self.chance.uniform(least, most) * self._nights))
        )

    def _thing(self, topic: str) -> str:
        """Something that this person has said of nothing else."""
        if topic == "birthday":
            return f"{self.chance.choice(things('months'))} {self.chance.randint(1, 28)}"
        left = [one for one in things(_THINGS[topic]) if one not in self._taken]
        it = self.chance.choice(left)
        self._taken.add(it)
        return it

    def _word(self, topic: str) -> str:
        return self.chance.choice(things(_KIND_WORDS[topic])) if topic in _KIND_WORDS else ""

    def _say(
        self, topic: str, act: str, it: str, *, old: str = "", when: str = "", word: str = ""
    ) -> str:
        wording = self.chance.choice(wordings(topic, act, self._person.group))
        said = wording.format(it=it, old=old, when=when, kind=word)
        return said[0].upper() + said[1:]
