"""A batch for which nobody ever answers, while others are answered, holds up nobody."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN
from retried_writers import NOTHING, NOW, UNREACHABLE, write, writer_of

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ModelRefusedError
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.knowledge.audience import AudiencePolicy, reach_of
from familiar_memory.testing import MemoryHistory, ScriptedModel
from familiar_memory.writers.write_up import write_up

GUILD = AudiencePolicy.GUILD
ANY = ""
"""What every batch says."""
MODERATED = ModelRefusedError("flagged", "other words", status=403)


def record(history, make_turn, *texts, place=TAVERN, first=0):
    """Turns that are a batch each."""
    days = [NOW + timedelta(days=first + day) for day in range(len(texts))]
    said = zip(texts, days, strict=True)
    history.record_many([make_turn(text, timestamp=at, place=place) for text, at in said])


class Picky(ScriptedModel):
    """Fails wherever it is shown one of these words, and says nothing of the rest."""

    def __init__(self, *words, failure=MODERATED):
        super().__init__()
        self.words, self.failure = words, failure

    async def complete(self, request):
        """Note what was asked, by the words of the turns."""
        self._replies = [NOTHING]
        said = request.messages[1].text
        if any(word in said.rpartition("I work at ")[2] for word in self.words):
            self._replies = [self.failure]
        return await super().complete(request)


def rounds(writer, model, times):
    """So many runs: why each stopped."""
    return [asyncio.run(write_up(writer, model)).stopped for _ in range(times)]


def statuses(history):
    """What became of each batch, in order."""
    return [(one.status.value, one.attempts) for one in history.ledger.entries()[::-1]]


@pytest.mark.parametrize("failure", [MODERATED, UNREACHABLE], ids=["moderated", "timeout"])
def test_others_are_written_and_it_is_put_aside_in_the_end(make_turn, history, store, failure):
    """After three delays others are tried; since they go through, it is the batch's own doing."""
    record(history, make_turn, "I work at Initech.", "I work at Acme.")
    record(history, make_turn, "I work at Hooli.", place=DM, first=4)
    writer = writer_of(history, store)
    model = Picky("Initech", failure=failure)
    why = failure.problem
    assert rounds(writer, model, 3) == [why, why, why]
    assert (
        statuses(history)
        == [("failed" if failure is UNREACHABLE else "refused", 1)] + [("applied", 1)] * 2
    )
    assert history.watermark() == 0
    assert rounds(writer, model, 3) == [why, "", ""]
    assert statuses(history)[0] == ("quarantined", 3)
    assert (history.watermark(), len(model.calls)) == (3, 3 + 2 + 1 + 2)


@pytest.mark.long
def test_several_in_a_row_are_put_aside(make_turn, history, store):
    """Each is delayed a few times, then the one behind it is tried."""
    record(history, make_turn, *(f"I work at {name}." for name in ("Initech", "Acme", "Hooli")))
    writer = writer_of(history, store)
    assert rounds(writer, Picky("Initech", "Acme"), 12)[-1] == ""
    assert [status for status, _ in statuses(history)] == ["quarantined"] * 2 + ["applied"]
    assert history.watermark() == 3


@pytest.mark.long
def test_one_that_was_put_back_is_put_aside_once_more(make_turn, history, store):
    """And what waits behind it is written meanwhile."""
    record(history, make_turn, "I work at Initech.")
    writer = writer_of(history, store)
    for _ in range(3):
        write(writer, "well")
    history.ledger.put_back({1})
    record(history, make_turn, "I work at Acme.", first=5)
    assert rounds(writer, Picky("Initech"), 6)[-1] == ""
    assert statuses(history) == [("quarantined", 3), ("applied", 1)]


def test_a_model_that_comes_back_in_the_midst_of_a_run_puts_nothing_aside(
    make_turn, history, store
):
    """What was tried while it was away is tried once more, before what comes later."""
    record(history, make_turn, "I work at Initech.", "I work at Acme.", "I work at Hooli.")
    writer = writer_of(history, store)
    rounds(writer, Picky(ANY), 20)
    away = [one.delays for one in history.ledger.entries()[::-1]]
    assert min(away) > 3
    report = write(writer, UNREACHABLE, NOTHING, NOTHING, NOTHING)
    assert [(one.first, one.status.value) for one in report.batches] == [
        (2, "applied"),
        (1, "applied"),
        (3, "applied"),
    ]
    assert (report.is_complete, history.watermark()) == (True, 3)


def test_what_needs_no_model_proves_nothing(make_turn, history, store):
    """Small talk goes through without one, so it says nothing of whether one can be reached."""
    record(history, make_turn, "I work at Initech.", "ok", "bye")
    writer = writer_of(history, store)
    assert rounds(writer, Picky("Initech"), 9) == ["flagged"] * 9
    assert statuses(history)[0] == ("refused", 0)
    assert [one.status for one in history.ledger.entries()[:-1]] == [BatchStatus.APPLIED] * 2


def test_a_run_of_one_reach_learns_from_those_of_others(make_turn, history, store):
    """Where nothing else waits in a room, it is what other rooms were answered in between."""
    record(history, make_turn, "I work at Initech.", place=DM)
    writer, model = writer_of(history, store), Picky("Initech")
    for day in range(6):
        asyncio.run(write_up(writer, model, reach=reach_of(DM.slug, GUILD)))
        record(history, make_turn, "I work at Acme.", first=5 + day)
        asyncio.run(write_up(writer, model, reach=reach_of(TAVERN.slug, GUILD)))
    assert statuses(history)[0] == ("quarantined", 3)


def test_a_run_that_leaves_a_batch_says_when_it_is_tried_again(make_turn, history, store):
    """The pause is that of the batch that waits, not of the one that went through."""
    record(history, make_turn, "I work at Initech.", "I work at Acme.")
    writer, model = writer_of(history, store), Picky("Initech")
    rounds(writer, model, 2)
    report = asyncio.run(write_up(writer, model))
    assert [(one.first, one.is_passed_over, one.is_everybodys) for one in report.batches] == [
        (2, False, False),
        (1, True, False),
    ]
    assert (report.stopped, report.pause_s, report.is_complete) == ("flagged", 240.0, False)


@pytest.mark.long
@few_and_many(
    10, 60, batches=st.integers(1, 6), runs=st.integers(1, 12), more=st.lists(st.booleans())
)
def test_an_outage_of_any_length_puts_nothing_aside(store, batches, runs, more):
    """However much waits, and whatever is said meanwhile: the first runs after it write all."""
    history = MemoryHistory()

    def said(day):
        at = NOW + timedelta(days=day)
        history.record(Turn(f"t{day}", at, TAVERN, ROWAN, f"I work at Initech {day}."))

    for day in range(batches):
        said(day)
    writer = writer_of(history, store)
    for number in range(runs):
        asyncio.run(write_up(writer, Picky(ANY)))
        if number < len(more) and more[number]:
            said(batches + number)
    assert {one.attempts for one in history.ledger.entries()} == {0}
    assert history.watermark() == 0
    assert rounds(writer, Picky(), 1) == [""]
    assert {one.status for one in history.ledger.entries()} <= {BatchStatus.APPLIED}
    assert history.watermark() == history.latest_id()
