"""At the end of the year: what is so, what was so then, and what must not be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from benchmarks.year.cast import Person
from benchmarks.year.page import facts_on_page, plain_on_page, same
from benchmarks.year.talk_of_day import OPEN_ROOMS
from benchmarks.year.truth import Planted
from benchmarks.year.words import asked, things
from familiar_memory import Author, Familiar, RecallRequest
from familiar_memory.inspection.knowledge.fact import Fact

__all__ = ["Answer", "ask_everything", "leaks"]

_SETTLED = timedelta(days=6)
"""Who is asked about a span asks about one that lasted longer than this."""
_ONE_AT_A_TIME = frozenset({"home", "job", "birthday"})
_AGAINST = frozenset({"dislikes"})
"""Who dislikes it now says no more that they like it."""
_FORMER = frozenset({"worked_at", "lived_in", "played", "studied_at", "owned"})
_STRANGER = Author("discord", "1", "Somebody Else")
_HERE = OPEN_ROOMS[0]
"""Where everything is asked, by somebody of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered about one thing, now (`when` None) or as of a day.

    `expected` None = nothing of it is so any more. `current` are the objects that hold at that
    moment, `is_noted` whether any line knows it. `wrong` is what they say and is not so. `hit` is
    what the first hit of the question in words names, `page` what the prompt says as facts, `told`
    plain lines of the prompt that mention what is no more; where the words can mean no
    single span, or the moment is past, they stay empty.
    """

    fact: Planted
    when: date | None
    expected: str | None
    current: tuple[str, ...]
    is_noted: bool
    wrong: tuple[str, ...]
    hit: str | None = None
    page: tuple[str, ...] = ()
    shown_wrong: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    is_in_words: bool = True

    @property
    def is_known(self) -> bool:
        """The facts of that moment say it, and nothing that is not so."""
        if self.wrong:
            return False
        if self.expected is None:
            return self.is_noted
        return any(same(one, self.expected) for one in self.current)

    @property
    def is_hit(self) -> bool:
        """The first hit names it, or nothing is so any more and the first hit does not say so."""
        if self.expected is None:
            return not self.shown_wrong
        return self.hit is not None and same(self.hit, self.expected)

    @property
    def is_right(self) -> bool:
        """As of a day: known. Now: the first hit or the prompt says it, and nothing wrong."""
        if self.when is not None or self.expected is None:
            return self.is_known and not self.shown_wrong
        says = self.is_hit or any(same(one, self.expected) for one in self.page)
        return says and not self.wrong and not self.shown_wrong


async def ask_everything(
    familiar: Familiar, people: Sequence[Person], facts: Iterable[Planted], end: date
) -> list[Answer]:
    """What holds at the end, and in the middle of each span."""
    found: list[Answer] = []
    for fact in facts:
        if fact.topic != "secret":
            who = people[fact.person]
            found.append(await _now(familiar, who, fact, end))
            found += [await _then(familiar, who, fact, day) for day in _moments(fact, end)]
    return found


async def leaks(
    familiar: Familiar, people: Sequence[Person], facts: Iterable[Planted]
) -> list[str]:
    """What was confided and is shown in an open room, to whoever confided it or to another."""
    found: list[str] = []
    for fact in facts:
        if fact.topic != "secret":
            continue
        who, it = people[fact.person], fact.spans[0].it
        for author in (who.author, _STRANGER):
            for text in (f"what about {it}?", f"what do you know about {who.name}?"):
                request = RecallRequest(text, author, _HERE, log=False)
                hits = (await familiar.search(request)).hits
                shown = [(await familiar.recall(request)).render()]
                shown += [f"{hit.text} {hit.fact} {hit.ended}" for hit in hits]
                found += [f"{it}: {text}" for page in shown if it.lower() in page.lower()]
        known = await familiar.knowledge.facts(place=_HERE, author=_STRANGER, include_retired=True)
        found += [f"{it}: {one.sentence}" for one in known.facts if it in one.sentence]
    return found


def _moments(fact: Planted, end: date) -> list[date]:
    """The middles of the spans, and of what followed where it ended."""
    long = [span for span in fact.spans if (span.until or end) - span.since > _SETTLED]
    days = [span.middle(end) for span in long]
    last = fact.spans[-1].until
    if last is not None and end - last > _SETTLED:
        days.append(last + (end - last) // 2)
    return days


async def _now(familiar: Familiar, who: Person, fact: Planted, end: date) -> Answer:
    everything = await _known(familiar, who, None)
    holding = [one for one in everything if one.holds]
    expected = fact.on(end)
    ask = asked(fact.topic).now
    text = ask[len(fact.spans[0].it) % len(ask)].format(name=who.name, kind=fact.word)
    request = RecallRequest(text, _STRANGER, _HERE, log=False)
    hits = (await familiar.search(request, limit=1)).hits
    named = hits[0].fact if hits else None
    page = (await familiar.recall(request)).render()
    lines = facts_on_page(page, who.name, everything)
    gone = sorted(fact.said - {expected})
    is_past = named is None or named.is_past or named.was_wrong or _is_over(named.says)
    is_theirs = named is not None and named.record.note == f"people/{who.author.slug}.md"
    shown = [named.sentence] if named is not None and is_theirs and not is_past else []
    return Answer(
        fact,
        None,
        expected,
        _objects(fact, holding),
        _is_noted(fact, everything),
        _wrong(fact, holding, expected),
        None if named is None or is_past else named.says.partition(":: ")[2],
        tuple(lines),
        tuple(one for one in (*lines, *shown) if any(same(one, it) for it in gone)),
        tuple(
            one
            for one in plain_on_page(page, who.name, everything)
            if any(same(one, it) for it in gone)
        ),
    )


def _is_over(says: str) -> bool:
    """Whether a line by itself says that it is no more: `worked_at`, `dislikes`."""
    predicate = says.partition("::")[0]
    return predicate in _AGAINST or predicate in _FORMER


async def _then(familiar: Familiar, who: Person, fact: Planted, day: date) -> Answer:
    known = await _known(familiar, who, datetime.combine(day, time(12), UTC))
    holding = [one for one in known if one.holds]
    expected = fact.on(day)
    first = day.replace(day=1)
    next_month = (first + timedelta(days=32)).replace(day=1)
    in_words = expected is not None and all(
        fact.on(one) == expected for one in (first, next_month - timedelta(days=1))
    )
    hit = None
    if in_words:
        when = f"{things('months')[day.month - 1]} {day.year}"
        text = asked(fact.topic).then.format(name=who.name, kind=fact.word, when=when)
        hits = (
            await familiar.search(RecallRequest(text, _STRANGER, _HERE, log=False), limit=1)
        ).hits
        hit = hits[0].fact.says.partition(":: ")[2] if hits and hits[0].fact else None
    return Answer(
        fact,
        day,
        expected,
        _objects(fact, holding),
        _is_noted(fact, known),
        _wrong(fact, holding, expected),
        hit,
        is_in_words=in_words,
    )


async def _known(familiar: Familiar, who: Person, moment: datetime | None) -> list[Fact]:
    named = f"{who.author.platform}:{who.author.user_id}"
    answer = await familiar.knowledge.facts(
        named, as_of=moment, place=_HERE, author=_STRANGER, include_retired=True
    )
    return [one for one in answer.facts if one.is_about]


def _objects(fact: Planted, holding: Iterable[Fact]) -> tuple[str, ...]:
    """What answers the subject: by its predicates, or by what was said of it."""
    predicates = asked(fact.topic).predicates
    return tuple(
        one.object.text
        for one in holding
        if _is_meant(one)
        and (one.predicate in predicates or any(same(one.object.text, it) for it in fact.said))
    )


def _is_meant(one: Fact) -> bool:
    return "used to" not in one.sentence and one.predicate not in _AGAINST


def _is_noted(fact: Planted, known: Iterable[Fact]) -> bool:
    return any(same(one.object.text, it) for one in known for it in fact.said)


def _wrong(fact: Planted, holding: Iterable[Fact], expected: str | None) -> tuple[str, ...]:
    """What was said of it and is not so; of what is one at a time also anything else."""
    gone, predicates = fact.said - {expected}, asked(fact.topic).predicates
    return tuple(
        one.sentence
        for one in holding
        if _is_meant(one)
        and (
            any(same(one.object.text, it) for it in gone)
            or (
                fact.topic in _ONE_AT_A_TIME
                and one.predicate in predicates
                and (expected is None or not same(one.object.text, expected))
            )
        )
    )
