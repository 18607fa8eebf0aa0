"""Following the tree: each change is told once, whoever indexed it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from familiar_memory.familiar import Familiar
from familiar_memory.sync.follow import DocumentChange, Follower, Happened, changes_between


def test_documents_are_compared_by_their_digests() -> None:
    """What failed is told as that, and only what is asked for is compared."""
    before = {"a": "1", "b": "1", "c": "1", "bad": "1"}
    after = {"a": "1", "b": "2", "d": "1", "bad": ""}
    assert changes_between("memory", before, after, {"bad": "not UTF-8"}) == [
        DocumentChange("memory", "b", Happened.CHANGED),
        DocumentChange("memory", "bad", Happened.FAILED, "not UTF-8"),
        DocumentChange("memory", "c", Happened.REMOVED),
        DocumentChange("memory", "d", Happened.ADDED),
    ]
    assert changes_between("memory", before, after, {}, ["c"]) == [
        DocumentChange("memory", "c", Happened.REMOVED)
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
            parts.synchroniser,
            parts.index,
            familiar.store.root,
            ("memory", "conversation"),
            lambda changes: told.extend((c.key, c.what.value) for c in changes),
            lambda held: told.append(("held", str(len(held)))),
            reconcile_s=3600,
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
        follower.reconcile()
        (root / "a.md").write_text("two, and more\n")
        familiar.parts.synchroniser.update("memory", ["a.md"])
        follower.reconcile()
        (root / "a.md").unlink()
        follower.reconcile()

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
        familiar.parts.synchroniser.sync_all()
        follower.start(listen=False)
        topics.rename(familiar.store.root.parent / "away")
        follower.reconcile()
        follower.reconcile()
        (familiar.store.root.parent / "away").rename(topics)
        follower.reconcile()

    assert _following(new_familiar, tmp_path, act) == [("held", "12"), ("held", "0")]


def test_what_the_watcher_hears_is_told_at_once(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """A save is on the page when the queue has been worked through."""

    def act(familiar: Familiar, follower: Follower) -> None:
        follower.start(listen=False)
        (familiar.store.root / "a.md").write_text("one\n")
        follower.heard("a.md")
        assert follower.drain(10)
        follower.heard("a.md")
        assert follower.drain(10)

    assert _following(new_familiar, tmp_path, act) == [("a.md", "added")]
