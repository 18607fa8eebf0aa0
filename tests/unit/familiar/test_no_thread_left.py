"""A system that has no thread left for a while costs what it costs, and nothing for good."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import pytest

from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.embeddings.sound import QuestionEmbedder
from familiar_memory.errors import EmbedderError, StoppedError
from familiar_memory.familiar import Familiar
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.recalls.logger import RecallLogger
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.running.threads import Threads
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.worker import SyncWorker
from familiar_memory.testing import HashEmbedder


class Slow(HashEmbedder):
    """An embedder that is asked in a thread of its own."""

    is_quick = False


@contextmanager
def no_thread_left() -> Iterator[None]:
    """For as long as the block runs."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        yield


def test_a_question_is_not_waited_for_and_can_be_asked_again() -> None:
    """More often than questions go through a model at once."""
    asked, embedder = QuestionEmbedder(), Slow()
    before = monotonic()
    with no_thread_left():
        for _ in range(20):
            with pytest.raises(EmbedderError, match="failed: RuntimeError"):
                asked.vector(embedder, "kettle", before + 60)
    assert monotonic() < before + 30
    assert asked.vector(embedder, "kettle", monotonic() + 30).shape == (64,)


def test_steps_of_recall_are_refused_and_run_later() -> None:
    """No thread is counted that is not there."""
    threads, over = Threads(most=1), threading.Event()
    with no_thread_left():
        for _ in range(2):
            with pytest.raises(StoppedError, match="no thread can be started"):
                threads.start(lambda: None, over.set)
    threads.start(lambda: None, over.set)
    assert over.wait(30)
    threads.close()


def test_a_recall_without_threads_says_so(tmp_path: Path) -> None:
    """Each part of it is named, and the next one has all of them."""
    Familiar.create("ember", home=tmp_path, embedder="none")

    async def run() -> tuple[Context, Context]:
        async with Familiar.open("ember", home=tmp_path) as familiar:
            familiar.store.write_file("people/discord-1.md", "# Rowan\n\n- likes tea\n")
            familiar.store.write_file("self/rules.md", "- be kind\n")
            await familiar.settle()
            request = RecallRequest("tea", Author("discord", "1"))
            pipeline = familiar.parts.answering.recall
            with no_thread_left():
                without = await pipeline.recall(request)
            return without, await pipeline.recall(request)

    without, whole = asyncio.run(run())
    assert without.contributions == ()
    failed = {d.subject for d in without.trace.decisions if d.verdict == "failed"}
    assert {"character", "rules", "days", "lore", "facts", "people/discord-1.md"} <= failed
    assert {c.label for c in whole.contributions} == {"self/rules.md", "people/discord-1.md"}
    assert not whole.trace.degraded


def test_what_is_submitted_to_the_index_waits_for_the_next_submission() -> None:
    """Whoever recorded a turn, or wrote a note, is not told of it."""
    done: list[str] = []

    def update(_: str, keys: list[str]) -> SyncReport:
        done.extend(keys)
        return SyncReport()

    worker = SyncWorker(update)
    with no_thread_left():
        worker.start()
        worker.submit("memory", ["a.md"])
    worker.submit("memory", ["b.md"])
    assert worker.drain(30)
    assert sorted(done) == ["a.md", "b.md"]
    worker.close()


def test_a_worker_that_never_ran_is_closed_all_the_same() -> None:
    """What it did not do is found by the next full sync."""
    worker = SyncWorker(lambda _, keys: SyncReport())
    with no_thread_left():
        worker.submit("memory", ["a.md"])
        worker.close()


def test_a_recall_is_dropped_from_the_log_and_the_next_is_in_it(tmp_path: Path) -> None:
    """To note one never raises."""
    now = datetime(2026, 2, 2, tzinfo=UTC)
    recall = LoggedRecall(now, None, None, ())
    with HistoryStore(tmp_path / "history.sqlite") as history:
        logger = RecallLogger(history.recalls, lambda: now)
        with no_thread_left():
            logger.note(recall)
            logger.close()
        assert (logger.dropped, history.recalls.counts().recalls) == (1, 0)
        logger.note(recall)
        logger.close()
        assert history.recalls.counts().recalls == 1
