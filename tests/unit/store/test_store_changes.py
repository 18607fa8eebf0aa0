"""Git, listeners, locks, and more than one process."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import familiar_memory
from familiar_memory.errors import StorageError
from familiar_memory.store import IndexingMemoryStore, Limits, MemoryStore
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.locks import FileLocks
from familiar_memory.store.tree.gitignore import with_ignored_lines

_BOTH = b".index/\npeople/_aliases.json\n"


@pytest.mark.parametrize(
    ("existing", "completed"),
    [
        (b"", _BOTH),
        (b"*.log", b"*.log\n" + _BOTH),
        (b"*.log\r\n", b"*.log\r\n.index/\r\npeople/_aliases.json\r\n"),
        (b"/.index\n", b"/.index\npeople/_aliases.json\n"),
        (b"_aliases.json\n\n.index/", b"_aliases.json\n\n.index/"),
        (b"\xff\n", b"\xff\n" + _BOTH),
    ],
)
def test_gitignore_keeps_a_persons_lines(existing: bytes, completed: bytes) -> None:
    """Only what lacks is put at the end, in the file's own line breaks."""
    assert with_ignored_lines(existing) == completed
    assert with_ignored_lines(completed) == completed


def test_the_first_write_completes_gitignore(tmp_path: Path) -> None:
    """A person's file is added to, once."""
    (tmp_path / ".gitignore").write_bytes(b"private/\n")
    store = MemoryStore(tmp_path)
    assert (tmp_path / ".gitignore").read_bytes() == b"private/\n"
    store.write_file("a.md", "x")
    store.write_file("b.md", "x")
    assert (tmp_path / ".gitignore").read_bytes() == b"private/\n" + _BOTH


def test_a_linked_gitignore_is_left_alone(tmp_path: Path) -> None:
    """Nothing is written through a link, and the note is written all the same."""
    (tmp_path / "outside").write_text("theirs")
    root = tmp_path / "memory"
    root.mkdir()
    (root / ".gitignore").symlink_to(tmp_path / "outside")
    MemoryStore(root).write_file("a.md", "x")
    assert (tmp_path / "outside").read_text() == "theirs"
    assert (root / "a.md").read_text() == "x"


def test_each_real_change_is_reported_once(tmp_path: Path) -> None:
    """After success, with both paths of a move; nothing for a change that was none."""
    reported: list[str] = []
    store = IndexingMemoryStore(MemoryStore(tmp_path), reported.append)
    store.write_file("a.md", "one")
    store.write_file("a.md", "one")
    store.append_file("a.md", "!")
    store.edit("a.md", lambda text: text)
    store.edit("a.md", str.upper)
    store.move("a.md", "b.md")
    store.delete("b.md")
    store.write_derived("people/_aliases.json", "{}")
    assert reported == ["a.md", "a.md", "a.md", "a.md", "b.md", "b.md"]


def test_several_changes_as_one_are_reported_when_all_are_made(tmp_path: Path) -> None:
    """Each path once; whoever is told of the first reads the last as it is."""
    plain = MemoryStore(tmp_path)
    for path in ("a.md", "b.md", "c.md"):
        plain.write_file(path, "old")
    seen: list[tuple[str, str]] = []
    store = IndexingMemoryStore(plain, lambda path: seen.append((path, plain.read_file("c.md"))))
    store.edit_all({"a.md": str.upper, "b.md": lambda text: text, "c.md": str.upper})
    assert seen == [("a.md", "OLD"), ("c.md", "OLD")]


def test_a_failing_listener_fails_no_write(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The change was made; the failure is logged."""

    def fail(path: str) -> None:
        raise RuntimeError("deaf")

    IndexingMemoryStore(MemoryStore(tmp_path), fail).write_file("a.md", "x")
    assert (tmp_path / "a.md").read_text() == "x"
    assert "a listener failed on the change of a.md" in caplog.text


@pytest.mark.long
def test_two_processes_lose_no_line(tmp_path: Path) -> None:
    """Each appends fifty lines to one file; all hundred are there, whole."""
    program = (
        "import sys; from familiar_memory.store import MemoryStore\n"
        "store = MemoryStore(sys.argv[1])\n"
        "for number in range(50): store.append_file('days/d.md', f'{sys.argv[2]} {number}\\n')\n"
    )
    package = Path(familiar_memory.__file__).parent.parent
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), name], cwd=package)
        for name in ("one", "two")
    ]
    assert [process.wait(timeout=60) for process in running] == [0, 0]
    lines = (tmp_path / "days" / "d.md").read_text().splitlines()
    assert sorted(lines) == sorted(f"{name} {n}" for name in ("one", "two") for n in range(50))


def test_threads_take_turns(tmp_path: Path) -> None:
    """Counting up in a file from four threads loses no count."""
    store = MemoryStore(tmp_path)

    def count() -> None:
        for _ in range(10):
            store.edit("n.md", lambda text: str(int(text or "0") + 1))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.read_file("n.md") == "40"


def test_a_change_that_writes_its_own_file_is_refused(tmp_path: Path) -> None:
    """Rather than waiting for itself."""
    store = MemoryStore(tmp_path)
    with pytest.raises(StorageError, match="same caller"):
        store.edit("a.md", lambda text: store.write_file("A.md", "x").path)
    assert store.list_dir() == []


def test_a_held_file_is_a_typed_error(tmp_path: Path) -> None:
    """After the time set, and the file stays as it is."""
    other = FileLocks(FileSystem(), tmp_path / ".index" / "locks", timeout_s=1)
    store = MemoryStore(tmp_path, limits=Limits(lock_timeout_s=0.01))
    failed: list[str] = []

    def write() -> None:
        try:
            store.write_file("a.md", "x")
        except StorageError as error:
            failed.append(error.problem)

    with other.hold("a.md"):
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert failed == ["a.md: another writer has held it for 0.01 s"]
    store.write_file("a.md", "x")
