"""Whether a text only asks: a short question in which nobody says anything of themselves.

A question that tells something as well ("I've moved the deadline to Friday, can you help?") is
a statement first. What ends in a question mark is a question in any language; the
`[bare_question]` of a language may have patterns of other `endings`.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.speech.first_person import Subject, person_spoken_of
from familiar_memory.knowledge.words import content_words

__all__ = ["asks", "is_bare_question"]

_FEWER_THAN = 16
"""Content words: who writes more has said something beside the question."""
_DENSE_PER_WORD = 4
"""Characters to a content word and what grammar stands with it, where nothing stands between."""
_TAIL = 80
"""Characters in which the end of a text is looked for behind its emoji."""
_MARKS = ("?", "？")
_BEHIND = frozenset({"So", "Sk", "Cf", "Mn", "Zs"})
"""Categories of Unicode of which an emoji behind a question is made, and of spaces."""


def is_bare_question(text: str) -> bool:
    """Whether a text ends in a question, is short, and says nothing in the first person.

    Where it does not show of whom a text speaks, its length decides.
    """
    if not asks(text) or person_spoken_of(text) is Subject.SELF:
        return False
    return _length(text) < _FEWER_THAN


def asks(text: str) -> bool:
    """Whether a text ends in a question; a caption in brackets after it is not its end."""
    end = _end(text.rpartition("[")[0] if text.endswith("]") else text)
    return end.endswith(_MARKS) or any(ending.search(end) for ending in _endings())


def _end(text: str) -> str:
    """The last characters, without what is laughed or exclaimed behind them."""
    end = text.rstrip()[-_TAIL:]
    while end and (end[-1] in "!！" or category(end[-1]) in _BEHIND):
        end = end[:-1]
    return end


def _length(text: str) -> int:
    """The length of a text in content words, in scripts without spaces by its characters."""
    return sum(
        1 if word.isascii() else 1 + sum(map(is_dense_script, word)) // _DENSE_PER_WORD
        for word in content_words(text)
    )


@lru_cache(maxsize=1)
def _endings() -> tuple[BoundedPattern, ...]:
    tables = language_tables("bare_question").values()
    return tuple(bounded(ending) for table in tables for ending in table.get("endings", ()))
