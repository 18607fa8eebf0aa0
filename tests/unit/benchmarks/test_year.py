"""The made-up year is the same for the same seed, and says of each thing one thing at a time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from benchmarks.year.cast import cast
from benchmarks.year.living import Year, live
from benchmarks.year.nights import NightFigures
from benchmarks.year.page import facts_on_page, same
from benchmarks.year.picture import drawn
from benchmarks.year.words import GROUPS, asked, things, wordings

YEAR = Year(people=30, turns=900, nights=90, seed=3)
STATED = (
    *("home", "job", "stay", "allergy", "instrument", "diet", "food", "pet", "relative"),
    *("language", "origin", "birthday"),
)


def test_the_same_seed_is_the_same_year() -> None:
    """Every turn, in every night; another seed is another year."""
    days = YEAR.days()
    assert days == YEAR.days()
    assert days != Year(YEAR.people, YEAR.turns, YEAR.nights, seed=4).days()


def test_every_turn_belongs_to_the_night_after_it() -> None:
    """Nights are at two in the morning where the familiar lives, also when clocks are changed."""
    days = YEAR.days()
    before = datetime.min.replace(tzinfo=UTC)
    for at, said in days:
        assert all(before <= turn.timestamp < at for turn in said)
        before = at
    lengths = {after - night for (night, _), (after, _) in pairwise(days)}
    assert lengths == {timedelta(hours=24), timedelta(hours=23)}
    refs = [(turn.place.slug, turn.ref) for _, said in days for turn in said]
    assert len(refs) == len(set(refs)) >= YEAR.turns


def test_of_each_thing_one_is_so_at_a_time() -> None:
    """Spans follow one another; what was corrected was never so; what has ended is over."""
    _, facts = YEAR.people_and_facts()
    assert {fact.kind for fact in facts} == {
        *("old", "corrected", "repeated", "moved", "ended", "temporary", "secret")
    }
    for fact in facts:
        for span, later in pairwise(fact.spans):
            assert span.until is not None
            assert span.since < span.until <= later.since
        assert not {span.it for span in fact.spans} & set(fact.wrong)
        is_over = fact.on(date(2030, 1, 1)) is None
        assert is_over == (fact.kind in ("ended", "temporary"))


def test_what_somebody_says_of_one_thing_they_say_of_no_other() -> None:
    """So an answer that names it is about this very thing."""
    _, facts = YEAR.people_and_facts()
    for person in range(YEAR.people):
        said = [it for fact in facts if fact.person == person for it in fact.said]
        assert len(said) == len(set(said))


def test_what_is_confided_is_said_in_a_direct_message_only() -> None:
    """And it is said."""
    _, facts = YEAR.people_and_facts()
    turns = [turn for _, said in YEAR.days() for turn in said]
    secrets = [fact.spans[0].it for fact in facts if fact.kind == "secret"]
    assert secrets
    for it in secrets:
        assert [turn.place.kind.value for turn in turns if it in turn.text] == ["dm"]


@pytest.mark.parametrize("topic", STATED)
def test_there_are_a_dozen_wordings_of_each_statement(topic: str) -> None:
    """In groups that share hardly any: the plainest one comes to everybody's mind."""
    groups = [wordings(topic, "state", group) for group in GROUPS]
    assert all(len(set(group)) == len(group) for group in groups)
    every = [one for group in groups for one in group]
    assert len(set(every)) >= len(every) - 1 >= 12
    assert asked(topic).now


def test_names_are_alike_and_some_are_the_same() -> None:
    """Ids tell them apart."""
    people = cast(200, seed=3)
    names = [person.author.display_name for person in people]
    assert len(set(names)) < len(names)
    assert len({person.author.user_id for person in people}) == len(people)
    assert {"Ann", "Anna"} <= set(names) <= {*things("alike"), *things("names")}


def test_an_answer_has_all_the_words_of_the_thing() -> None:
    """Articles aside, in whatever words it stands; a day may be turned around."""
    assert same("playing the clarinet", "clarinet")
    assert same("shoe factory", "a shoe factory")
    assert same("26 November", "November 26")
    assert not same("New York City", "New Haven")


def test_only_lines_below_a_name_are_theirs() -> None:
    """What others are said to do is no answer."""
    page = "Ann\n- lives in Oban (2026-01-02)\n\nAnna\n- lives in Hull (2026-01-02)\n"
    assert facts_on_page(page, "Ann", ()) == []


def test_the_picture_is_whole() -> None:
    """Six charts, each with its line, of however few nights."""
    night = NightFigures(
        0, "2026-01-06", 10, 0.1, 1, 1, 1, 1, 0.1, 0.1, 0.01, 5, 10, 20, 30, 40, 50, 0
    )
    root = ElementTree.fromstring(drawn([night, night], "two nights"))
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 6


@pytest.mark.long
async def test_a_small_year_shows_nothing_that_is_over_or_confided(tmp_path) -> None:
    """Of what is said in wordings that the rules know; the first nights are heard to their end."""
    nights: list[NightFigures] = []
    lived = await live(tmp_path, Year(people=8, turns=240, nights=12, seed=5), nights.append)
    assert [one.failed for one in nights] == [0] * 12
    assert list(lived.leaks) == []
    seen = [one for one in lived.answers if one.fact.group == "seen"]
    assert [(one.wrong, one.shown_wrong) for one in seen] == [((), ())] * len(seen)
    assert sum(one.is_right for one in seen) >= 0.9 * len(seen)
