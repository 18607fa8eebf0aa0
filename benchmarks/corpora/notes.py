"""Made-up notes of about 1 KB: people with facts, topics with records, days of sessions."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from benchmarks.corpora.vocabulary import Vocabulary

__all__ = ["NotesCorpus", "write_notes"]

_WORDS = 8_000
_BYTES = 1_000
_FIRST_DAY = date(2024, 1, 1)
_LONG_AGO_S = 1_700_000_000
"""Modification times well before any indexing, so that they are trusted."""
_PREDICATES = ("likes", "works_at", "lives_in", "plays", "has_pet", "learning", "owns")


class NotesCorpus:
    """Texts of notes by path, the same for a seed."""

    def __init__(self, seed: int = 7) -> None:
        self.vocabulary = Vocabulary(_WORDS, seed)
        self._random = random.Random(seed + 1)
        self._refs = 0

    def note(self, number: int) -> tuple[str, str]:
        """(path, text) of one note."""
        kinds: tuple[Callable[[int], tuple[str, str]], ...] = (
            self._person,
            self._topic,
            self._topic,
            self._day,
        )
        return kinds[number % len(kinds)](number)

    def _person(self, number: int) -> tuple[str, str]:
        name = self._title(1)
        head = f"# {name}\n\n## Aliases\n\n- {name}\n- {name[:4]}{number}\n\n## Facts\n\n"
        return f"people/discord-{number}.md", self._filled(head, self._fact)

    def _topic(self, number: int) -> tuple[str, str]:
        title = self._title(2)
        prose = self.vocabulary.sentence(30)
        head = f"---\ntags: [notes]\n---\n# {title}\n\n{prose}\n\n## Details\n\n"
        path = f"topics/{title.lower().replace(' ', '-')}-{number}.md"
        return path, self._filled(head, self._record)

    def _day(self, number: int) -> tuple[str, str]:
        day = _FIRST_DAY + timedelta(days=number // 4)
        slot = self._random.choice(("morning", "evening", "night"))
        head = f"# {day} {slot}\n\n## discord-lantern.tavern\n\n"
        return f"sessions/{day}-{slot}-{number}.md", self._filled(head, self._record)

    def _filled(self, head: str, line: Callable[[], str]) -> str:
        text = head
        while len(text) < _BYTES:
            text += f"- {line()}\n"
        return text

    def _record(self) -> str:
        said = self.vocabulary.sentence(self.vocabulary.length(12)).removesuffix(".")
        return f"{said} ({self._tail()})"

    def _fact(self) -> str:
        if self._random.random() < 0.5:
            return self._record()
        predicate = self._random.choice(_PREDICATES)
        return f"{predicate}:: {self._title(2)} ({self._tail()})"

    def _tail(self) -> str:
        self._refs += 1
        day = _FIRST_DAY + timedelta(days=self._random.randrange(700))
        author = self._random.randrange(400)
        return f"{day}, ref:{self._refs}, by:discord-{author}, in:discord-lantern.tavern"

    def _title(self, count: int) -> str:
        return " ".join(self.vocabulary.content(count)).title()


def write_notes(root: Path, count: int, *, seed: int = 7) -> int:
    """Write so many notes under a memory tree; returns their bytes."""
    corpus = NotesCorpus(seed)
    total = 0
    for number in range(count):
        path, text = corpus.note(number)
        # Not all in one folder: a year of a busy community spreads over subfolders.
        folder, _, name = path.partition("/")
        target = root / folder / f"{number // 1_000:02}" / name
        if folder == "people":
            target = root / folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
        os.utime(target, (_LONG_AGO_S, _LONG_AGO_S))
        total += len(text.encode())
    return total
