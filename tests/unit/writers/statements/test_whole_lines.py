"""A line in somebody's own words says who it is about, and can be read alone."""

from __future__ import annotations

import pytest

from familiar_memory.maintenance.days.alone import explains_itself
from familiar_memory.writers.statements.finding import find_plain_statements


def _lines(said: str) -> list[str]:
    return [one.text for one in find_plain_statements(said)]


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        (
            "My sister Ruth and I run a narrowboat on the canal",
            ["My sister Ruth and I run a narrowboat on the canal"],
        ),
        ("Freya and I broke up, it's fine", ["Freya and I broke up, it's fine"]),
        (
            "we should get a first aid kit, I'll bring one from work on Tuesday",
            ["we should get a first aid kit, I'll bring one from work on Tuesday"],
        ),
        ("my wife and I bought a campervan", ["bought a campervan"]),
        ("My sister runs a bakery and I help on Sundays", ["help on Sundays"]),
    ],
)
def test_nobody_is_cut_off(said: str, lines: list[str]) -> None:
    """Neither who does it as well, nor that it is only proposed."""
    assert _lines(said) == lines


@pytest.mark.parametrize(
    "said",
    [
        "there's one under the stairs, I saw it last week",
        "yeah they emailed me this morning, 12th was already taken by a wedding",
        "she gave me two tickets last Friday",
        "nah he told us we're moving on Monday",
    ],
)
def test_whom_another_named_has_no_line(said: str) -> None:
    """Nobody knows later who or what it was."""
    assert _lines(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "My brother Sam visited last week. They gave him my old room for my birthday",
        "My mum has a new boat, she took us to Lisbon last summer",
    ],
)
def test_what_names_it_itself_has_one(said: str) -> None:
    """In the line, or in a sentence before it."""
    assert _lines(said)


def test_a_drawn_out_no_answers_somebody() -> None:
    """A line of a day has to be understood alone."""
    assert not explains_itself("nooo I quit the council's parking app haha")
    assert explains_itself("Nooooo the council has cancelled the winter fair")
