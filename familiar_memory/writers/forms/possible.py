"""The forms that a sentence can hold at all, by its words: few of hundreds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from familiar_memory.knowledge.languages.required_words import (
    RequiredWords,
    required_words,
    without_case,
)
from familiar_memory.writers.forms.english.ended import ENDED_FORMS, may_take_back
from familiar_memory.writers.forms.english.life import BIRTH_FORMS, HOME_FORMS, WORK_FORMS
from familiar_memory.writers.forms.english.people import PEOPLE_FORMS
from familiar_memory.writers.forms.english.taste import SKILL_FORMS, TASTE_FORMS
from familiar_memory.writers.forms.form import Form
from familiar_memory.writers.forms.written import table_forms

__all__ = ["form_spans", "plain_forms", "possible_forms"]


@lru_cache(maxsize=1)
def plain_forms() -> tuple[Form, ...]:
    """Every row that states something, in the order in which facts of one sentence are reported."""
    english = (*WORK_FORMS, *HOME_FORMS, *BIRTH_FORMS, *PEOPLE_FORMS, *TASTE_FORMS, *SKILL_FORMS)
    return (*english, *table_forms())


@lru_cache(maxsize=1)
def form_spans() -> tuple[int, ...]:
    """Over how many sentences forms reach, the fewest first."""
    return tuple(sorted({form.span for form in (*plain_forms(), *ENDED_FORMS)}))


def possible_forms(text: str, span: int, *, is_first: bool) -> list[Form]:
    """The forms of so many sentences that may be found in a text, in their order.

    `is_first`: the text begins a message, so that forms of an opening may be in it.
    """
    told = without_case(text)
    forms = _stating(span).found_by(told)
    if may_take_back(text):
        forms += _ending(span).found_by(told)
    return [form for form in forms if is_first or not form.opening]


class _ByWords:
    """Forms by the words that they need: each word is looked for once, and not for each form."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self._forms = tuple(forms)
        self._of_any_text: list[int] = []
        self._by_word: dict[str, list[int]] = {}
        self._others: list[RequiredWords] = []
        for number, form in enumerate(self._forms):
            first, *others = required_words(form.wording) or (None,)
            self._others.append(tuple(others))
            if first is None:
                self._of_any_text.append(number)
            for word in first or ():
                self._by_word.setdefault(word, []).append(number)

    def found_by(self, told: str) -> list[Form]:
        """The forms that a text without case has the words for."""
        numbers = set(self._of_any_text)
        for word, needing in self._by_word.items():
            if word in told:
                numbers.update(needing)
        return [
            self._forms[number]
            for number in sorted(numbers)
            if all(any(word in told for word in words) for words in self._others[number])
        ]


@lru_cache(maxsize=8)
def _stating(span: int) -> _ByWords:
    return _ByWords(form for form in plain_forms() if form.span == span)


@lru_cache(maxsize=8)
def _ending(span: int) -> _ByWords:
    return _ByWords(form for form in ENDED_FORMS if form.span == span)
