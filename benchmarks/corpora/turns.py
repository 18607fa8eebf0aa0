"""Made-up conversation: many turns of several people in a few channels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from benchmarks.corpora.vocabulary import Vocabulary
from familiar_memory import Author, Place, Turn

__all__ = ["TurnsCorpus"]

_WORDS = 30_000
_MEAN_WORDS = 18
_PEOPLE = 40
_PAUSE = 0.03
"""The chance that a conversation pauses for hours after a turn."""


class TurnsCorpus:
    """Turns and questions about them, the same for a seed."""

    def __init__(self, seed: int = 11, vocabulary: Vocabulary | None = None) -> None:
        """Words are made up if no vocabulary is given."""
        made_up = Vocabulary(_WORDS, seed)
        self.vocabulary = vocabulary or made_up
        self._random = random.Random(seed + 1)
        names = made_up.words[500 : 500 + _PEOPLE]
        self.authors = [
            Author("discord", str(number), name.title()) for number, name in enumerate(names)
        ]
        self.places = [Place("discord", f"room-{n}", "lantern") for n in range(4)]
        self._now = datetime(2024, 1, 1, 9, tzinfo=UTC)

    def turns(self, count: int) -> Iterator[Turn]:
        """So many turns, in the order of time; questions among them."""
        for number in range(count):
            pause = self._random.random() < _PAUSE
            self._now += timedelta(hours=6) if pause else timedelta(seconds=40)
            text = self.vocabulary.sentence(self.vocabulary.length(_MEAN_WORDS))
            if self._random.random() < 0.15:
                text = f"{text.removesuffix('.')}?"
            yield Turn(
                ref=f"t{number}",
                timestamp=self._now,
                place=self._random.choice(self.places),
                author=self._random.choice(self.authors),
                text=text,
            )

    def questions(self, count: int) -> list[str]:
        """Questions of 4 to 8 content words, every third about somebody by name."""
        asked = []
        for number in range(count):
            words = self.vocabulary.sentence(self._random.randint(8, 14)).removesuffix(".")
            who = self._random.choice(self.authors).display_name if number % 3 == 0 else ""
            asked.append(f"What did {who or 'they'} say: {words}?")
        return asked
