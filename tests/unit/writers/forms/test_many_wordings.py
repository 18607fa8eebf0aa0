"""Hundreds of ways in which people state facts of themselves, and hundreds that come near them.

`stated_facts.txt` has a wording and its fact a line, `near_misses.txt` what gives none of the
predicates that its heading names, `no_ends.txt` what ends none.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.forms.finding import find_statements

_HERE = Path(__file__).parent
_PREVIOUS = {"Hull": "I live in Hull.", "bakery": "I work at a bakery."}
CORRECTIONS = (
    ("not Hull, Oban!", "Hull", "Oban"),
    ("Oban, not Hull.", "Hull", "Oban"),
    ("Oban, I mean, not Hull", "Hull", "Oban"),
    ("I said Hull but I meant Oban", "Hull", "Oban"),
    ("Sorry, Initech, not a bakery.", "bakery", "Initech"),
    ("I said a bakery but I meant Pellow & Sons", "bakery", "Pellow & Sons"),
)
NO_CORRECTIONS = (
    "not Hull, silly",
    "not Hull, again",
    "Rowan, not now",
    "not Leeds, Oban",
    "is it Oban, not Hull?",
    "I said Leeds but I meant well",
)


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """Each line with the heading that it stands under."""
    heading = ""
    for line in (_HERE / name).read_text("utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif line:
            yield heading, line


def _stated(said: str) -> list[str]:
    marks = {"holds": "", "ended": " (ended)", "denied": " (denied)"}
    return [
        f"{one.predicate}:: {one.object}{marks[one.stance.value]}" for one in find_statements(said)
    ]


def _ended(said: str) -> list[str]:
    return [one for one in _stated(said) if one.endswith("(ended)")]


@pytest.mark.parametrize(
    "topic", sorted({heading for heading, _ in _lines("stated_facts.txt")}), ids=str
)
def test_each_wording_of_a_topic_states_its_fact(topic: str) -> None:
    """And says whether it holds or has ended."""
    rows = [line.split(" => ") for heading, line in _lines("stated_facts.txt") if heading == topic]
    missed = [said for said, fact in rows if fact not in _stated(said)]
    assert missed == []


@pytest.mark.parametrize(
    "predicates", sorted({heading for heading, _ in _lines("near_misses.txt")}), ids=str
)
def test_what_comes_near_a_topic_states_no_fact_of_it(predicates: str) -> None:
    """Questions, wishes, others' facts, sayings, games, what was and what is not."""
    said = [line for heading, line in _lines("near_misses.txt") if heading == predicates]
    wrong = {
        line: facts
        for line in said
        if (
            facts := [
                f"{one.predicate}:: {one.object}"
                for one in find_statements(line)
                if one.predicate in predicates.split() and one.stance.value == "holds"
            ]
        )
    }
    assert wrong == {}


def test_what_comes_near_an_end_is_none() -> None:
    """A mood of today, what is put away, what is ahead, somebody else's, and what never was."""
    ended = {line: _ended(line) for _, line in _lines("no_ends.txt") if _ended(line)}
    assert ended == {}


@pytest.mark.parametrize(("said", "old", "new"), CORRECTIONS)
def test_a_word_is_set_right_by_what_was_said_before(said: str, old: str, new: str) -> None:
    """With or without a word of apology."""
    found = find_corrections(said, _PREVIOUS[old])
    assert [(one.old, one.new) for one in found] == [(old, new)]


@pytest.mark.parametrize("said", NO_CORRECTIONS)
def test_what_sets_nothing_right_is_no_correction(said: str) -> None:
    """No name, another's word, a question."""
    assert find_corrections(said, _PREVIOUS["Hull"]) == ()
