"""Which wordings the writer without a model reads, without living through a year.

python -m benchmarks.year.read [--group fresh] [--file wordings.toml] [--missed]

Each wording is said by somebody with a fact from before where there has to be one, in a few ways of
typing; a wording is read where all of them leave the right fact and no other.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.year.page import same
from benchmarks.year.words import GROUPS, asked, style, styled, things
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.slips.set_right import set_right

__all__ = ["Reading", "readings"]

_HERE = Path(__file__).parent
_LISTS = {
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
_KINDS = {"pet": "animals", "relative": "relatives"}
_BEFORE = {
    "home": ("lives_in",),
    "job": ("works_at",),
    "instrument": ("plays", "loves"),
    "diet": ("diet",),
    "food": ("loves", "likes"),
}
"""What stands from before where a wording changes it or ends it."""
_PRESENT = {"worked_at": "works_at", "lived_in": "lives_in", "played": "plays"}
_STATED = {"home": "I live in {}.", "job": "I work at {}."}
_WAYS = 13
"""How many ways each wording is said in: with every opening and every ending of the year."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A wording of a group, and of the ways in which it was said those that were misread."""

    group: str
    topic: str
    act: str
    wording: str
    missed: tuple[str, ...]


def readings(
    table: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]], ways: Sequence[int] = ()
) -> Iterator[Reading]:
    """Try every wording of a table of wordings, in every way or in these (by number)."""
    for topic, acts in table.items():
        if topic == "secret":
            continue
        for act, groups in acts.items():
            for group, wordings in groups.items():
                for number, wording in enumerate(wordings):
                    missed = tuple(_missed(topic, act, wording, number, ways or range(_WAYS)))
                    yield Reading(group, topic, act, wording, missed)


def _missed(topic: str, act: str, wording: str, number: int, ways: Iterable[int]) -> Iterator[str]:
    for at in ways:
        pick = number * 7 + at * 3
        it, old, when = _thing(topic, pick), _thing(topic, pick + 1), "March"
        if topic == "stay":
            when = "June 14"
        kinds = things(_KINDS[topic]) if topic in _KINDS else ("",)
        kind = kinds[pick % len(kinds)]
        said = _said(wording.format(it=it, old=old, when=when, kind=kind), number, at)
        if not _is_read(topic, act, said, it, old):
            yield said


def _said(text: str, number: int, at: int) -> str:
    """In one of the ways of the year; the first is the wording as it stands."""
    text = text[0].upper() + text[1:]
    if not at:
        return text
    openings, endings = style("openings"), style("endings")
    # The first half of each list is empty: as often as people say nothing there.
    opening = openings[(at * 2 + number) % len(openings)]
    return styled(text, opening, endings[(at + 5) % len(endings)], is_lower=at % 2 == 1)


def _thing(topic: str, pick: int) -> str:
    if topic == "birthday":
        months = things("months")
        return f"{months[pick % len(months)]} {pick % 28 + 1}"
    kept = things(_LISTS[topic])
    return kept[pick % len(kept)]


def _is_read(topic: str, act: str, said: str, it: str, old: str) -> bool:
    standing: set[tuple[str, str]] = set()
    previous = ""
    if act == "end":
        standing = {(one, it) for one in _BEFORE[topic]}
        if topic == "instrument":
            standing = {("plays", it), ("loves", f"playing the {it}")}
    elif act in ("change", "correct", "dated"):
        standing = {(one, old) for one in _BEFORE[topic]}
        previous = _STATED[topic].format(old) if act == "correct" else ""
    known = [SpeakerFact(*fact) for fact in sorted(standing)]
    read = set_right(said, previous, known=known)
    for one in read.wrong:
        standing.discard((one.predicate, one.object))
    for told in read.stated:
        _tell(told.statement, standing)
    for corrected in find_corrections(said, previous):
        for fact in [fact for fact in standing if same(fact[1], corrected.old)]:
            standing.discard(fact)
            standing.add((fact[0], corrected.new))
    predicates = asked(topic).predicates
    meant = {fact for fact in standing if not predicates or fact[0] in predicates}
    if act == "end":
        return not any(same(thing, it) for _, thing in meant)
    held = any(same(thing, it) for _, thing in meant)
    return held and (not old or not any(same(thing, old) for _, thing in meant))


def _tell(one: Statement, standing: set[tuple[str, str]]) -> None:
    predicate = _PRESENT.get(one.predicate, one.predicate)
    if one.stance is Stance.HOLDS:
        kind = SHIPPED.get(predicate)
        if kind is not None and kind.single:
            standing -= {fact for fact in standing if fact[0] == predicate}
        if predicate == "dislikes":
            against = {"likes", "loves", "prefers"}
            standing -= {
                fact for fact in standing if fact[0] in against and same(fact[1], one.object)
            }
        standing.add((predicate, one.object))
    else:
        standing -= {
            fact for fact in standing if fact[0] == predicate and _is_one(fact[1], one.object)
        }


def _is_one(standing: str, said: str) -> bool:
    return same(standing, said) and same(said, standing)


def main() -> None:
    """Count what is read of each group, and show what is missed."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.year.read")
    parser.add_argument("--group", help="one group only: " + ", ".join(GROUPS))
    parser.add_argument("--file", type=Path, action="append", help="a table of wordings")
    parser.add_argument("--missed", action="store_true", help="show what is missed")
    given = parser.parse_args()
    files = given.file or sorted(_HERE.glob("wordings*.toml"))
    every: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for file in files:
        for one in readings(tomllib.loads(file.read_text("utf-8"))):
            if given.group and one.group != given.group:
                continue
            for act in (f"{one.topic}.{one.act}", "all"):
                every[one.group, act] += 1
                right[one.group, act] += not one.missed
            if one.missed and given.missed:
                print(f"{one.group:6} {one.topic}.{one.act:8} {len(one.missed)} {one.missed[0]}")
    for key, count in sorted(every.items()):
        if right[key] < count or key[1] == "all":
            print(f"{key[0]:6} {key[1]:18} {right[key]:3} of {count:3}  {right[key] / count:.2f}")


if __name__ == "__main__":
    main()
