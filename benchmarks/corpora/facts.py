"""Made-up people and subjects with what is known of them: facts that link, end and come again."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path

from benchmarks.corpora.vocabulary import Vocabulary

__all__ = ["FactsCorpus", "KnownName", "write_facts"]

_WORDS = 8_000
_SUBJECTS = 0.25
"""The share of notes that are about subjects; the others are about people."""
_FIRST_DAY = date(2022, 1, 1)
_DAYS = 1_400
_LONG_AGO_S = 1_700_000_000
"""Modification times well before any indexing, so that they are trusted."""
_SINGLE = ("lives_in", "works_at", "has_role")
_MANY = ("likes", "plays", "speaks", "owns", "allergic_to")
_TO_SUBJECTS = ("works_on", "works_at", "member_of")
_TO_PEOPLE = ("friend_of", "knows", "sibling_of")


@dataclass(frozen=True, slots=True)
class KnownName:
    """Somebody or something of the corpus: `slug` is the stem of the note at `path`."""

    name: str
    slug: str
    path: str


class FactsCorpus:
    """Notes with facts, the same for a seed.

    A third of the facts link to a subject and a sixth to somebody, a few of whom are known to
    many (Zipf); a quarter have ended, struck through with their end.
    """

    def __init__(self, notes: int = 2_000, seed: int = 17) -> None:
        """Give names to so many people and subjects."""
        self._random = random.Random(seed)
        self._vocabulary = Vocabulary(_WORDS, seed + 1)
        self._refs = 0
        subjects = round(notes * _SUBJECTS)
        self.subjects = [self._subject(number) for number in range(subjects)]
        self.people = [self._person(number) for number in range(notes - subjects)]
        self._weights = {
            id(many): list(accumulate(1 / (rank + 3) for rank in range(len(many))))
            for many in (self.subjects, self.people)
        }

    @property
    def names(self) -> list[KnownName]:
        """Everybody and everything."""
        return [*self.people, *self.subjects]

    def notes(self, facts: int = 10_000) -> Iterator[tuple[str, str]]:
        """(path, text) of each note, with so many facts in all."""
        each, more = divmod(facts, len(self.names))
        for number, known in enumerate(self.names):
            lines = [self._fact(known) for _ in range(each + (number < more))]
            yield known.path, self._head(known) + "".join(f"- {line}\n" for line in lines)

    def _subject(self, number: int) -> KnownName:
        name = f"{self._title()} {number}"
        slug = name.lower().replace(" ", "-")
        return KnownName(name, slug, f"topics/{slug}.md")

    def _person(self, number: int) -> KnownName:
        slug = f"discord-{number}"
        return KnownName(f"{self._title(1)} {number}", slug, f"people/{slug}.md")

    def _head(self, known: KnownName) -> str:
        if known.path.startswith("topics/"):
            return f"# {known.name}\n\n## Facts\n\n"
        return f"## Aliases\n\n- {known.name}\n\n## Facts\n\n"

    def _fact(self, known: KnownName) -> str:
        predicate, said = self._said(known)
        learned = _FIRST_DAY + timedelta(days=self._random.randrange(_DAYS))
        tail = f"{learned}, ref:{self._ref()}, by:{self._speaker(known)}, in:discord-lantern.tavern"
        if self._random.random() < 0.25:
            until = learned + timedelta(days=self._random.randrange(30, 400))
            since = learned - timedelta(days=30)
            return f"~~{predicate}:: {said} ({tail}, since {since}, until {until})~~"
        return f"{predicate}:: {said} ({tail})"

    def _said(self, known: KnownName) -> tuple[str, str]:
        """A predicate, and what it says."""
        chance = self._random.random()
        if chance < 1 / 3:
            return self._random.choice(_TO_SUBJECTS), self._link(known, self.subjects)
        if chance < 1 / 2:
            return self._random.choice(_TO_PEOPLE), self._link(known, self.people)
        predicate = self._random.choice(_SINGLE if chance < 0.65 else _MANY)
        return predicate, self._title().lower()

    def _link(self, known: KnownName, others: Sequence[KnownName]) -> str:
        weights = self._weights[id(others)]
        other = self._random.choices(others, cum_weights=weights)[0]
        is_near = other.path.partition("/")[0] == known.path.partition("/")[0]
        path = other.path.partition("/")[2] if is_near else f"../{other.path}"
        return f"[{other.name}]({path})"

    def _speaker(self, known: KnownName) -> str:
        return known.slug if known.path.startswith("people/") else self.people[0].slug

    def _ref(self) -> str:
        self._refs += 1
        return f"t{self._refs}"

    def _title(self, words: int = 2) -> str:
        return " ".join(self._vocabulary.content(words)).title()


def write_facts(
    root: Path, facts: int = 10_000, *, notes: int = 2_000, seed: int = 17
) -> FactsCorpus:
    """Write so many facts in so many notes under a memory tree."""
    corpus = FactsCorpus(notes, seed)
    for path, text in corpus.notes(facts):
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
        os.utime(target, (_LONG_AGO_S, _LONG_AGO_S))
    return corpus
