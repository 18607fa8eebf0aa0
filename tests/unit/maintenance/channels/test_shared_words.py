"""Decisions, agreements and action items are found in plain words; what only sounds so is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from processor import work

from familiar_memory.knowledge.languages.given import LanguageFile, with_given
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.maintenance.channels.settled.shared_words import (
    dropped_in,
    matter_of,
    settled_in,
)
from familiar_memory.writers.text.sentences import plain_prose

_LETTERS = {SharedKind.DECISION: "D", SharedKind.AGREEMENT: "G", SharedKind.ACTION: "A"}
_LIST = Path(__file__).with_name("shared_context.txt").read_text("utf-8").splitlines()
_SAID = [one.rsplit("=>", 1) for one in _LIST if not one.startswith("#")]
LABELLED = [(said.strip(), kinds.strip()) for said, kinds in _SAID]


@pytest.mark.parametrize(("said", "kinds"), LABELLED)
def test_the_labelled_messages(said: str, kinds: str) -> None:
    """Each by itself: in English and in Japanese."""
    assert ",".join(_LETTERS[one.kind] for one in settled_in(plain_prose(said))) == kinds


@pytest.mark.parametrize(
    ("said", "shown", "matter"),
    [
        (
            "Ok so after all that, let's go with the oak for the sign.",
            "let's go with the oak for the sign.",
            "the oak for the sign.",
        ),
        ("yes, I'll send the minutes by Friday", "I'll send the minutes by Friday", None),
        ("well, we agreed to meet on Fridays", "we agreed to meet on Fridays", "meet on Fridays"),
        ("- [ ] book the hall", "book the hall", "book the hall"),
        (
            "ok, bench 2 has a wobble, I'll fix it this weekend",
            "bench 2 has a wobble, I'll fix it this weekend",
            "fix bench 2 this weekend",
        ),
        (
            "got the invoice, I'll send it tomorrow",
            "got the invoice, I'll send it tomorrow",
            "send the invoice tomorrow",
        ),
    ],
)
def test_the_words_that_say_it_are_shown(said: str, shown: str, matter: str | None) -> None:
    """Without what leads up to them."""
    (found,) = settled_in(said)
    assert (found.words, found.matter) == (shown, matter or "send the minutes by Friday")


def test_a_long_sentence_is_cut_between_two_words() -> None:
    """A line of a note is no story."""
    (found,) = settled_in(f"let's go with the oak for {'the sign and ' * 18}the door")
    assert len(found.words) <= 160
    assert found.words.endswith(("sign…", "and…", "the…"))


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("the raffle is off", ("the raffle",)),
        ("let's not do the poster after all", ("the poster after all",)),
        ("no need to order candles", ("order candles",)),
        ("Scrap the oak, we're doing pine", ("the oak",)),
        ("forget the raffle; it rains", ("the raffle",)),
        ("scrap that", ()),
        ("- [x] seven lanterns", ("seven lanterns",)),
        ("ラッフルは中止になりました", ("ラッフル",)),
        ("is the raffle off?", ()),
        ("the raffle is off lol", ()),
        ('she said "the raffle is off"', ()),
        ("maybe the raffle is off", ()),
    ],
)
def test_what_is_dropped_is_found(said: str, matters: tuple[str, ...]) -> None:
    """And what is only asked, supposed or quoted is not."""
    assert dropped_in(said) == matters


def test_words_that_settle_nothing_are_about_all_they_say() -> None:
    """As a model words them."""
    assert matter_of("the sign is made of oak") == "the sign is made of oak"


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('decisions = ["abgemacht: (?P<what>.+)"]\njests = ["haha"]', None),
        ('decisions = ["abgemacht"]', "has to have (?P<what>…)"),
        ('jests = "haha"', "is no list"),
        ('promises = ["ich"]', "promises is not known"),
    ],
)
def test_another_language_is_a_file(table: str, problem: str | None) -> None:
    """What is wrong in it is said."""
    file = LanguageFile("de.toml", f"[shared_context]\n{table}\n".encode())
    _, problems = with_given({}, [file])
    assert [problem in one.problem for one in problems] == ([True] if problem else [])


@pytest.mark.parametrize(
    "said",
    ["let's move it " * 300, "we agreed " * 500, "明日までに" * 900, ", " * 2_000, "[ ] " * 1_000],
)
def test_hostile_talk_takes_no_time(said: str) -> None:
    """Sentences that are longer than people say are not read."""
    with work() as reading:
        settled_in(said)
        dropped_in(said)
    assert reading.seconds < 2
