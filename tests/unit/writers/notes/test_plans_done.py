"""A plan in somebody's own words ends when they, or others of that place, say that it is done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from keyed_notes import note_path, note_text
from people_and_places import DM, TAVERN

from familiar_memory.domain.talk.place import Place
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.base import NoteReader

ENDS = Path(__file__).parents[2] / "maintenance" / "channels" / "what_ends.txt"
IDS = {"Bex": "7", "Gus": "9", "Ada": "11"}
HALL = Place("discord", "hall", "lantern")
DROPPED = frozenset(
    (
        "we don't need candles any more",
        "nvm the tent, forecast is dry",
        "I can't print the posters after all",
        "don't bother with the candles anymore",
    )
)
"""What is dropped is not done: that is for rooms alone."""

Lines = dict[str, tuple[str, str | None]]
Says = Callable[..., Lines]


def _labelled() -> list[tuple[str, str, str]]:
    rows = [one.rsplit("=>", 1) for one in ENDS.read_text("utf-8").splitlines() if "=>" in one]
    said = [(*one.split("||"), fate.strip()) for one, fate in rows if not one.startswith("#")]
    taken_on = [(a.strip(), b.strip(), fate) for a, b, fate in said if "I'll " in a]
    # "I'll put up the posters" is no line of anybody's note.
    return [one for one in taken_on if "put up" not in one[0]]


def _lines(store: NoteReader, who: str) -> Lines:
    """The state of each line of somebody's note, and until when it held."""
    note = parse_note(note_text(store, f"people/discord-{IDS[who]}.md"))
    records = [block.record for block in note.blocks if block.record is not None]
    return {one.text: (one.state.value, one.fields.until) for one in records if one.text != who}


@pytest.fixture
def says(make_turn, history, store, writer) -> Says:
    """Say something, write it up, and give the lines of Bex's note; `day` 0 is the first."""

    def run(who: str, text: str, day: int = 0, *, place: Place = TAVERN, note="Bex") -> Lines:
        turn = make_turn(text, who, place, user_id=IDS[who])
        later = turn.timestamp + timedelta(days=day)
        history.record(make_turn(text, who, place, user_id=IDS[who], timestamp=later, ref=turn.ref))
        assert writer.run().is_complete
        return _lines(store, note)

    return run


@pytest.mark.parametrize(("first", "later", "fate"), _labelled())
def test_a_plan_ends_where_it_ends_in_the_room(says, first: str, later: str, fate: str) -> None:
    """The labelled endings of action items, read by the writer a day later."""
    own = later.startswith("[self]")
    later = later.removeprefix("[self]").strip()
    (line,) = says("Bex", first)
    state, until = says("Bex" if own else "Gus", later, day=1)[line]
    is_over = fate == "struck" and later not in DROPPED
    assert (state, until) == (("ended", "2026-02-03") if is_over else ("live", None))


PLAN = "I'll book the hall by Wednesday"


@pytest.mark.parametrize(
    ("who", "text"),
    [
        ("Bex", "I didn't book the hall"),
        ("Bex", "have you booked the hall?"),
        ("Bex", "booked the hall, jk"),
        ("Bex", "booked the hall in Leeds for my gran's party"),
        ("Gus", "booked the hall"),
        ("Gus", "I've booked the hall"),
        ("Gus", "Bex should have booked the hall"),
        ("Gus", "is the hall booked?"),
        ("Gus", "the scout hall is booked"),
    ],
)
def test_what_does_not_say_that_it_is_done(says, who: str, text: str) -> None:
    """What is denied, asked or taken back, what somebody else did, and another thing."""
    says("Bex", PLAN)
    assert says(who, text, day=1)[PLAN] == ("live", None)


def test_of_two_promises_neither_is_meant(says) -> None:
    """Until whoever it is says so themselves."""
    says("Bex", PLAN)
    says("Gus", "I'll book the hall by Friday", day=1)
    assert says("Ada", "the hall is booked", day=2)[PLAN] == ("live", None)
    assert says("Bex", "booked the hall!", day=2)[PLAN] == ("ended", "2026-02-04")
    assert says("Gus", "nice", day=2, note="Gus")["I'll book the hall by Friday"][0] == "live"


def test_a_promise_that_is_said_twice_is_one(says) -> None:
    """In the same words it is one line."""
    says("Bex", PLAN)
    says("Bex", PLAN, day=1)
    assert says("Gus", "the hall is booked", day=2)[PLAN] == ("ended", "2026-02-04")


def test_a_line_of_several_promises_ends_with_the_last(says) -> None:
    """What is left to do stands."""
    (line,) = says("Bex", "I'll make the posters by Friday. I'll get the tickets by Monday")
    assert says("Bex", "made the posters!", day=1)[line] == ("live", None)
    assert says("Bex", "got the tickets, 500 of them", day=2)[line] == ("ended", "2026-02-04")


def test_a_line_that_says_more_stands(says) -> None:
    """The move lies ahead, whatever became of the minutes."""
    lines = says("Bex", "I'm moving to a barge in Hull in June and I'll send the minutes by Friday")
    after = says("Bex", "sent the minutes", day=1)
    assert {line: after[line] for line in lines} == lines


@pytest.mark.parametrize(
    ("plan", "later"),
    [
        ("I'm going to read more books this year", "I read two books"),
        ("I want to learn Welsh this year", "I learned some Welsh"),
        ("I'll call my mum by Friday", "called my mum, she's fine"),
    ],
)
def test_a_plan_of_ones_own_life_is_no_promise(says, plan: str, later: str) -> None:
    """It is no item of a room, and who reads a book has not read more books."""
    lines = says("Bex", plan)
    after = says("Bex", later, day=1)
    assert {line: after[line] for line in lines} == lines


def test_what_is_done_in_one_place_ends_nothing_of_another(says) -> None:
    """Neither in a room of those who know both, nor where only they are told."""
    says("Bex", PLAN)
    assert says("Bex", "booked the hall", day=1, place=HALL)[PLAN] == ("live", None)
    assert says("Bex", "booked the hall", day=1, place=DM)[PLAN] == ("live", None)


def test_a_line_that_a_person_has_changed_stays(says, store) -> None:
    """Its words are theirs."""
    says("Bex", PLAN)
    path = note_path(store, "people/discord-7.md")
    changed = store.read_file(path).replace(PLAN, "Bex books the hall by Wednesday")
    store.write_file(path, changed)
    assert says("Bex", "booked the hall", day=1)["Bex books the hall by Wednesday"][0] == "live"


def test_an_end_in_jest_is_none(says, history, store, writer, make_turn) -> None:
    """In one batch, and where the end is written up already."""
    says("Bex", PLAN)
    history.record_many(make_turn(one, "Bex", user_id="7") for one in ("booked the hall", "jk"))
    assert writer.run().is_complete
    assert _lines(store, "Bex")[PLAN] == ("live", None)
    assert says("Bex", "booked the hall!")[PLAN] == ("ended", "2026-02-02")
    assert says("Bex", "just kidding")[PLAN] == ("live", None)
    assert says("Bex", "ok now I've booked the hall")[PLAN] == ("ended", "2026-02-02")


def test_a_plan_in_jest_does_not_stand_in_the_way(says) -> None:
    """Of two only one was meant."""
    says("Bex", PLAN)
    says("Gus", "I'll book the hall by Friday", day=1)
    says("Gus", "only joking", day=1)
    assert says("Gus", "the hall is booked", day=2)[PLAN] == ("ended", "2026-02-04")


def test_it_is_the_same_however_talk_is_cut(says, history, store, writer, make_turn) -> None:
    """A plan that is made again after it was done stands."""
    says("Bex", PLAN)
    says("Bex", "booked the hall", day=1)
    by_batch = says("Bex", "they cancelled. " + PLAN, day=8)
    said = ((PLAN, 0), ("booked the hall", 1), ("they cancelled. " + PLAN, 8))
    start = make_turn("").timestamp
    history.record_many(
        make_turn(text, "Gus", user_id="9", place=HALL, timestamp=start + timedelta(days=day))
        for text, day in said
    )
    assert writer.run().is_complete
    assert {k: v[0] for k, v in by_batch.items()} == {
        k: v[0] for k, v in _lines(store, "Gus").items()
    }


def test_somebody_elses_word_stands_when_a_joke_is_taken_back(says) -> None:
    """Whoever promised says that it is done, too: it is."""
    says("Bex", "I'll book the hall by Wednesday")
    for who, text in (("Gus", "the hall is booked"), ("Bex", "booked the hall!"), ("Gus", "jk")):
        lines = says(who, text)
    assert lines["I'll book the hall by Wednesday"][0] == "ended"
