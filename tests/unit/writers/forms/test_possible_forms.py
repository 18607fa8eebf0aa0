"""Which forms are tried on a sentence: all that would be found, few of the others."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.english.ended import ENDED_FORMS
from familiar_memory.writers.forms.possible import form_spans, plain_forms, possible_forms

SAID = [
    "I live in York and work at the Hallam Bakery.",
    "I no longer play the violin",
    "my sister Ruth has a cat called Miso",
    "i'm vegan now, and I quit Orchard Care Home last week",
    "my birthday is on 3 March",
    "私は京都に住んでいます",
    "hello there",
    "",
]


@pytest.mark.long
@pytest.mark.parametrize("text", SAID)
def test_no_form_that_would_be_found_is_left_out(text: str) -> None:
    """Whatever it needs."""
    for span in form_spans():
        possible = possible_forms(text, span, is_first=True)
        every = [*plain_forms(), *(ENDED_FORMS if set(possible) & set(ENDED_FORMS) else ())]
        found = [
            form
            for form in every
            if form.span == span and form.pattern.compiled.search(text) is not None
        ]
        assert [form for form in possible if form in set(found)] == found


def test_few_forms_are_tried() -> None:
    """A sentence has the words of few."""
    assert len(possible_forms("hello there", 1, is_first=True)) < len(plain_forms()) / 10
    assert len(possible_forms(SAID[0], 1, is_first=True)) < len(plain_forms()) / 3


def test_forms_that_take_back_are_tried_where_something_may_be_over() -> None:
    """And those of an opening at the beginning alone."""
    assert not set(possible_forms(SAID[0], 1, is_first=True)) & set(ENDED_FORMS)
    assert set(possible_forms(SAID[1], 1, is_first=True)) & set(ENDED_FORMS)
    at_first = possible_forms("私は京都に住んでいます", 1, is_first=True)
    later = possible_forms("私は京都に住んでいます", 1, is_first=False)
    assert [form for form in at_first if not form.opening] == later
