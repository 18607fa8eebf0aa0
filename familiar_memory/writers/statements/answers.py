"""What a short answer states, by the question that it answers: "Where are you from?" "Houston".

The answer is put into the sentence that it stands for ("I'm from Houston"), so that what holds for
whole sentences holds for it. Questions are the `answers` of a language's `[forms]` table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.forms.asserted import is_question
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.worth import telling_of

__all__ = ["find_answers"]

_MOST_WORDS = 6
"""Who answers in more words says what they mean."""
_OPENER = regex.compile(
    r"^\W*(?:(?:yes|yeah|yep|yup|oh|hm+|uh+|um+|well|ok(?:ay)?|sure|haha|just|probably|"
    r"definitely|it's|its|mine is|mine's|はい|ええ|うん)\b[\s,.!、。]*)+",
    regex.IGNORECASE,
)
_TALKS = regex.compile(
    r"\b(?:i|i'm|i've|we|you|your|my|it|that|this|he|she|they|no|nope|not|none|don't|idk|guess|"
    r"secret|same|too|maybe|why|wow|what|nice|cool|great|thanks|hey|hi|hello|really|good)\b",
    regex.IGNORECASE,
)
"""A sentence of its own, or none that answers."""


@dataclass(frozen=True, slots=True)
class _Answered:
    asked: BoundedPattern
    says: str


def find_answers(question: str, text: str) -> tuple[Statement, ...]:
    """List what the first words of a message state as the answer to a question."""
    answer = _answer(text)
    if not answer:
        return ()
    asked = as_spelt(mask_quotations(question))
    return next(
        (
            find_statements(row.says.format(**{**match.groupdict(""), "a": answer}))
            for row in _table()
            if (match := row.asked.search(asked)) is not None
        ),
        (),
    )


def _answer(text: str) -> str:
    """The first sentence without what opens it; "" where it is no answer of a few words."""
    sentences = split_sentences(as_spelt(mask_quotations(text)))
    if not sentences or is_question(sentences[0]) or not telling_of(sentences[0]).text:
        return ""
    words = _OPENER.sub("", sentences[0]).strip(" .!,。！")
    is_short = len(words.split()) <= _MOST_WORDS
    is_plain = not _TALKS.search(words) and not regex.search(r"[{}]", words)
    return words if is_short and is_plain else ""


@lru_cache(maxsize=1)
def _table() -> tuple[_Answered, ...]:
    return tuple(
        _Answered(_compiled(row["asked"], table.get("words", {})), row["says"])
        for table in language_tables("forms").values()
        for row in table.get("answers", ())
    )


def _compiled(asked: str, words: Mapping[str, str]) -> BoundedPattern:
    return bounded(spelled(asked, words), regex.IGNORECASE)
