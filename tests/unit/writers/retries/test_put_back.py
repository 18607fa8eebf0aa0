"""What was put aside is written after all, once a person wants it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from people_and_places import DM, TAVERN
from retried_writers import NOTHING, NOW, UNREACHABLE, write, writer_of

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.testing import ScriptedModel
from familiar_memory.writers.write_up import write_up


@pytest.fixture
def put_aside(make_turn, history, store):
    """Turns, of which the first was put aside and the others written; and the writer."""
    days = [NOW + timedelta(days=day) for day in range(3)]
    works = zip(("Initech", "Acme", "Hooli"), days, strict=True)
    turns = [make_turn(f"I work at {name}.", timestamp=day) for name, day in works]
    history.record_many(turns)
    writer = writer_of(history, store)
    for _ in range(2):
        write(writer, "well")
    write(writer, "well", NOTHING, NOTHING)
    assert [one.status.value for one in history.ledger.entries()] == [
        "applied",
        "applied",
        "quarantined",
    ]
    assert "Initech" not in store.read_file("people/Rowan.md")
    return turns, writer


def statuses(history):
    """Of all batches, in order."""
    return [one.status.value for one in history.ledger.entries()[::-1]]


def test_it_is_written_by_the_next_run(put_aside, history, store):
    """Before what waits, from what was said before it; the watermark stays."""
    _, writer = put_aside
    (back,) = history.ledger.put_back({1})
    said = []

    def reply(messages):
        said.append(messages[1].text)
        return NOTHING

    report = asyncio.run(write_up(writer, ScriptedModel(reply)))
    assert [(one.first, one.status.value) for one in report.batches] == [(1, "applied")]
    assert "Acme" not in said[0]
    (fact,) = [one for one in store.read_file("people/Rowan.md").splitlines() if "Initech" in one]
    assert fact.startswith("- ~~works_at:: Initech (2026-02-02, until 2026-02-03, ")
    assert (statuses(history), history.watermark()) == (["applied"] * 3, 3)
    assert history.ledger.entry(back.id).reply == ""
    assert write(writer).batches == ()


def test_what_comes_later_knows_of_it(put_aside, make_turn, history, store):
    """The batch after it is written as if it had never been put aside."""
    _, writer = put_aside
    history.ledger.put_back({1})
    history.record(make_turn("I work at Globex.", timestamp=NOW + timedelta(days=9)))
    report = write(writer, NOTHING, NOTHING)
    assert [(one.first, one.status.value) for one in report.batches] == [
        (1, "applied"),
        (4, "applied"),
    ]
    assert history.watermark() == 4
    text = store.read_file("people/Rowan.md")
    works = [line for line in text.splitlines() if "works_at" in line]
    assert [line.startswith("- ~~") for line in works] == [True, True, True, False]


def test_one_that_fails_again_stays_until_it_is_put_aside_again(put_aside, make_turn, history):
    """It holds up nobody, and the watermark that passes it drops nothing."""
    _, writer = put_aside
    history.ledger.put_back({1})
    history.record(make_turn("I live in Durham.", timestamp=NOW + timedelta(days=9)))
    report = write(writer, "hm", NOTHING)
    assert [one.status.value for one in report.batches] == ["returned", "applied"]
    assert (report.stopped, report.is_complete) == ("", False)
    assert (statuses(history)[0], history.ledger.entry(1).attempts) == ("returned", 1)
    write(writer, "hm")
    assert write(writer, "no").batches[0].status is BatchStatus.QUARANTINED
    aside = history.ledger.entry(1)
    assert (aside.status.value, aside.attempts, aside.reply) == ("quarantined", 3, "no")


def test_a_model_that_is_not_there_stops_the_run(put_aside, make_turn, history):
    """It would not be there for the others either; nothing is lost."""
    _, writer = put_aside
    history.ledger.put_back({1})
    history.record(make_turn("I live in Durham.", timestamp=NOW + timedelta(days=9)))
    report = write(writer, UNREACHABLE)
    assert (report.stopped, report.pause_s) == ("the model cannot be reached", 30.0)
    back = history.ledger.entry(1)
    assert (back.status.value, back.attempts, back.delays, back.reply) == ("returned", 0, 1, "well")
    assert write(writer, NOTHING, NOTHING).is_complete


def test_only_what_was_put_back_can_be_written(put_aside, make_turn, history):
    """The others wait for a run of their own."""
    _, writer = put_aside
    history.ledger.put_back({1})
    history.record(make_turn("I live in Durham.", timestamp=NOW + timedelta(days=9)))
    report = asyncio.run(write_up(writer, ScriptedModel(NOTHING), returned_only=True))
    assert [(one.first, one.status.value) for one in report.batches] == [(1, "applied")]
    assert history.watermark() == 3


def test_what_was_deleted_meanwhile_is_not_written(put_aside, history, store):
    """A batch without any turn is over, and asks nobody."""
    turns, writer = put_aside
    history.record(replace(turns[0], text="", deleted=True))
    history.ledger.put_back({1})
    assert write(writer).batches == ()
    assert statuses(history) == ["empty", "applied", "applied"]
    assert "Initech" not in store.read_file("people/Rowan.md")


def test_turns_that_became_private_are_written_as_such(make_turn, history, store):
    """The batch comes in parts, one a reach, and is done with the last of them."""
    turns = [make_turn("I work at Initech."), make_turn("I live in Durham.")]
    history.record_many(turns)
    writer = writer_of(history, store)
    writer._batch_turns = 9
    for _ in range(3):
        write(writer, "well")
    assert statuses(history) == ["quarantined"]
    history.record(replace(turns[0], place=TAVERN.twin))
    history.ledger.put_back({1})
    failed = write(writer, NOTHING, "hm")
    assert [(one.turns, one.status.value) for one in failed.batches] == [
        (1, "applied"),
        (1, "returned"),
    ]
    done = write(writer, NOTHING, NOTHING)
    assert [one.status.value for one in done.batches] == ["applied", "applied"]
    assert statuses(history) == ["applied"]
    note = store.read_file("people/Rowan.md")
    assert [note.count(name) for name in ("Initech", "Durham")] == [1, 1]


def test_a_run_for_one_reach_leaves_what_is_of_another(put_aside, make_turn, history):
    """It would show by its time that there is other talk."""
    _, writer = put_aside
    history.ledger.put_back({1})
    model = ScriptedModel()
    assert asyncio.run(write_up(writer, model, reach=DM.slug)).batches == ()
    model = ScriptedModel(NOTHING)
    report = asyncio.run(write_up(writer, model, reach=writer._writing.reach_of(TAVERN.slug)))
    assert [one.status.value for one in report.batches] == ["applied"]
