"""Of what time a question asks, in the words of each language."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.recall.ranking.asked.read_dates import named_date, without_date
from familiar_memory.recall.ranking.asked.tense import Tense, read_tense

ASKED = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("question", "tense"),
    [
        ("Where does Rowan work?", Tense.NOW),
        ("How old is Rowan?", Tense.NOW),
        ("What did Rowan say he is allergic to?", Tense.NOW),
        ("Where was the job that Rowan has now?", Tense.NOW),
        ("Where did Rowan live?", Tense.DID),
        ("Where did Rowan use to live?", Tense.PAST),
        ("What was Rowan's old job?", Tense.PAST),
        ("Where did Rowan work before the archive?", Tense.PAST),
        ("Where did Rowan previously work?", Tense.PAST),
        ("Has Rowan ever lived in Leeds?", Tense.EVER),
        ("はるかさんはどこに住んでいますか？", Tense.NOW),
        ("はるかさんは今どこに住んでいますか？", Tense.NOW),
        ("はるかさんはどこに住んでいましたか？", Tense.DID),
        ("はるかさんは以前どこに住んでいましたか？", Tense.PAST),
        ("はるかさんは前にどこで働いていましたか？", Tense.PAST),
        ("はるかさんの名前は？", Tense.NOW),
        ("はるかさんは大阪に住んだことがありますか？", Tense.EVER),
        ("", Tense.NOW),
    ],
)
def test_a_question_says_of_what_time_it_asks(question, tense):
    """What somebody said at the time is no question for what was so."""
    assert read_tense(question)[0] is tense


def test_what_says_the_tense_is_no_word_of_the_question():
    """Nor is a clause that only says until when."""
    assert read_tense("Where did Bex work before the ferries?")[1].split() == [
        "Where",
        "Bex",
        "work",
    ]


@pytest.mark.parametrize(
    ("question", "rest", "first", "last"),
    [
        ("Where in 2024?", "Where in ?", date(2024, 1, 1), date(2024, 12, 31)),
        ("Where in March 2023?", "Where in ?", date(2023, 3, 1), date(2023, 3, 31)),
        ("Where in May?", "Where in ?", date(2025, 5, 1), date(2025, 5, 31)),
        ("Where in February?", "Where in ?", date(2026, 2, 1), date(2026, 2, 28)),
        ("Where last spring?", "Where ?", date(2025, 3, 1), date(2025, 5, 31)),
        ("Where on 30 February 2024?", "Where on ?", date(2024, 2, 1), date(2024, 2, 29)),
    ],
)
def test_a_date_is_a_run_of_days(question, rest, first, last):
    """Without a year it is the latest; what is left of the question has no date."""
    (span,) = named_date(question, ASKED).spans(ASKED)
    assert (date.fromordinal(span.first), date.fromordinal(span.last)) == (first, last)
    assert without_date(question, ASKED).split() == rest.split()


def test_a_question_without_a_date_stays_as_it_is():
    """Words that might be of one, too."""
    assert without_date("Rowan may have cats?", ASKED) == "Rowan may have cats?"
