"""A job that is agreed and begins later is not there yet, and the old one is, until that day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from keyed_notes import note_text

from familiar_memory.writers.forms.finding import find_statements

_SAID = date(2026, 11, 3)
"""A Tuesday."""


def _jobs(said: str) -> list[tuple[str, str]]:
    found = [one for one in find_statements(said) if one.predicate == "works_at"]
    days = [one.term.begin and one.term.begin.first_day(_SAID) for one in found]
    return [(one.object, str(day or "now")) for one, day in zip(found, days, strict=True)]


@pytest.mark.parametrize(
    ("said", "jobs"),
    [
        (
            "I start a new job on Monday, I've been hired by Brompton",
            [("Brompton", "2026-11-09")],
        ),
        ("I've been hired by Aldi, starting 1 December", [("Aldi", "2026-12-01")]),
        ("I've been hired by Aldi and I start work there next week", [("Aldi", "2026-11-09")]),
        ("I got hired by Acme. I start on Monday", [("Acme", "2026-11-09")]),
        ("I've got a job at Acme, I start in January", [("Acme", "2027-01-01")]),
        ("I got a job at Acme, my first day is 4 January", [("Acme", "2027-01-04")]),
        # Nobody can be sure when that is.
        ("I've been hired by Aldi, starting soon", []),
        ("I got a new job at Acme starting next Monday", []),
        # It has begun, or something else begins.
        ("I've been hired by Aldi", [("Aldi", "now")]),
        ("I've been hired by Aldi, started on Monday", [("Aldi", "now")]),
        ("I've got a job at Acme, I start at 8 on Mondays", [("Acme", "now")]),
        ("I've got a job at Acme, starting to enjoy it", [("Acme", "now")]),
        ("I got a job at Acme. My sister starts school on Monday", [("Acme", "now")]),
        ("I work at Acme, I start a new job on Monday", [("Acme", "now")]),
        ("I work at Acme, we start the project on Monday", [("Acme", "now")]),
        # Whose job it is.
        ("Have I been hired by Aldi, starting 1 December?", []),
        ("If I get hired by Aldi, I start on Monday", []),
        ("My brother has been hired by Aldi, starting 1 December", []),
    ],
)
def test_a_job_begins_when_it_is_said_to(said: str, jobs: list[tuple[str, str]]) -> None:
    """On a Tuesday."""
    assert _jobs(said) == jobs


def test_the_old_job_holds_until_then(make_turn, history, store, writer):
    """It has an end that lies ahead, and is not struck."""
    texts = ("I work at Acme", "I've been hired by Aldi, starting 1 December 2030")
    history.record_many(make_turn(one, user_id="42") for one in texts)
    assert writer.run().is_complete
    note = note_text(store, "people/Rowan.md")
    assert "\n- works_at:: Acme (" in note
    assert "until 2030-12-01" in note
    assert "\n- works_at:: Aldi (" in note
    assert "since 2030-12-01" in note


def test_the_name_of_a_day_means_no_day_that_bears_it_now(make_turn, history, store, writer):
    """Who says on a Monday that they start on Monday would say "today" of that."""
    monday = datetime(2026, 11, 16, 12, 40, tzinfo=UTC)
    said = "big news, I start a new job on Monday, I've been hired by Brompton"
    history.record_many([make_turn(said, user_id="42", timestamp=monday)])
    assert writer.run().is_complete
    assert "since 2026-11-23" in note_text(store, "people/Rowan.md")
