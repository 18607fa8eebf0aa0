"""Every version of a file is kept once, compressed, as long as the settings say."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from versions import version_at

import familiar_memory
from familiar_memory.errors import StorageError
from familiar_memory.store import (
    AuditJournal,
    ImageStore,
    JournalSettings,
    MemoryStore,
    Pruned,
    revision_of,
)
from familiar_memory.store.journal.journal import DERIVED_NAME

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)


@pytest.fixture
def images(tmp_path: Path) -> Iterator[ImageStore]:
    """An image store that does not exist yet."""
    store = ImageStore(tmp_path / "images.sqlite")
    yield store
    store.close()


def test_what_is_put_comes_back(images: ImageStore) -> None:
    """Any bytes, by their revision; what was never put is None."""
    assert images.get(revision_of(b"x")) is None
    for data in (b"", b"tea " * 1_000, bytes(range(256))):
        assert images.put(data, _NOON) == revision_of(data)
        assert images.get(revision_of(data)) == data
    assert images.get("unknown") is None


def test_equal_bytes_are_kept_once(images: ImageStore) -> None:
    """And repetitive text takes little room."""
    revisions = images.put_many([b"tea " * 10_000, b"x", b"tea " * 10_000], _NOON)
    assert revisions[0] == revisions[2]
    images.put(b"tea " * 10_000, _NOON)
    with sqlite3.connect(images.path) as connection:
        rows = connection.execute("SELECT size, stored < 200 FROM images ORDER BY size").fetchall()
    connection.close()
    assert rows == [(1, 1), (40_000, 1)]


def test_old_versions_go_and_needed_ones_stay(images: ImageStore) -> None:
    """By age, then by room, oldest first; what is to be kept stays, and disk space returns."""
    days = [_NOON - timedelta(days=age) for age in (30, 20, 10, 0)]
    datas = [bytes([n]) * 10 + os.urandom(10_000) for n in range(4)]
    revisions = [images.put(data, day) for data, day in zip(datas, days, strict=True)]
    images.close()
    before = images.path.stat().st_size

    def kept() -> list[bool]:
        return [images.get(revision) is not None for revision in revisions]

    assert images.prune(_NOON, max_age_days=None, max_bytes=None) == Pruned(0, 0)
    seen = images.prunable(_NOON, max_age_days=15, max_bytes=None, keep={revisions[0]})
    assert kept() == [True] * 4
    pruned = images.prune(_NOON, max_age_days=15, max_bytes=None, keep={revisions[0]})
    assert (seen, pruned.images, kept()) == (pruned, 1, [True, False, True, True])
    pruned = images.prune(_NOON, max_age_days=None, max_bytes=15_000, keep={revisions[0]})
    assert (pruned.images, kept()) == (2, [True, False, False, False])
    images.close()
    assert images.path.stat().st_size < before
    assert datas[3][:10] not in images.path.read_bytes()


def test_a_version_that_is_seen_again_is_young(images: ImageStore) -> None:
    """Its age counts from the last time that a file had it."""
    revision = images.put(b"x", _NOON - timedelta(days=30))
    images.put(b"x", _NOON)
    assert images.prune(_NOON, max_age_days=15, max_bytes=None) == Pruned(0, 0)
    assert images.get(revision) == b"x"


def test_the_newest_version_of_each_file_is_never_dropped(tmp_path: Path) -> None:
    """Of one that was deleted too, so that it can come back."""
    settings = JournalSettings(keep_days=1, keep_mb=0.000001)
    with AuditJournal(tmp_path / "journal", settings=settings) as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
        for text in ("one", "two"):
            store.write_file("a.md", f"a {text}")
            store.write_file("b.md", f"b {text}")
        store.delete("b.md")
        assert journal.tidy(_NOON + timedelta(days=2)).pruned.images == 2
        texts = (b"a one", b"b one", b"a two", b"b two")
        assert [journal.images.get(revision_of(text)) for text in texts] == [
            None,
            None,
            b"a two",
            b"b two",
        ]


def test_damage_is_found_and_never_returned(images: ImageStore) -> None:
    """Bytes that are not those of the revision are no version."""
    revision = images.put(b"x" * 100, _NOON)
    images.put(b"y", _NOON)
    assert images.check() == ()
    with sqlite3.connect(images.path) as connection:
        connection.execute("UPDATE images SET data = x'00' WHERE revision = ?", (revision,))
    connection.close()
    assert images.get(revision) is None
    assert images.check() == (f"version {revision} is damaged",)


@pytest.mark.parametrize("damage", [b"no database", b"SQLite format 3\0" + b"\xff" * 5_000])
def test_a_file_that_is_no_database_is_set_aside(
    damage: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its bytes are kept, the lines are read anew, and changes go on."""
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
        store.write_file("a.md", "one")
        journal.close()
        for side in ("-wal", "-shm"):
            Path(f"{journal.images.path}{side}").unlink(missing_ok=True)
        journal.images.path.write_bytes(damage)
        store.write_file("a.md", "two")
        assert [entry.source for entry in journal.entries()] == ["unknown", "unknown"]
        assert version_at(journal, "a.md", _NOON) == b"two"
    (aside,) = (tmp_path / "journal").glob("images-damaged-*.sqlite")
    assert aside.read_bytes() == damage
    assert "cannot be read" in caplog.text


@pytest.mark.long
def test_threads_and_processes_share_it(images: ImageStore) -> None:
    """Nothing is refused, and nothing is lost."""
    program = (
        "import sys; from pathlib import Path; from datetime import datetime, UTC\n"
        "from familiar_memory.store import ImageStore\n"
        "images = ImageStore(Path(sys.argv[1]))\n"
        "for n in range(30): images.put(f'{sys.argv[2]} {n}'.encode(), datetime.now(UTC))\n"
        "images.close()\n"
    )
    package = Path(familiar_memory.__file__).parent.parent
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(images.path), name], cwd=package)
        for name in ("one", "two")
    ]

    def put(name: str) -> None:
        for n in range(30):
            images.put(f"{name} {n}".encode(), _NOON)

    threads = [threading.Thread(target=put, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    with sqlite3.connect(images.path) as connection:
        assert connection.execute("SELECT count(*) FROM images").fetchone() == (150,)
    connection.close()
    assert images.get(revision_of(b"two 29")) == b"two 29"


@pytest.mark.long
def test_a_disk_that_is_really_full_leaves_the_old_bytes(tmp_path: Path) -> None:
    """With a bound on file sizes set by the system: a typed error, and the file as it was."""
    pytest.importorskip("resource")
    program = (
        "import os, resource, sys; from pathlib import Path\n"
        "from familiar_memory.errors import StorageError\n"
        "from familiar_memory.store import AuditJournal, MemoryStore\n"
        "journal = AuditJournal(Path(sys.argv[1], 'journal'))\n"
        "store = MemoryStore(Path(sys.argv[1], 'memory'), journal=journal)\n"
        "store.write_file('a.md', 'old')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))\n"
        "try: store.write_file('a.md', os.urandom(90_000).hex())\n"
        "except StorageError as error: print(error.problem.partition(':')[0])\n"
        "print(store.read_file('a.md'))\n"
    )
    package = Path(familiar_memory.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=package,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    (refused, left), told = done.stdout.split(), done.stderr
    # Whichever of the two meets the end of the disk first.
    assert refused in {"journal/images.sqlite", f"journal/{DERIVED_NAME}"}
    assert (left, told) == ("old", "")


def test_a_folder_that_cannot_be_made_is_one_typed_error(tmp_path: Path) -> None:
    """Whatever the system says."""
    (tmp_path / "journal").write_text("a file")
    with pytest.raises(StorageError, match=r"journal/images\.sqlite"):
        ImageStore(tmp_path / "journal" / "images.sqlite").put(b"x", _NOON)
