"""An extractor that asks a model: two pure halves, and whoever awaits the reply between them."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import ModelReplyError, ModelUnavailableError
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.llm.base import ChatMessage, ChatRequest, Completion
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.testing import ScriptedModel
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)


class Summariser:
    """Asks for a word about the turns, and notes it under a topic."""

    def ask(self, batch: Batch) -> ChatRequest | None:
        """One question a batch, none where nobody says anything of tea."""
        said = " ".join(stored.turn.text for stored in batch.turns)
        return ChatRequest((ChatMessage("user", said),)) if "tea" in said else None

    def read(self, reply: Completion | None, batch: Batch):
        """The reply as a line."""
        if reply is None:
            return ()
        if not reply.text:
            raise ModelReplyError("the reply is empty", "a word")
        fields = RecordFields(learned=START.date())
        return (AddRecord("topics/tea.md", "Tea", "Said", Record(reply.text, fields=fields)),)


def writer_of(history, store, **options):
    """A writer that asks."""
    return MemoryWriter(
        history, store, Summariser(), lambda: START, WritingRules(UTC), batch_turns=1, **options
    )


def test_what_a_model_says_is_written(make_turn, history, store):
    """It is asked once a batch that has a question, with what the extractor asks."""
    later = START.replace(hour=23)
    history.record_many([make_turn("I like tea."), make_turn("Good night.", timestamp=later)])
    model = ScriptedModel("Rowan likes tea")
    report = asyncio.run(write_up(writer_of(history, store), model))
    assert [batch.status for batch in report.batches] == [BatchStatus.APPLIED, BatchStatus.EMPTY]
    assert [call[0].text for call in model.calls] == ["I like tea."]
    assert "- Rowan likes tea" in store.read_file("topics/tea.md")
    assert history.watermark() == 2


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (ModelUnavailableError("the model is busy", "later"), "the model is busy"),
        ("", "the reply is empty"),
    ],
)
def test_a_model_that_fails_leaves_the_batch_for_the_next_run(
    make_turn, history, store, reply, why
):
    """Nothing is written and no turn is lost."""
    history.record(make_turn("I like tea."))
    report = asyncio.run(write_up(writer_of(history, store), ScriptedModel(reply)))
    assert (report.stopped, history.watermark()) == (why, 0)
    again = asyncio.run(write_up(writer_of(history, store), ScriptedModel("tea it is")))
    assert again.is_complete
    assert "tea it is" in store.read_file("topics/tea.md")


def test_a_question_without_a_model_stops_the_run(make_turn, history, store):
    """And says what is missing; nobody takes silence for an answer."""
    history.record(make_turn("I like tea."))
    report = asyncio.run(write_up(writer_of(history, store), None))
    assert report.stopped == "the writer has a question and no model to ask"
    assert history.watermark() == 0


def test_cancelled_while_the_model_thinks_it_leaves_everything_in_order(make_turn, history, store):
    """The lock is let go of, the batch waits, and the next run writes it."""
    history.record(make_turn("I like tea."))
    held: list[str] = []

    @contextmanager
    def lock():
        held.append("taken")
        yield
        held.append("let go")

    class Slow(ScriptedModel):
        async def complete(self, request: ChatRequest) -> Completion:
            thinking.set()
            await asyncio.Event().wait()
            raise AssertionError("nobody sets it")

    async def cancelled() -> None:
        writing = asyncio.create_task(write_up(writer, Slow()))
        await thinking.wait()
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing

    thinking = asyncio.Event()
    writer = writer_of(history, store, lock=lock)
    asyncio.run(cancelled())
    assert held == ["taken", "let go"]
    assert history.watermark() == 0
    assert asyncio.run(write_up(writer, ScriptedModel("tea"))).is_complete


def test_cancelled_while_it_waits_for_another_run_it_never_begins(make_turn, history, store):
    """The lock that it then gets is let go of at once."""
    history.record(make_turn("I like tea."))
    may_begin, waiting, let_go = threading.Event(), threading.Event(), threading.Event()

    @contextmanager
    def lock():
        waiting.set()
        assert may_begin.wait(30)
        yield
        let_go.set()

    async def cancelled() -> None:
        model = ScriptedModel()
        writing = asyncio.create_task(write_up(writer_of(history, store, lock=lock), model))
        assert await asyncio.to_thread(waiting.wait, 30)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        may_begin.set()
        assert await asyncio.to_thread(let_go.wait, 30)
        assert model.calls == []

    asyncio.run(cancelled())
    assert history.watermark() == 0


def test_an_ended_run_takes_no_more_replies(make_turn, history, store):
    """Its batch waits for the next one."""
    history.record(make_turn("I like tea."))
    run = writer_of(history, store).start()
    pending = run.next()
    assert pending is not None
    run.close()
    assert run.finish(pending, Completion("tea")) is None
    assert run.next() is None
    assert (history.watermark(), run.report.batches) == (0, ())
