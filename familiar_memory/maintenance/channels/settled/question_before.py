"""What a bare choice answers: "amber it is" says of what only with the question before it.

Which words let somebody choose is the `choosing` of a language's `[shared_context]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import salient_words

__all__ = ["AskedBefore", "question_before"]

_MESSAGES = 12
"""So far back a question is looked for, and no farther than two hours."""
_WITHIN_US = 2 * 60 * 60 * 1_000_000
_LONGEST = 120
"""Characters of a question that a line has room for."""


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """A question, and the message that asks it."""

    said: Utterance
    question: str


def question_before(
    answer: Utterance, choice: str, earlier: Sequence[Utterance]
) -> AskedBefore | None:
    """The question that such a choice answers, among what was said before it, in order.

    One that names what was chosen, else the last that lets somebody choose.
    """
    near = [one for one in earlier[-_MESSAGES:] if answer.said_us - one.said_us <= _WITHIN_US]
    asked = [found for one in reversed(near) for found in _asked(one)]
    chosen = set(salient_words(choice))
    naming = (one for one in asked if chosen & set(salient_words(one.question)))
    choosing = (one for one in asked if _lets_choose(one.question))
    return next(naming, None) or next(choosing, None)


def _asked(said: Utterance) -> Iterator[AskedBefore]:
    for sentence in reversed(split_sentences(mask_quotations(said.words))):
        if MASK not in sentence and len(sentence) <= _LONGEST and asks(sentence):
            yield AskedBefore(said, sentence)


def _lets_choose(question: str) -> bool:
    return any(one.search(question) for one in _choosing())


@lru_cache(maxsize=1)
def _choosing() -> tuple[BoundedPattern, ...]:
    return tuple(
        bounded(spelled(one, table.get("words", {})), regex.IGNORECASE)
        for table in language_tables("shared_context").values()
        for one in table.get("choosing", ())
    )
