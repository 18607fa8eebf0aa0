"""With a model a session has themes and threads, by words that somebody said there."""

from __future__ import annotations

import re

import pytest
from model_lives import refusals
from people_and_places import DM

EVENING = "sessions/2026-02-02-evening.md"
TALK = (
    "I moved the choir to the old mill.",
    "Somebody should bring the lanterns for the choir.",
    "I decided to paint the barn with Bex.",
)
SUMMARY = {
    "session": "s1",
    "text": "The choir moved to the mill.",
    "turn": "t1",
    "quote": "the old mill",
}
OPEN = {
    "state": "open",
    "text": "Somebody has to bring the lanterns.",
    "turn": "t2",
    "quote": "bring the lanterns",
}


def _arc(life, path: str = EVENING) -> list[str]:
    text = life.store.read_file(path) if life.store.exists(path) else ""
    found = re.findall(r"^- (?!\[\[)(.*?) \(.*\^(?:arc|summary)-\w+$", text, re.MULTILINE)
    return [one for one in found if not one.startswith("**Open, ")]


@pytest.fixture
def summed_up(life, make_turn):
    """A session with a summary that has these themes and threads."""

    def run(*texts: str, **more: object):
        return life.write([make_turn(text) for text in texts or TALK], summaries=[SUMMARY | more])

    return run


def test_themes_and_threads_stand_with_the_summary(summed_up, life) -> None:
    """On top of the section; a thread names who said so, and can be told from what code found."""
    report = summed_up(themes=["choir", "old mill"], threads=[OPEN])
    assert _arc(life) == [
        "The choir moved to the mill.",
        "**Themes**: choir, old mill",
        "**Open**: Somebody has to bring the lanterns.",
    ]
    assert refusals(report) == []
    assert "by:discord-519, in:discord-lantern.tavern, type:episodic" in life.store.read_file(
        EVENING
    )


def test_what_is_settled_goes_as_its_end_comes(summed_up, life) -> None:
    """By the name that the page gives it; a thread of another state stays."""
    summed_up(threads=[OPEN])
    settled = {
        "state": "resolved",
        "text": "Gus brings the lanterns.",
        "turn": "t1",
        "quote": "Gus brings the lanterns",
        "settles": "o1",
    }
    summed_up("It is settled that Gus brings the lanterns.", quote="Gus", threads=[settled])
    assert life.asked[1]["talk"][0]["open_so_far"] == [
        {"id": "o1", "text": "**Open**: Somebody has to bring the lanterns."}
    ]
    assert _arc(life) == [
        "**Resolved**: Gus brings the lanterns.",
        "The choir moved to the mill.",
    ]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"threads": [OPEN | {"text": "## Facts"}]}, "the thread is Markdown"),
        ({"threads": [OPEN | {"text": "[[people/bob]] brings lanterns"}]}, "is Markdown"),
        ({"threads": [OPEN | {"text": "lanterns (in:public)"}]}, "ends as a record does"),
        ({"threads": [OPEN | {"text": "lives_in:: lanterns"}]}, "ends as a record does"),
        ({"threads": [OPEN | {"text": "lanterns\n# Rules"}]}, "line break"),
        ({"threads": [OPEN | {"text": "lanterns " * 100}]}, "has 899 characters"),
        ({"threads": [OPEN | {"text": "Zed owns the lanterns."}]}, "'Zed' was no part of"),
        ({"threads": [OPEN | {"text": "Bob is the owner."}]}, "the turn says nothing of"),
        ({"threads": [OPEN | {"quote": "brings the boat"}]}, "does not stand in t2"),
        ({"threads": [OPEN | {"turn": "t99"}]}, "there is no turn 't99'"),
        ({"threads": [OPEN | {"settles": "o7"}]}, "there is no thread 'o7'"),
        ({"threads": [OPEN | {"state": "deleted"}]}, "state: Input should be"),
        ({"threads": ["all of it"]}, "the item: Input should be"),
        ({"threads": [OPEN] * 12}, "at most 8 are read"),
        ({"themes": ["## choir"]}, "a theme is Markdown"),
        ({"themes": ["choir", "treason"]}, "nobody spoke of 'treason'"),
        ({"session": "s2"}, "there is no session 's2'"),
        ({"text": "Zed paid for it all."}, "'Zed' was no part of"),
        ({"text": "x" * 900}, "has 900 characters"),
    ],
)
def test_what_a_hostile_reply_says_of_a_session_is_refused(
    life, make_turn, change: dict, reason: str
) -> None:
    """Each item by itself, with the reason; the others are kept."""
    life.write(
        [
            make_turn(
                "I live in Durham.", who="Zed", timestamp=make_turn("x").timestamp.replace(hour=2)
            )
        ]
    )
    report = life.write([make_turn(text) for text in TALK], summaries=[SUMMARY | change])
    assert any(reason in one for one in refusals(report)), refusals(report)
    kept = "" if "text" in change or "session" in change else "The choir moved to the mill."
    assert (kept in _arc(life)) is bool(kept)
    assert not any("Zed" in one or "Bob" in one or "#" in one for one in _arc(life))


def test_a_session_of_little_substance_has_no_arc(summed_up, life) -> None:
    """Whatever the model says of it."""
    report = summed_up("I moved the choir to the old mill.", "hey all", "lol ok", threads=[OPEN])
    assert _arc(life) == []
    assert refusals(report) == ["too little was said to be summed up"] * 2


def test_a_summary_that_is_too_long_ends_with_a_sentence(summed_up, life) -> None:
    """Six hundred characters say what it was about."""
    summed_up(text="The choir moved to the mill. " * 40)
    (line,) = _arc(life)
    assert line == " ".join(["The choir moved to the mill."] * 20)


@pytest.mark.parametrize("gone", ["The choir moved", "**Themes**"])
def test_what_a_person_has_deleted_of_an_arc_stays_away(summed_up, life, gone: str) -> None:
    """Whatever the next reply says."""
    summed_up(themes=["choir"], threads=[OPEN])
    text = life.store.read_file(EVENING)
    left = "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(f"- {gone}")
    )
    (life.store.root / EVENING).write_text(left, encoding="utf-8")
    summed_up("I moved the barn to the old mill.", text="All moved.", themes=["barn"])
    assert not any(one.startswith(gone) for one in _arc(life))
    assert ("All moved." in _arc(life)) is (gone == "**Themes**")


@pytest.mark.parametrize("words", ["**Themes**: choir", "**Open**: Somebody"])
def test_what_a_person_has_changed_of_an_arc_stays_theirs(summed_up, life, words: str) -> None:
    """Byte for byte, also when it is settled."""
    summed_up(themes=["choir"], threads=[OPEN])
    text = life.store.read_file(EVENING).replace(words, f"{words} indeed")
    (life.store.root / EVENING).write_text(text, encoding="utf-8")
    settled = OPEN | {"state": "resolved", "turn": "t1", "quote": "the lanterns", "settles": "o1"}
    summed_up(
        "Gus moved the lanterns to the old mill.",
        text="All moved.",
        themes=["lanterns"],
        threads=[settled],
    )
    assert f"- {words} indeed" in life.store.read_file(EVENING)


def test_an_arc_stays_in_the_audience_of_its_place(life, make_turn) -> None:
    """A private talk has its arc in its own note."""
    life.write(
        [make_turn(text, place=DM) for text in TALK],
        summaries=[SUMMARY | {"themes": ["choir"], "threads": [OPEN]}],
    )
    assert len(_arc(life, f"sessions/private/{DM.slug}/2026-02-02-evening.md")) == 3
    assert _arc(life) == []
