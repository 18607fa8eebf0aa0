"""A line in plain words, where the fact that was made of it is over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from familiar_memory.knowledge.audience import Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.notes.note_block import note_block

TAVERN, KITCHEN = Viewer("discord-lantern.tavern"), Viewer("discord-lantern.kitchen")
NOW = datetime(2026, 3, 1, tzinfo=UTC)
PLAYED = "- play the banjo in a band (2026-01-06, ref:t1)"


def shown(*lines, viewer=TAVERN, now=NOW):
    """The lines of a note that a viewer is shown."""
    text = "# Rowan\n\n" + "\n".join(lines) + "\n"
    document = NoteParser().read("people/discord-42.md", text, "d")
    return note_block(document, viewer, 800, now).text.splitlines()[1:]


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        ("plays:: banjo (2026-01-06, ref:t1)", "(2026-01-06)"),
        (
            "~~plays:: banjo (2026-01-06, until 2026-02-05, ref:t1)~~",
            "(2026-01-06, until 2026-02-05)",
        ),
        ("plays:: banjo (2026-01-06, ref:t1, until 2026-02-05)", "(2026-01-06, until 2026-02-05)"),
        ("plays:: banjo (2026-01-06, ref:t1, until 2026-04-05)", "(2026-01-06)"),
        (
            "plays:: banjo (2026-01-06, ref:t1, expires:2026-02-01)",
            "(2026-01-06, until 2026-02-01)",
        ),
        ("~~plays:: banjo (2026-01-06, until 2026-02-05, ref:t7)~~", "(2026-01-06)"),
        ("~~plays:: cello (2026-01-06, until 2026-02-05, ref:t1)~~", "(2026-01-06)"),
        ("~~plays:: banjo (2026-01-06, until 2025-12-01, ref:t1)~~", "(2026-01-06)"),
    ],
)
def test_it_says_until_when_the_fact_of_its_message_held(fact: str, line: str) -> None:
    """If it names what the fact is about, and did not say so itself."""
    assert f"- play the banjo in a band {line}" in shown(f"- {fact}", PLAYED)


def test_it_is_left_out_where_the_fact_was_wrong() -> None:
    """Struck with no end: what was corrected, by talk or by hand, is not told in other words."""
    assert shown("- ~~plays:: banjo (2026-01-06, ref:t1)~~", PLAYED) == []


def test_it_stands_while_one_of_the_facts_that_it_names_holds() -> None:
    """Of one message two facts may be made, and one may end."""
    both = "- play the banjo, and live in Oban (2026-01-06, ref:t1)"
    ended = "- ~~plays:: banjo (2026-01-06, until 2026-02-05, ref:t1)~~"
    assert "- play the banjo, and live in Oban (2026-01-06)" in shown(
        ended, "- lives_in:: Oban (2026-01-06, ref:t1)", both
    )
    assert shown(ended, "- ~~lives_in:: Oban (2026-01-06, until 2026-02-07, ref:t1)~~", both) == [
        "- play the banjo, and live in Oban (2026-01-06, until 2026-02-07)"
    ]


def test_what_another_room_alone_knows_to_be_over_ends_nothing_here() -> None:
    """A line says what its viewer may know."""
    fact = "- ~~plays:: banjo (2026-01-06, until 2026-02-05, ref:t1, in:discord-dm-42)~~"
    assert shown(fact, PLAYED, viewer=KITCHEN) == ["- play the banjo in a band (2026-01-06)"]
    assert shown(fact, PLAYED, viewer=Viewer()) == [
        "- play the banjo in a band (2026-01-06, until 2026-02-05)"
    ]


def test_as_of_a_moment_before_the_end_nothing_is_said_of_it() -> None:
    """What has been struck since then still held."""
    fact = "- ~~plays:: banjo (2026-01-06, until 2026-02-05, ref:t1)~~"
    then = datetime(2026, 1, 20, tzinfo=UTC)
    assert shown(fact, PLAYED, now=then) == ["- play the banjo in a band (2026-01-06)"]


@pytest.mark.parametrize(
    ("thing", "line", "is_named"),
    [
        ("tea", "started as a teacher in Hull", False),
        ("harp", "got a harpoon tattoo", False),
        ("Ely", "bought a rely-able van", False),
        ("banjo", "play the banjo, badly", True),
        ("3", "moved house on 13 May", False),
        ("C++", "write C++ for a living", True),
        ("猫", "猫が大好き", True),
    ],
)
def test_it_is_named_by_whole_words(thing: str, line: str, is_named: bool) -> None:
    """Where a script parts its words: "tea" is no part of a teacher."""
    fact = f"- ~~likes:: {thing} (2026-01-06, until 2026-02-05, ref:t1)~~"
    until = ", until 2026-02-05" if is_named else ""
    assert shown(fact, f"- {line} (2026-01-06, ref:t1)") == [f"- {line} (2026-01-06{until})"]


@pytest.mark.parametrize("room", ["discord-lantern.tavern", "discord-lantern.kitchen"])
def test_a_reference_means_a_message_of_its_own_place(room: str) -> None:
    """Bots count from one in each room."""
    fact = f"- ~~plays:: banjo (2026-01-06, until 2026-02-05, ref:t1, in:{room})~~"
    line = "- play the banjo in a band (2026-01-06, ref:t1, in:discord-lantern.tavern)"
    until = ", until 2026-02-05" if room == "discord-lantern.tavern" else ""
    open_rooms = Viewer("discord-lantern.tavern")
    assert shown(fact, line, viewer=open_rooms)[-1].endswith(f"(2026-01-06{until})")


def test_what_went_into_another_line_is_not_over() -> None:
    """The one into which it went speaks for it, in whatever words."""
    merged = (
        "- ~~plays:: banjo (2026-01-06, ref:t1, into:^m1)~~",
        "- plays:: old-time music (2026-01-06, ref:t1) ^m1",
    )
    assert "- play the banjo in a band (2026-01-06)" in shown(*merged, PLAYED)
