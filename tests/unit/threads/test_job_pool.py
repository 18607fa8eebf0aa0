"""A few threads for everything that is done beside answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from familiar_memory.threads.job_pool import AbandonedError, AllStuckError, Job, JobPool

PATIENCE_S = 30.0


@pytest.fixture
def pool() -> Iterator[JobPool]:
    """Two threads, and none is left afterwards."""
    before = set(threading.enumerate())
    pool = JobPool(2)
    yield pool
    pool.close()
    assert set(threading.enumerate()) <= before


def test_what_is_submitted_is_done_and_its_failure_told(pool: JobPool) -> None:
    """To whoever waits for it; the thread goes on."""
    assert pool.submit(lambda: 7).result(PATIENCE_S) == 7
    failed = pool.submit(lambda: 1 // 0)
    assert isinstance(failed.exception(PATIENCE_S), ZeroDivisionError)
    assert pool.submit(lambda: 8).result(PATIENCE_S) == 8


def test_there_are_never_more_threads_than_it_may_have(pool: JobPool) -> None:
    """However much waits; and as many work at once as there are."""
    both, go_on = threading.Barrier(3), threading.Event()

    def work() -> str:
        if not go_on.is_set():
            both.wait(PATIENCE_S)
            go_on.wait(PATIENCE_S)
        return threading.current_thread().name

    waiting = [pool.submit(work) for _ in range(2)]
    both.wait(PATIENCE_S)
    waiting += [pool.submit(threading.get_ident) for _ in range(50)]
    go_on.set()
    assert len({future.result(PATIENCE_S) for future in waiting[2:]}) <= 2


def test_what_is_due_later_is_done_in_its_order(pool: JobPool) -> None:
    """Whichever was asked for first."""
    done: list[str] = []
    over = threading.Event()
    pool.after(0.04, lambda: (done.append("late"), over.set()))
    pool.after(0.01, lambda: done.append("soon"))
    assert over.wait(PATIENCE_S)
    assert done == ["soon", "late"]


def test_what_is_cancelled_never_happens(pool: JobPool) -> None:
    """And a failure of what was due harms nobody."""
    done: list[str] = []
    over = threading.Event()
    pool.after(0.01, lambda: done.append("cancelled")).cancel()
    pool.after(0.01, lambda: 1 // 0)
    pool.after(0.02, over.set)
    assert over.wait(PATIENCE_S)
    assert done == []


def test_closing_does_what_was_submitted_and_forgets_what_was_due() -> None:
    """And it can be used again."""
    pool = JobPool(1)
    begun, go_on = threading.Event(), threading.Event()
    done: list[str] = []
    pool.submit(lambda: (begun.set(), go_on.wait(PATIENCE_S)))
    assert begun.wait(PATIENCE_S)
    pool.submit(lambda: done.append("submitted"))
    pool.after(0.0, lambda: done.append("due"))
    closing = threading.Thread(target=pool.close)
    closing.start()
    while pool._due:
        pass
    go_on.set()
    closing.join(PATIENCE_S)
    assert done == ["submitted"]
    assert pool.submit(lambda: 9).result(PATIENCE_S) == 9
    pool.close()


def test_a_system_that_has_no_thread_left_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for a thread that will never be there."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    pool = JobPool(2)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="can't start"):
            pool.submit(print)
        with pytest.raises(RuntimeError, match="can't start"):
            pool.after(0.0, print)
    assert pool.submit(lambda: 7).result(PATIENCE_S) == 7
    pool.close()


def test_the_thread_that_was_used_last_is_used_next(pool: JobPool) -> None:
    """What it has open is warm; and one after the other needs one thread, whoever waits."""
    both = threading.Barrier(3)
    for _ in range(2):
        pool.submit(lambda: both.wait(PATIENCE_S))
    both.wait(PATIENCE_S)
    used = set()
    for _ in range(20):
        free = threading.Event()
        job = pool.start(Job(lambda: used.add(threading.get_ident()), free.set))
        assert free.wait(PATIENCE_S) and job.is_over
    assert len(used) <= 2
    alone = JobPool(8)
    for _ in range(20):
        free = threading.Event()
        alone.start(Job(lambda: used.add(threading.get_ident()), free.set))
        assert free.wait(PATIENCE_S)
    assert len(alone._threads) == 1
    alone.close()


def test_what_is_due_does_not_wait_for_what_was_due_before(pool: JobPool) -> None:
    """While one thread is at work another looks at the clock."""
    idle = [threading.Event(), threading.Event()]
    both = threading.Barrier(3)
    for event in idle:
        pool.start(Job(lambda: both.wait(PATIENCE_S), event.set))
    both.wait(PATIENCE_S)
    assert all(event.wait(PATIENCE_S) for event in idle)
    second = threading.Event()
    pool.after(0.0, lambda: second.wait(PATIENCE_S))
    pool.after(0.02, second.set)
    assert second.wait(PATIENCE_S / 3)


def test_nobody_waits_behind_what_was_left_behind() -> None:
    """What has not begun is not begun any more; where all are stuck nothing is taken on."""
    pool = JobPool(1)
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()
    stuck = pool.start(Job(lambda: (begun.set(), go_on.wait(PATIENCE_S))))
    assert begun.wait(PATIENCE_S)
    never: list[int] = []
    pool.leave(pool.start(Job(lambda: never.append(1))))
    pool.start(Job(done.set))
    pool.leave(stuck)
    pool.leave(stuck)
    with pytest.raises(AllStuckError, match="all 1 threads are stuck"):
        pool.submit(print)
    go_on.set()
    assert done.wait(PATIENCE_S)
    assert pool.submit(lambda: 7).result(PATIENCE_S) == 7
    assert never == []
    pool.close()


def test_who_is_abandoned_is_waited_for_by_nobody() -> None:
    """What waits in line is forgotten; what is at work ends by itself, and its thread with it."""
    before = set(threading.enumerate())
    pool = JobPool(2)
    begun, go_on = threading.Event(), threading.Event()
    pool.submit(lambda: 7).result(PATIENCE_S)
    for _ in range(2):
        pool.start(Job(lambda: (begun.set(), go_on.wait(PATIENCE_S))))
    assert begun.wait(PATIENCE_S)
    done: list[str] = []
    pool.after(0.0, lambda: done.append("due"))
    pool.abandon()
    for refused in (lambda: pool.submit(print), lambda: pool.after(0.0, print)):
        with pytest.raises(AbandonedError):
            refused()
    go_on.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_S)
    assert done == []
    assert set(threading.enumerate()) <= before
