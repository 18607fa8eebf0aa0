"""Following the tree: each change is told once, whoever indexed it."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from familiar_memory.domain.memory.changed import Happened
from familiar_memory.familiar import Familiar
from familiar_memory.store import Cause
from familiar_memory.sync.changes.document_change import DocumentChange, changes_between
from familiar_memory.sync.changes.picture import Picture
from familiar_memory.sync.upkeep.follow import Follower


def test_documents_are_compared_by_their_digests() -> None:
    """What failed is told as that."""
    before = {"a": "1", "b": "1", "c": "1", "bad": "1"}
    after = {"a": "1", "b": "2", "d": "1", "bad": ""}
    assert changes_between("memory", before, after, {"bad": "not UTF-8"}) == [
        DocumentChange("memory", "b", Happened.CHANGED),
        DocumentChange("memory", "bad", Happened.FAILED, "not UTF-8"),
        DocumentChange("memory", "c", Happened.REMOVED),
        DocumentChange("memory", "d", Happened.ADDED),
    ]


def _following(
    make: Callable[..., Familiar], home: Path, act: Callable[[Familiar, Follower], None]
) -> list[tuple[str, str]]:
    """Open a familiar, follow it while something is done, and give what was told."""
    told: list[tuple[str, str]] = []

    async def run() -> None:
        familiar = make(home)
        await familiar.start()
        parts = familiar.parts
        follower = Follower(
            parts.indexing.worker,
            parts.indexing.watcher,
            Picture(parts.files.index, ("memory", "conversation")),
            lambda changes: told.extend((c.key, c.what.value) for c in changes),
            lambda held: told.append(("held", str(len(held)))),
            key_of=parts.files.register.last_key,
            keys=parts.files.register.keys,
        )
        try:
            await asyncio.to_thread(act, familiar, follower)
        finally:
            follower.close()
            await familiar.close()

    asyncio.run(run())
    return told


def test_each_look_tells_what_changed_since_the_last(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """Also what another has indexed meanwhile; a note that stays bad is told once."""

    def act(familiar: Familiar, follower: Follower) -> None:
        root = familiar.store.root
        (root / "a.md").write_text("one\n")
        (root / "bad.md").write_bytes(b"caf\xe9")
        follower.start(listen=False)
        familiar.parts.indexing.worker.compare_all()
        (root / "a.md").write_text("two, and more\n")
        familiar.parts.indexing.synchroniser.update("memory", ["a.md"])
        familiar.parts.indexing.worker.compare_all()
        (root / "a.md").unlink()
        familiar.parts.indexing.worker.compare_all()

    assert _following(new_familiar, tmp_path, act) == [
        ("a.md", "added"),
        ("bad.md", "failed"),
        ("a.md", "changed"),
        ("a.md", "removed"),
    ]


def test_notes_that_vanish_all_at_once_are_told_of_once(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """And again when they have come back."""

    def act(familiar: Familiar, follower: Follower) -> None:
        topics = familiar.store.root / "topics"
        topics.mkdir()
        for number in range(12):
            (topics / f"{number:02}.md").write_text("x")
        familiar.parts.indexing.synchroniser.sync_all()
        follower.start(listen=False)
        topics.rename(familiar.store.root.parent / "away")
        familiar.parts.indexing.worker.compare_all()
        familiar.parts.indexing.worker.compare_all()
        (familiar.store.root.parent / "away").rename(topics)
        familiar.parts.indexing.worker.compare_all()

    assert _following(new_familiar, tmp_path, act) == [("held", "12"), ("held", "0")]


def test_what_is_told_is_in_the_journal(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """A save by hand after one by the writer: whoever is told can name the very change."""
    newest: list[tuple[str, str]] = []

    async def run() -> None:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        parts = familiar.parts
        saved = threading.Event()

        def told(changes: Sequence[DocumentChange]) -> None:
            for change in changes:
                entry = next(familiar.journal.entries(change.key, newest_first=True))
                newest.append((change.key, entry.source))
            saved.set()

        follower = Follower(
            parts.indexing.worker,
            parts.indexing.watcher,
            Picture(parts.files.index, ("memory",)),
            told,
            lambda held: None,
            key_of=parts.files.register.last_key,
            keys=parts.files.register.keys,
            quiet_s=0.01,
        )
        follower.start(listen=False)
        familiar.store.write_file("a.md", "one\n", cause=Cause("memory_writer"))
        familiar.parts.indexing.worker.submit("memory", ["a.md"])
        assert await asyncio.to_thread(saved.wait, 30)
        saved.clear()
        (familiar.store.root / "a.md").write_text("two, by hand\n")
        familiar.parts.indexing.worker.submit("memory", ["a.md"])
        assert await asyncio.to_thread(saved.wait, 30)
        follower.close()
        await familiar.close()

    asyncio.run(run())
    assert newest == [("a.md", "memory_writer"), ("a.md", "human")]


def test_what_the_watcher_hears_is_told_once(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """A save is on the page when it seems to be finished, and at the end at the latest."""

    def act(familiar: Familiar, follower: Follower) -> None:
        follower.start(listen=False)
        (familiar.store.root / "a.md").write_text("one\n")
        familiar.parts.indexing.worker.submit("memory", ["a.md"])
        assert familiar.parts.indexing.worker.drain(10)
        familiar.parts.indexing.worker.submit("memory", ["a.md"])
        assert familiar.parts.indexing.worker.drain(10)

    assert _following(new_familiar, tmp_path, act) == [("a.md", "added")]
