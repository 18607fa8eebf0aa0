"""One thread keeps the index in step: what was reported at once, everything by and by."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing

import pytest

from familiar_memory.sync.failures import KnownFailures
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.upkeep.watch import TreeWatcher
from familiar_memory.sync.upkeep.worker import SyncWorker
from familiar_memory.testing import HashEmbedder

PATIENCE_S = 20.0


def test_everything_is_looked_at_however_much_is_reported():
    """What is reported is a hint; a bot that is never quiet must not keep it from the truth."""
    reconciled = threading.Event()

    def update(source, keys):
        if not reconciled.is_set():
            worker.submit(source, keys)
        return SyncReport()

    def everything():
        reconciled.set()
        return SyncReport()

    with closing(SyncWorker(update, everything, reconcile_s=0.01)) as worker:
        worker.submit("memory", ["a.md"])
        assert reconciled.wait(PATIENCE_S)


def test_reports_that_come_while_it_works_are_one_update():
    """Five thousand files of a checkout are a handful of updates, each key in just one."""
    begun, go_on = threading.Event(), threading.Event()
    batches = []

    def update(source, keys):
        batches.append((source, keys))
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return SyncReport()

    with closing(SyncWorker(update)) as worker:
        worker.submit("memory", ["first.md"])
        assert begun.wait(PATIENCE_S)
        for _ in range(3):
            for number in range(5_000):
                worker.submit("memory", [f"{number}.md"])
        go_on.set()
        assert worker.drain(PATIENCE_S)
    assert batches == [
        ("memory", ["first.md"]),
        ("memory", [f"{number}.md" for number in range(5_000)]),
    ]


def test_everything_is_looked_at_when_nothing_is_ever_reported(new_familiar, tmp_path, monkeypatch):
    """Where the system tells nothing of saves, a familiar sees them all the same."""
    monkeypatch.setattr(TreeWatcher, "start", lambda watcher: False)
    seen = threading.Event()
    sync_all = Synchroniser.sync_all

    def synced(synchroniser, *given, **more):
        report = sync_all(synchroniser, *given, **more)
        if synchroniser.indexed(["tea.md"]):
            seen.set()
        return report

    monkeypatch.setattr(Synchroniser, "sync_all", synced)

    async def run() -> None:
        async with new_familiar(tmp_path, settings="[index]\nreconcile_s = 0.02\n") as familiar:
            await familiar.search("anything")
            (tmp_path / "ember" / "memory" / "tea.md").write_text("# Tea\n")
            assert await asyncio.to_thread(seen.wait, PATIENCE_S)

    asyncio.run(run())


def test_when_it_gets_quiet_that_is_said_once():
    """After the last change, not after each; and a failure of it does not end the thread."""
    calm = threading.Semaphore(0)
    calls = []

    def when_quiet():
        calls.append(len(updates))
        calm.release()
        raise RuntimeError("no matter")

    updates: list[list[str]] = []

    def update(source, keys):
        updates.append(keys)
        return SyncReport()

    with closing(SyncWorker(update, when_quiet=when_quiet, quiet_s=0.05)) as worker:
        worker.submit("memory", ["a.md"])
        assert calm.acquire(timeout=PATIENCE_S)
        worker.submit("memory", ["b.md"])
        assert calm.acquire(timeout=PATIENCE_S)

    assert calls == [1, 2]


@pytest.mark.long
def test_a_renamed_folder_is_found_under_its_new_name_and_embedded_by_nobody(
    new_familiar, tmp_path, monkeypatch
):
    """By the real watcher: vectors are known by content, wherever the note stands."""
    moved = threading.Event()
    update_all = Synchroniser.sync_all

    def synced(synchroniser, *given, **more):
        report = update_all(synchroniser, *given, **more)
        if len(synchroniser.indexed([f"persons/{n}.md" for n in range(30)])) == 30:
            moved.set()
        return report

    monkeypatch.setattr(Synchroniser, "sync_all", synced)
    embedder = HashEmbedder()
    memory = tmp_path / "ember" / "memory"

    async def run() -> None:
        familiar = new_familiar(tmp_path, embedder=embedder)
        (memory / "people").mkdir(parents=True)
        for number in range(30):
            (memory / "people" / f"{number}.md").write_text(f"Tea number {number}.\n")
        async with familiar:
            await familiar.settle()
            embedder.calls.clear()
            (memory / "people").rename(memory / "persons")
            assert await asyncio.to_thread(moved.wait, PATIENCE_S)
            found = await familiar.search("tea", limit=50)
            assert sorted(hit.path for hit in found.hits) == sorted(
                f"persons/{number}.md" for number in range(30)
            )
            assert embedder.calls == []

    asyncio.run(run())


def test_a_report_of_nothing_holds_nobody_up():
    """Recording no turns at all is done at once, and the thread does not spin."""
    with closing(SyncWorker(lambda source, keys: SyncReport())) as worker:
        worker.submit("conversation", [])
        assert worker.drain(PATIENCE_S)


def test_who_listens_is_told_what_was_done_and_by_a_failure_of_theirs_nothing_ends():
    """When it gets quiet, when everything was compared, and what is left in the end; each once."""
    told, calm = [], threading.Semaphore(0)

    def settled(heard):
        told.append(heard and {source: list(keys) for source, keys in heard.items()})
        calm.release()
        raise RuntimeError("a mistake of who listens")

    with closing(SyncWorker(lambda source, keys: SyncReport())) as worker:
        worker.listen(settled, 0.01)
        worker.submit("memory", ["a.md"])
        worker.submit("conversation", ["tavern/1"])
        assert calm.acquire(timeout=PATIENCE_S)
        worker.submit_all()
        assert worker.drain(PATIENCE_S)
        worker.listen(settled, 10 * PATIENCE_S)
        assert told[-1] is None
        worker.submit("memory", ["b.md"])
        assert worker.drain(PATIENCE_S)
    merged = {(source, key) for one in told if one for source, keys in one.items() for key in keys}
    assert merged == {("memory", "a.md"), ("conversation", "tavern/1"), ("memory", "b.md")}
    assert sum(len(keys) for one in told if one for keys in one.values()) == 3


def test_what_fails_is_known_until_it_succeeds_and_what_everything_lacks_replaces_it():
    """A comparison that fails itself says nothing of any document, and is told to nobody."""
    failing, told = {"a.md": "not UTF-8"}, []
    known = KnownFailures()

    def update(source, keys):
        failed = {key: failing[key] for key in keys if key in failing}
        known.updated(source, keys, failed)
        return SyncReport(failed=failed)

    def everything():
        if not failing:
            raise RuntimeError("no disk")
        known.compared({"c.md": "gone bad"})
        known.held_now(("d.md",))
        return SyncReport(failed={"c.md": "gone bad"}, held=("d.md",))

    with closing(SyncWorker(update, everything, failures=known)) as worker:
        worker.listen(told.append, 10 * PATIENCE_S)
        worker.submit("conversation", ["a.md", "b.md"])
        assert worker.drain(PATIENCE_S)
        assert worker.failures == {"a.md": ("conversation", "not UTF-8")}
        assert worker.compare_all().held == worker.held == ("d.md",)
        assert worker.failures == {"c.md": ("memory", "gone bad")}
        assert told == [None]
        failing.clear()
        worker.submit_all()
        worker.submit("memory", ["c.md"])
        assert worker.drain(PATIENCE_S)
        assert known.reasons == {"": "RuntimeError: no disk"}
        assert told == [None]
        failing["a.md"] = "not UTF-8"
        worker.submit_all()
        assert worker.drain(PATIENCE_S)
        assert known.reasons == {"c.md": "gone bad"}
        assert told == [None, None]
