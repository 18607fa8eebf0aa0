"""A system that has no thread left for a while costs what it costs, and nothing for good."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import pytest
from familiar_memory.recall.lanes import Lanes

from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.embeddings.sound import QuestionEmbedder
from familiar_memory.errors import EmbedderError, StoppedError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.recalls.logger import RecallLogger
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
    """No lane is counted that is not there."""
    lanes = Lanes(most=1)
    run: Callable[[], int] = lambda: asyncio.run(lanes.run(lambda _: 7, 30))  # noqa: E731
    with no_thread_left():
        for _ in range(2):
            with pytest.raises(StoppedError, match="no thread can be started"):
                run()
    assert run() == 7
    lanes.close()


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
