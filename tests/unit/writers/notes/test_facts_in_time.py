"""What a person's note says of facts that were told with their time, at once, or by a slip."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.markdown.tree import parse_note


@pytest.fixture
def facts_of(make_turn, history, store, writer):
    """The facts of Rowan's note, after each of their messages was written up by itself."""

    def write_up(*texts: str) -> list[Record]:
        for text in texts:
            history.record(make_turn(text, user_id="42"))
            writer.run()
        note = parse_note(store.read_file("people/Rowan.md"))
        return [b.record for b in note.blocks if b.record is not None and b.record.predicate]

    return write_up


def told(records: list[Record]) -> list[tuple[str, str, str | None, str | None]]:
    """Each with its state and its term."""
    return [(one.text, one.state.value, one.fields.since, one.fields.until) for one in records]


def test_two_homes_of_one_sentence(facts_of) -> None:
    """Neither ends the other, and both have the time that was said."""
    assert told(facts_of("I live in Oban and in Hull since 2020")) == [
        ("lives_in:: Oban", "live", "2020", None),
        ("lives_in:: Hull", "live", "2020", None),
    ]


def test_two_employers_of_one_sentence(facts_of) -> None:
    """As homes."""
    assert told(facts_of("I work at Acme and at Globex")) == [
        ("works_at:: Acme", "live", None, None),
        ("works_at:: Globex", "live", None, None),
    ]


def test_a_move_ends_the_home_before_it_then(facts_of) -> None:
    """Not on the day on which it was told."""
    assert told(facts_of("I've lived in Hull since 2020", "I moved to Glasgow in January")) == [
        ("lives_in:: Hull", "ended", "2020", "2026-01"),
        ("lives_in:: Glasgow", "live", "2026-01", None),
    ]


def test_what_was_so_from_one_year_to_another(facts_of) -> None:
    """It is a fact of the past, with both."""
    assert ("lives_in:: Oban", "ended", "2015", "2019") in told(
        facts_of("I lived in Oban from 2015 to 2019")
    )


def test_a_second_stay_is_not_ended_by_the_end_of_the_first(facts_of) -> None:
    """What was over in 2019 is not what began in 2021."""
    records = facts_of("I live in Oban since 2021", "I lived in Oban from 2015 to 2019")
    assert ("lives_in:: Oban", "live", "2021", None) in told(records)


@pytest.mark.parametrize(
    ("text", "fact", "since", "expires"),
    [
        ("I'm staying in Lisbon", "staying_in:: Lisbon", None, "2026-02-16"),
        ("I'm staying in Lisbon until Friday", "staying_in:: Lisbon", None, "2026-02-07"),
        ("I'm visiting Rome this week", "visiting:: Rome", None, "2026-02-09"),
        ("I'm visiting Rome for three days", "visiting:: Rome", None, "2026-02-06"),
        ("I'm visiting Rome next week", "visiting:: Rome", "2026-02-09", "2026-02-16"),
        ("I'm visiting Rome in May", "visiting:: Rome", "2026-05-01", "2026-06-01"),
    ],
)
def test_a_stay_is_for_a_time(facts_of, text, fact, since, expires) -> None:
    """It expires when it is over by its own words, else after two weeks, and ends no home."""
    home, stay = facts_of("I live in Oban", text)
    assert (home.text, home.state) == ("lives_in:: Oban", "live")
    assert (stay.text, stay.fields.temporary, stay.fields.since) == (fact, True, since)
    assert stay.fields.expires is not None
    assert stay.fields.expires.isoformat() == expires


@pytest.mark.parametrize(
    "slip",
    [
        "I meant Hull",
        "I mean Hull",
        "I misspoke, it's Hull",
        "typo, it's Hull",
        "sorry, Hull",
        "scratch that, I live in Hull",
        "correction: Hull",
        "no wait, I live in Hull",
    ],
)
def test_a_slip_was_never_so(facts_of, slip: str) -> None:
    """It is struck without an end; what it took the place of has ended all the same."""
    leeds, oban, hull = facts_of("I live in Leeds", "I live in Oban", slip)
    assert [(one.object, one.state) for one in (leeds, oban, hull)] == [
        ("Leeds", "ended"),
        ("Oban", "wrong"),
        ("Hull", "live"),
    ]
    assert hull.fields.replaces == oban.id


def test_what_is_taken_back_alone(facts_of) -> None:
    """Nothing takes its place, and it may be said in earnest later."""
    assert told(facts_of("I live in Oban", "scratch that")) == []


def test_a_slip_among_many(facts_of) -> None:
    """Only what was stated just before was wrong."""
    records = facts_of("I like tea", "I like rain", "I meant snow")
    assert [(one.object, one.state) for one in records] == [
        ("tea", "live"),
        ("snow", "live"),
    ]


def test_a_person_is_no_town_where_they_are_known(facts_of, history, make_turn, writer) -> None:
    """Who never spoke in a place is nobody there: their name changes nothing that is written."""
    dm = Place("discord", "7", kind=PlaceKind.DM, name="Hull")
    history.record(make_turn("hey", "Hull", place=dm))
    history.record(make_turn("hey", "Leith"))
    facts = facts_of("I live in Oban", "sorry, Leith", "I live in Oban", "sorry, Hull")
    assert [(one.object, one.state) for one in facts] == [("Oban", "wrong"), ("Hull", "live")]
