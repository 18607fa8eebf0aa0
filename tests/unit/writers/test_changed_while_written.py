"""What is edited, deleted or made private while the writer runs is asked and written as it is."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import TAVERN

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import ModelReplyError
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.llm.base import ChatMessage, ChatRequest, Completion
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.text.utterance import utterances
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
PRIVATE = replace(TAVERN, private=True)


class Repeating:
    """Asks with every message that it is shown, and notes each of the batch."""

    def ask(self, batch):
        """All of it, a line a message."""
        shown = [*batch.background, *batch.turns]
        return ChatRequest((ChatMessage("user", "\n".join(one.turn.text for one in shown)),))

    def read(self, reply, batch):
        """A line for each message of the batch."""
        if not reply.text:
            raise ModelReplyError("the reply is empty", "a word", reply="I refuse: the cellar")
        for one in batch.turns:
            record = Record(one.turn.text, fields=_fields(one))
            yield AddRecord(f"topics/{one.turn.place.slug}.md", "Said", "Said", record)


class Changing:
    """A model that says what it was shown; something happens while it thinks of the first page."""

    name = "scripted:changing"

    def __init__(self, change, says=None):
        self._change, self._says = change, says
        self.asked = []

    async def complete(self, request):
        """The page itself, or what it always says."""
        self.asked.append(request.messages[-1].text)
        change, self._change = self._change, None
        if change is not None:
            change()
        return Completion(request.messages[-1].text if self._says is None else self._says)

    async def close(self):
        """Nothing is open."""


def _fields(stored):
    (one,) = utterances([stored], UTC)
    return one.fields


def _delete(history, turn):
    return lambda: history.record(replace(turn, text="", deleted=True))


def _edit(history, turn):
    return lambda: history.record(replace(turn, text="Never mind.", edited=True))


def _hide(history, turn):
    return lambda: history.record(replace(turn, place=PRIVATE))


def _writer(history, store, batch_turns):
    return MemoryWriter(
        history, store, Repeating(), lambda: START, WritingRules(UTC), batch_turns=batch_turns
    )


def _run(history, store, model, batch_turns):
    return asyncio.run(write_up(_writer(history, store, batch_turns), model))


@pytest.fixture
def turns(make_turn, history):
    """Three messages of one room, hours apart."""
    said = [
        make_turn(f"Said {name}.", timestamp=START + timedelta(hours=5 * at))
        for at, name in enumerate(("quokka", "otter", "heron"))
    ]
    history.record_many(said)
    return said


@pytest.mark.parametrize("batch_turns", [1, 10])
@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("how", [_delete, _edit, _hide])
def test_what_is_changed_meanwhile_is_not_written_as_it_was(
    turns, history, store, how, which, batch_turns
):
    """Of this batch, of one that comes later, and of the talk before."""
    model = Changing(how(history, turns[which]))
    report = _run(history, store, model, batch_turns)
    assert report.is_complete
    note = store.read_file(f"topics/{TAVERN.slug}.md")
    stands = [one.text in note for one in turns]
    # The first batch was asked about as it was; a later change of it finds it written.
    assert stands == [at != which for at in range(3)]
    assert history.watermark() == history.latest_id()
    if how is not _hide:
        assert all(turns[which].text not in page for page in model.asked[1:])


def test_what_changes_elsewhere_is_not_asked_about_again(turns, make_turn, history, store):
    """Others go on editing while a model thinks; each batch is asked about once."""
    elsewhere = make_turn("Elsewhere.", place=replace(TAVERN, channel="garden", guild="other"))
    history.record(elsewhere)
    model = Changing(_edit(history, elsewhere))
    assert _run(history, store, model, 10).is_complete
    assert len(model.asked) == 2


def test_what_a_model_said_of_messages_that_are_gone_is_not_kept(turns, history, store):
    """Its reply may quote them."""
    model = Changing(_delete(history, turns[0]), says="")
    report = _run(history, store, model, 1)
    assert not report.is_complete
    kept = [(entry.first, entry.reply) for entry in history.ledger.entries()]
    assert kept == [(2, "I refuse: the cellar")]


def test_what_was_put_back_is_read_again_too(turns, history, store):
    """In the same run, as it is now."""
    history.ledger.note(1, 3, BatchStatus.QUARANTINED, at=START, turns=(1, 2, 3), advance_to=3)
    (entry,) = history.ledger.entries()
    history.ledger.put_back([entry.id])
    model = Changing(_delete(history, turns[1]))
    assert _run(history, store, model, 10).is_complete
    assert len(model.asked) == 2
    note = store.read_file(f"topics/{TAVERN.slug}.md")
    assert [one.text in note for one in turns] == [True, False, True]
    assert history.ledger.entries(BatchStatus.RETURNED) == []
