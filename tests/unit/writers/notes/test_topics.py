"""A topic is a name that comes back: several people, several days, in public."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, TAVERN

from familiar_memory.writers.notes.topics import find_topics, mentions
from familiar_memory.writers.text.utterance import utterances

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)


def _find(make_turn, stored, lines, *, names=(), rooms=(), place=TAVERN):
    turns = [
        make_turn(text, who=who, place=place, timestamp=START + timedelta(days=day, minutes=n))
        for n, (day, who, text) in enumerate(lines)
    ]
    said = utterances(stored(*turns), UTC)
    return [(t.slug, t.title) for t in find_topics(said, ("Rowan", "Moss", *names), rooms)]


_GLADYS = (
    (0, "Moss", "look what came, it is called Gladys now"),
    (1, "Rowan", "I am told that Gladys has moved."),
    (1, "Moss", "gladys pointed east"),
)


def test_a_name_of_two_people_on_two_days(make_turn, stored) -> None:
    """Its title is the name as written most often; small letters count as mentions."""
    assert _find(make_turn, stored, _GLADYS) == [("gladys", "Gladys")]


def test_one_person_alone_makes_no_topic(make_turn, stored) -> None:
    """However often it is said."""
    lines = [(day, "Moss", f"so Gladys moved again, take {day}") for day in range(6)]
    assert _find(make_turn, stored, lines) == []


def test_private_talk_makes_no_topic(make_turn, stored) -> None:
    """A file's name is seen by everyone."""
    assert _find(make_turn, stored, _GLADYS, place=DM) == []


@pytest.mark.parametrize("names", [("Gladys",), ("gladys_the_third",), ("グラヂス", "gladysbot")])
def test_people_are_no_topics(make_turn, stored, names) -> None:
    """Their names, and short forms of them."""
    assert _find(make_turn, stored, _GLADYS, names=names) == []


def test_somebody_who_is_addressed_is_a_person(make_turn, stored) -> None:
    """Even when no account has the name."""
    lines = (
        (0, "Moss", "good evening, Priya!"),
        (1, "Rowan", "I think so too, Priya."),
        (2, "Moss", "and then Priya laughed"),
        (2, "Rowan", "It was Priya who laughed."),
    )
    assert _find(make_turn, stored, lines) == []


@pytest.mark.parametrize(
    "name", ["New Years", "Today", "Monday Morning", "Haha", "Play", "Something"]
)
def test_words_that_say_nothing_are_no_topics(make_turn, stored, name) -> None:
    """Days, noises and verbs, with a capital for whatever reason."""
    lines = [(day, who, f"we saw {name} again") for day in range(3) for who in ("Moss", "Rowan")]
    assert _find(make_turn, stored, lines) == []


def test_who_says_their_name_is_a_person(make_turn, stored) -> None:
    """Their account is called otherwise."""
    lines = (
        (0, "Moss", "Hello, my name is Emilia."),
        (1, "Rowan", "I told Emilia that it rains."),
        (2, "Rowan", "So Emilia took a coat."),
        (2, "Moss", "yes, I, Emilia, did"),
    )
    assert _find(make_turn, stored, lines) == []
    assert _find(make_turn, stored, lines[1:]) == [("emilia", "Emilia")]


def test_hashtags_are_topics_and_channels_are_not(make_turn, stored) -> None:
    """They look the same."""
    lines = (
        (0, "Moss", "#lantern_night is near, see #build-log"),
        (1, "Rowan", "I can't wait for #lantern_night, see #build-log"),
        (1, "Moss", "#lantern_night!! #build-log"),
    )
    found = _find(make_turn, stored, lines, rooms=("build-log",))
    assert found == [("lantern-night", "lantern night")]


def test_capitals_for_another_reason_name_nothing(make_turn, stored) -> None:
    """Sentence starts, weekdays, months, languages and shouting."""
    lines = [
        (day, who, "Pancakes on Monday in March? I speak French. GREAT NEWS. Pancakes!")
        for day in range(3)
        for who in ("Moss", "Rowan")
    ]
    assert _find(make_turn, stored, lines) == []


def test_runs_of_katakana_are_names_unless_they_are_common_or_somebody(make_turn, stored) -> None:
    """A name with -san is a person's."""
    lines = (
        (0, "Moss", "フェンライトのゲームはローワンさんと"),
        (1, "Rowan", "フェンライトのゲームはローワンさんと"),
        (2, "Rowan", "フェンライトのゲームはローワンさんと"),
    )
    assert _find(make_turn, stored, lines) == [("フェンライト", "フェンライト")]


@pytest.mark.parametrize(
    ("text", "spoken_of"),
    [
        ("the gladys again", True),
        ("Gladys's wing", True),
        ("gladystone", False),
        ("https://example.org/gladys", False),
        ("gladys-like", False),
    ],
)
def test_mentions_are_whole_words(text: str, spoken_of: bool) -> None:
    """In any case; links don't count."""
    assert mentions(text, "Gladys") is spoken_of
