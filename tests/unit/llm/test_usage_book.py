"""What models have used is counted, by every process, and holds no text."""

from __future__ import annotations

import asyncio
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from familiar_memory.errors import ModelUnavailableError
from familiar_memory.llm.base import ChatMessage, ChatRequest, Completion, Usage
from familiar_memory.llm.metering import MeteredModel, SlotUsage
from familiar_memory.llm.usage_book import UsageBook
from familiar_memory.testing import ScriptedModel

ONE = SlotUsage(1, 0, 10, 5, 0.5)


def test_counts_are_summed_by_slot_and_model(tmp_path):
    """Before and after they are written."""
    book = UsageBook(tmp_path / "usage.sqlite")
    book.add("filter", "a", ONE)
    book.add("filter", "b", ONE)
    book.add("filter", "a", ONE)
    expected = {("filter", "a"): ONE + ONE, ("filter", "b"): ONE}
    assert book.read() == expected
    book.flush()
    book.flush()
    assert book.read() == UsageBook(tmp_path / "usage.sqlite").read() == expected


def test_processes_add_to_one_file(tmp_path):
    """None overwrites the other."""
    one, other = (UsageBook(tmp_path / "usage.sqlite") for _ in range(2))
    one.add("filter", "a", ONE)
    other.add("filter", "a", ONE)
    one.flush()
    other.flush()
    assert one.read() == {("filter", "a"): ONE + ONE}


def test_what_is_being_written_is_counted_too(tmp_path, monkeypatch):
    """It is neither waiting any more nor in the file yet."""
    book = UsageBook(tmp_path / "usage.sqlite")
    book.add("filter", "a", ONE)
    is_writing, may_write = threading.Event(), threading.Event()
    connected = book._connected

    def connect_late():
        is_writing.set()
        may_write.wait(10)
        return connected()

    monkeypatch.setattr(book, "_connected", connect_late)
    with ThreadPoolExecutor(2) as pool:
        flushed = pool.submit(book.flush)
        assert is_writing.wait(10)
        found = pool.submit(book.read)
        may_write.set()
        assert found.result(10) == {("filter", "a"): ONE}
        flushed.result(10)


def test_without_use_there_is_no_file(tmp_path):
    """Asking makes none."""
    book = UsageBook(tmp_path / "usage.sqlite")
    book.flush()
    assert (book.read(), list(tmp_path.iterdir())) == ({}, [])


def test_a_file_that_cannot_be_used_loses_only_its_counts(tmp_path, caplog):
    """What is new is kept, and counted; nobody is stopped."""
    (tmp_path / "usage.sqlite").write_text("this is no database, and it is long enough to tell")
    book = UsageBook(tmp_path / "usage.sqlite")
    book.add("filter", "a", ONE)
    book.flush()
    assert book.read() == {("filter", "a"): ONE}
    assert "not written" in caplog.text


def test_calls_are_metered_whether_they_succeed_or_not():
    """Tokens of those that did, time of all."""
    ticks = itertools.count()
    noted = []
    inner = ScriptedModel(Completion("tea", Usage(10, 5)), ModelUnavailableError("busy"))
    model = MeteredModel(inner, noted.append, monotonic=lambda: float(next(ticks)))

    async def twice():
        await model.complete(ChatRequest((ChatMessage("user", "?"),)))
        with pytest.raises(ModelUnavailableError):
            await model.complete(ChatRequest((ChatMessage("user", "?"),)))
        await model.close()

    asyncio.run(twice())
    assert noted == [SlotUsage(1, 0, 10, 5, 1.0), SlotUsage(1, 1, 0, 0, 1.0)]
    assert inner.is_closed
