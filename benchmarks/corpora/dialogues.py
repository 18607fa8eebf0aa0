"""Made-up dialogue of one person and an assistant that answers at length, as Markdown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from benchmarks.corpora.english import english_vocabulary
from familiar_memory import Author, Place, Turn
from familiar_memory.domain.talk.role import Role

__all__ = ["DialogueCorpus"]

_WORDS = 20_000
_PERSON_CHARS, _ASSISTANT_CHARS = 780, 2_750
"""About so many, on average: as people write about their projects, and are answered."""
_LEAST_CHARS = 60
_ASKS = 0.6
"""So many of a person's messages end in a question."""
_SENTENCE_WORDS = 14
_EXCHANGES = 20
"""On average, between two pauses of hours."""
_OPENINGS = ["I've been working on", "I moved", "We decided on", "My plan is", "I still need"]
_REQUESTS = ["can you help me with", "how should I handle", "could you show me"]
_FENCE = "```"


class DialogueCorpus:
    """Turns in pairs and questions about them, the same for a seed."""

    def __init__(self, seed: int = 23) -> None:
        self.vocabulary = english_vocabulary(_WORDS, seed)
        self._random = random.Random(seed + 1)
        self.person = Author("desk", "1", "Rowan")
        self.assistant = Author("desk", "2", "Helper")
        self.place = Place("desk", "talk", None)
        self._now = datetime(2024, 1, 1, 9, tzinfo=UTC)

    def turns(self, count: int) -> Iterator[Turn]:
        """So many turns: a person's and its answer by turns."""
        for number in range(count):
            answers = number % 2 == 1
            pause = not answers and self._random.random() < 1 / _EXCHANGES
            self._now += timedelta(hours=20) if pause else timedelta(minutes=2)
            yield Turn(
                ref=f"t{number}",
                timestamp=self._now,
                place=self.place,
                author=self.assistant if answers else self.person,
                text=self._answer() if answers else self._message(),
                role=Role.ASSISTANT if answers else Role.USER,
            )

    def questions(self, count: int) -> list[str]:
        """Questions of what was said, of about ten words."""
        return [f"What did I say about {self._words(9)}?" for _ in range(count)]

    def _message(self) -> str:
        size = self._size(_PERSON_CHARS)
        parts = [f"{self._one(_OPENINGS)} {self._words(10)} ({self._random.randint(2, 400)})."]
        while sum(map(len, parts)) < size:
            if self._random.random() < 0.12:
                parts.append(f"\n\n{self._code()}\n\n")
            else:
                parts.append(self._sentence())
        if self._random.random() < _ASKS:
            parts.append(f"{self._one(_REQUESTS).capitalize()} {self._words(8)}?")
        return " ".join(parts)

    def _answer(self) -> str:
        size = self._size(_ASSISTANT_CHARS)
        parts = [self._paragraph(2)]
        makers = (self._section, self._steps, self._bullets, self._code, self._paragraph)
        while sum(map(len, parts)) < size:
            parts.append(self._random.choices(makers, weights=(3, 3, 2, 3, 4))[0]())
        parts.append(f"Let me know how {self._words(6)} goes!")
        return "\n\n".join(parts)

    def _section(self) -> str:
        return f"## {self._title()}\n\n{self._paragraph(2)}"

    def _paragraph(self, sentences: int = 3) -> str:
        return " ".join(self._sentence() for _ in range(sentences))

    def _steps(self) -> str:
        count = self._random.randint(3, 6)
        return "\n".join(
            f"{n}. **{self._title()}**: {self._sentence()}" for n in range(1, count + 1)
        )

    def _bullets(self) -> str:
        return "\n".join(f"- {self._words(9)}" for _ in range(self._random.randint(3, 7)))

    def _code(self) -> str:
        names = ["_".join(self.vocabulary.content(2)) for _ in range(4)]
        lines = [f"def {names[0]}({names[1]}, limit={self._random.randint(1, 500)}):"]
        for _ in range(self._random.randint(2, 9)):
            target, call = self._one(names), self._one(names)
            lines.append(f'    {target} = {call}["{self.vocabulary.content(1)[0]}"]  # {target}')
        lines.append(f"    return {names[3]}")
        return "\n".join((f"{_FENCE}python", *lines, _FENCE))

    def _title(self) -> str:
        return " ".join(self.vocabulary.content(self._random.randint(2, 4))).title()

    def _sentence(self) -> str:
        return self.vocabulary.sentence(self.vocabulary.length(_SENTENCE_WORDS))

    def _words(self, count: int) -> str:
        return self.vocabulary.sentence(count).removesuffix(".").lower()

    def _size(self, mean: int) -> int:
        # Lengths of messages have a long tail, as those of people have.
        return max(_LEAST_CHARS, round(self._random.gammavariate(2.0, mean / 2.0)))

    def _one(self, choices: list[str]) -> str:
        return self._random.choice(choices)
