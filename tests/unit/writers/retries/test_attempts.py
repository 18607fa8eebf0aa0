"""What failed is tried again, later each time; what is nobody's fault uses up no attempt."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta

import pytest
from retried_writers import NOTHING, NOW, UNREACHABLE, write, writer_of

from familiar_memory.errors import ConflictError, ModelRefusedError, ModelUnavailableError
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import ScriptedModel
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.model.extractor import ModelWriter
from familiar_memory.writers.retries.patience import Patience
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules


@pytest.mark.long
def test_hours_without_a_model_put_nothing_aside(make_turn, history, store):
    """Each time it is tried later, up to half an hour; the first reply writes it."""
    history.record(make_turn("I work at Initech."))
    writer = writer_of(history, store)
    pauses = [write(writer, UNREACHABLE).pause_s for _ in range(20)]
    assert pauses == [30.0, 60.0, 120.0, 240.0, 480.0, 960.0, *[1_800.0] * 14]
    (waiting,) = history.ledger.entries()
    assert (waiting.status, waiting.attempts, waiting.delays) == (BatchStatus.FAILED, 0, 20)
    assert waiting.again_at == NOW + timedelta(seconds=1_800)
    assert write(writer, NOTHING).is_complete
    (done,) = history.ledger.entries()
    assert (done.status, done.attempts, done.delays) == (BatchStatus.APPLIED, 1, 0)


@pytest.mark.parametrize(
    ("status", "first"), [(None, "refused"), (401, "refused"), (404, "refused")]
)
def test_a_wrong_key_puts_nothing_aside(make_turn, history, store, status, first):
    """It is wrong for every batch, and a person can mend it."""
    history.record(make_turn("I work at Initech."))
    writer = writer_of(history, store)
    refusal = ModelRefusedError("no", "a key", status=status)
    found = {write(writer, refusal).batches[0].status.value for _ in range(5)}
    assert found == {first}


@pytest.mark.parametrize("status", [400, 413, 422])
def test_what_a_provider_will_not_be_asked_is_put_aside(make_turn, history, store, status):
    """The same again would be refused again; those behind it are written."""
    history.record_many(
        [make_turn("I work at Initech."), make_turn("ok, bye", timestamp=NOW + timedelta(days=1))]
    )
    writer = writer_of(history, store)
    refusal = ModelRefusedError("too long", "less", status=status)
    for _ in range(2):
        assert write(writer, refusal).stopped == "too long"
    assert [one.status.value for one in write(writer, refusal, NOTHING).batches] == [
        "quarantined",
        "applied",
    ]


@pytest.mark.parametrize("error", [KeyError("choices"), RuntimeError("odd"), TimeoutError()])
def test_what_breaks_in_somebodys_model_counts_and_stops_nobody(
    make_turn, history, store, caplog, error
):
    """A model is anybody's code: the run says so, and after three attempts goes on behind it."""
    history.record_many(
        [make_turn("I work at Initech."), make_turn("ok, bye", timestamp=NOW + timedelta(days=1))]
    )
    writer = writer_of(history, store)
    found = [write(writer, *replies) for replies in ([error], [error], [error, NOTHING])]
    assert [[one.status.value for one in report.batches] for report in found] == [
        ["failed"],
        ["failed"],
        ["quarantined", "applied"],
    ]
    assert found[0].stopped == f"{type(error).__name__}: {error}"
    assert "batch 1..1 could not be written up" in caplog.text


def test_an_outage_between_two_odd_replies_counts_for_nothing(make_turn, history, store):
    """Three replies put a batch aside, and the last is kept with it."""
    history.record(make_turn("I work at Initech."))
    writer = writer_of(history, store)
    said = ["well", UNREACHABLE, "hm", UNREACHABLE, "no"]
    statuses = [write(writer, one).batches[0].status.value for one in said]
    assert statuses == ["unparsable", "failed", "unparsable", "failed", "quarantined"]
    (aside,) = history.ledger.entries()
    assert (aside.attempts, aside.reply, aside.again_at) == (3, "no", None)


def test_the_reply_outlives_an_outage(make_turn, history, store):
    """What was said before is still there to be looked at."""
    history.record(make_turn("I work at Initech."))
    writer = writer_of(history, store)
    write(writer, "well")
    write(writer, UNREACHABLE)
    (waiting,) = history.ledger.entries()
    assert (waiting.reply, waiting.detail) == ("well", "the model cannot be reached")


@pytest.mark.parametrize(("days", "kept"), [(0, ""), (30, "well")])
def test_replies_are_kept_as_long_as_the_rules_say(make_turn, history, store, days, kept):
    """Not at all, if that is wanted; and every run drops what has become old."""
    history.record(make_turn("I work at Initech."))
    write(writer_of(history, store, reply_days=days), "well")
    assert [one.reply for one in history.ledger.entries()] == [kept]
    late = MemoryWriter(
        history,
        store,
        ModelWriter(ExtractiveWriter()),
        lambda: NOW + timedelta(days=31),
        WritingRules(UTC),
    )
    write(late, UNREACHABLE)
    assert [one.reply for one in history.ledger.entries()] == [""]


def test_pauses_are_spread_by_chance(make_turn, history, store):
    """Up to half as long again; and as long as the provider asks for."""
    history.record(make_turn("I work at Initech."))
    assert write(writer_of(history, store, chance=1.0), UNREACHABLE).pause_s == 45.0
    asks = ModelUnavailableError("busy", "later", retry_after_s=600.0)
    assert write(writer_of(history, store), asks).pause_s == 600.0


class Unwritable:
    """A tree in which a note cannot be written, for so many tries."""

    def __init__(self, folder, times):
        self._times = times
        self._store = MemoryStore(folder)

    def __getattr__(self, name):
        return getattr(self._store, name)

    def edit(self, path, *args, **more):
        """As the tree does, once that note can be written."""
        if path.startswith("people/") and self._times:
            self._times -= 1
            raise ConflictError("somebody else writes it", "later")
        return self._store.edit(path, *args, **more)


def test_a_note_that_cannot_be_written_for_long_is_put_aside_in_the_end(
    make_turn, history, tmp_path
):
    """It wedges nobody; but a disk that is full for a while puts little aside."""
    history.record(make_turn("I work at Initech."))
    store = Unwritable(tmp_path / "memory", 99)
    writer = writer_of(history, store, ExtractiveWriter())
    statuses = [writer.run().batches[0].status.value for _ in range(12)]
    assert statuses == ["failed"] * 11 + ["quarantined"]
    assert history.watermark() == 1


def test_a_run_with_patience_tries_again_what_may_pass(make_turn, history, tmp_path):
    """A model that is back in a moment, a note that somebody was writing: nothing has failed."""
    history.record(make_turn("I work at Initech."))
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    patience = Patience((1.0, 2.0), chance=lambda: 1.0, sleep=sleep)
    store = Unwritable(tmp_path / "memory", 1)
    report = write(writer_of(history, store), UNREACHABLE, NOTHING, patience=patience)
    assert (report.is_complete, slept) == (True, [1.5, 1.5])
    assert "works_at:: Initech" in store.read_file("people/Rowan.md")
    (done,) = history.ledger.entries()
    assert (done.status, done.attempts) == (BatchStatus.APPLIED, 1)


def test_patience_has_an_end(make_turn, history, store):
    """Then it counts as it would have; what cannot pass is tried once."""
    history.record(make_turn("I work at Initech."))
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    patience = Patience((1.0, 2.0), chance=lambda: 0.0, sleep=sleep)
    writer = writer_of(history, store)
    report = write(writer, *[UNREACHABLE] * 3, patience=patience)
    assert (report.stopped, slept) == ("the model cannot be reached", [1.0, 2.0])
    assert write(writer, "well", patience=patience).stopped != ""
    asks = ModelUnavailableError("busy", "later", retry_after_s=600.0)
    assert write(writer, asks, patience=patience).stopped == "busy"
    assert slept == [1.0, 2.0]


def test_a_dry_run_enters_nothing(make_turn, history, store):
    """Neither a failure nor a pause."""
    history.record(make_turn("I work at Initech."))
    writer = writer_of(history, store)
    report = asyncio.run(write_up(writer, ScriptedModel("well"), dry_run=True))
    assert report.batches[0].status is BatchStatus.UNPARSABLE
    assert history.ledger.entries() == []
