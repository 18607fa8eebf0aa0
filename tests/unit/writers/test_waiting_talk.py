"""Which turns wait, and in which batches they come."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.writers.waiting import WaitingTalk

NOW = datetime(2026, 2, 2, tzinfo=UTC)


def _refs(talk):
    return [[stored.turn.ref for stored in turns] for _, turns in talk.batches()]


def _steps(history, reaches):
    """How many calls one pass over so many direct messages takes."""
    steps = 0

    def count(_frame, event, _argument):
        nonlocal steps
        steps += event == "call"

    talk = WaitingTalk(history, lambda place: place, 50)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        settled = [talk.settled for _ in talk.batches()]
    finally:
        sys.setprofile(before)
    assert len(settled) == reaches
    return steps


def test_many_reaches_take_no_more_time_each(history, make_turn):
    """Twice as many direct messages are twice the work."""
    found = []
    for start in (0, 200):
        rooms = [Place("discord", str(n), kind=PlaceKind.DM) for n in range(start, start + 200)]
        history.record_many(make_turn("hello", place=room) for room in rooms)
        found.append(_steps(history, start + 200))
    assert found[1] < 2.5 * found[0]


def test_an_entry_of_an_older_version_held_all_of_its_range(history, make_turn):
    """Batches were of all talk at once then."""
    history.record_many(make_turn("hello") for _ in range(4))
    history.ledger.note(2, 3, BatchStatus.APPLIED, at=NOW)
    assert _refs(WaitingTalk(history, lambda _: "", 50)) == [["t1", "t4"]]


def test_an_entry_holds_its_own_turns_and_no_others(history, make_turn):
    """However the reaches are drawn today."""
    history.record_many(make_turn("hello") for _ in range(4))
    history.ledger.note(1, 4, BatchStatus.APPLIED, at=NOW, turns=(1, 4))
    talk = WaitingTalk(history, lambda _: "", 50)
    assert (_refs(talk), talk.settled) == ([["t2", "t3"]], 4)


def test_deleted_turns_at_the_end_do_not_hold_the_watermark(history, make_turn):
    """Nothing waits there."""
    last = make_turn("hello")
    history.record_many([make_turn("hello"), last])
    history.record(type(last)(last.ref, last.timestamp, last.place, last.author, "", deleted=True))
    talk = WaitingTalk(history, lambda _: "", 50)
    assert (len(list(talk.batches())), talk.settled) == (1, 2)


def test_one_reach_alone_is_cut_and_all_others_wait(history, make_turn):
    """What is passed over holds the watermark, and comes with the next run for all."""
    rooms = [Place("discord", str(n), kind=PlaceKind.DM) for n in (1, 2)]
    history.record_many(make_turn("hello", place=rooms[n % 2]) for n in range(5))
    talk = WaitingTalk(history, lambda place: place, 50, "discord-dm-2")
    batches = list(talk.batches())
    assert [(reach, [stored.id for stored in turns]) for reach, turns in batches] == [
        ("discord-dm-2", [2, 4])
    ]
    assert talk.settled == 0
    history.ledger.note(2, 4, BatchStatus.APPLIED, at=NOW, turns=(2, 4), advance_to=talk.settled)
    rest = WaitingTalk(history, lambda place: place, 50)
    assert ([[one.id for one in turns] for _, turns in rest.batches()], rest.settled) == (
        [[1, 3, 5]],
        5,
    )


def test_a_reach_without_turns_has_no_batches(history, make_turn):
    """And moves nothing."""
    history.record(make_turn("hello"))
    talk = WaitingTalk(history, lambda place: place, 50, "discord-dm-2")
    assert (list(talk.batches()), talk.settled) == ([], 0)
