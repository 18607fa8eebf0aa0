"""Many new files at once, while somebody looks on."""

import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_memory.errors import ConflictError
from familiar_memory.store import AuditJournal, Cause, MemoryStore, Seen


@pytest.mark.long
def test_a_watcher_takes_no_file_of_a_batch_for_a_persons(tmp_path: Path) -> None:
    """Files are seen before their outcome is noted; whoever sees one waits for the batch."""
    memory = tmp_path / "memory"
    is_over = threading.Event()
    looks = Counter[str]()
    with AuditJournal(tmp_path / "journal") as ours, AuditJournal(tmp_path / "journal") as theirs:
        store = MemoryStore(memory, journal=ours)
        onlooker = MemoryStore(memory, journal=theirs)
        ours.complete_baseline(datetime.now(UTC))

        def watch() -> None:
            is_last = False
            while not is_last:
                is_last = is_over.is_set()
                now = datetime.now(UTC)
                found = sorted(memory.glob("lore/*.md"))
                paths = [path.relative_to(memory).as_posix() for path in found]
                onlooker.observe(
                    Seen(name, path.read_bytes(), now)
                    for name, path in zip(paths, found, strict=True)
                )
                looks["looks"] += bool(found)

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            files = {f"lore/{number}.md": f"{number}\n".encode() for number in range(900)}
            made = list(store.create_files(files, cause=Cause("import:book", batch="b")))
        finally:
            is_over.set()
            thread.join()
        assert [one.path for one in made] == list(files)
        assert Counter(entry.source for entry in ours.entries()) == {"import:book": 900}
    assert looks["looks"] > 0


def test_nothing_is_made_over_a_file_that_stands_there(tmp_path: Path) -> None:
    """The others of its hundred are not made either, and the journal says so."""
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal)
        store.write_file("lore/b.md", "mine")
        with pytest.raises(ConflictError, match=r"lore/b\.md"):
            list(store.create_files({"lore/a.md": b"1", "lore/b.md": b"2"}))
        assert store.glob("lore/*") == ["lore/b.md"]
        assert store.read_file("lore/b.md") == "mine"
        assert journal.cut_off() == ()
