"""A file is whole at every instant, whatever fails and whoever saves in between."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from familiar_memory.errors import ConflictError, StorageError, StoreError
from familiar_memory.store import AuditJournal, ChangeState, MemoryStore
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.tree.gitignore import with_ignored_lines
from familiar_memory.testing import Crash, FaultyFileSystem

Change = Callable[[MemoryStore], object]

_CHANGES: dict[str, tuple[Change, set[str | None]]] = {
    "write": (lambda store: store.write_file("d/a.md", "new"), {"old", "new"}),
    "append": (lambda store: store.append_file("d/a.md", "new"), {"old", "oldnew"}),
    "edit": (lambda store: store.edit("d/a.md", lambda text: "new"), {"old", "new"}),
    "delete": (lambda store: store.delete("d/a.md"), {"old", None}),
    "move": (lambda store: store.move("d/a.md", "e/b.md"), {"old", None}),
    "create": (lambda store: store.write_file("e/b.md", "new"), {"old"}),
}


def _prepared(root: Path) -> None:
    (root / "d").mkdir(parents=True)
    (root / "d" / "a.md").write_text("old")
    (root / ".gitignore").write_bytes(with_ignored_lines(b""))


def _content(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def _leftovers(root: Path) -> list[Path]:
    return [path for path in root.rglob(".*") if path.name.endswith(".fm-tmp")]


def _saved_before(step: str, save: Callable[[], object]) -> FaultyFileSystem:
    """A disk on which an editor saves before the first call of that name."""
    fs = FaultyFileSystem()
    fs.save_before(step, save)
    return fs


def _runs(
    tmp_path: Path, change: Change, error: Callable[[], BaseException], *, for_ever: bool
) -> list[tuple[Path, str, BaseException | None]]:
    """Run the change once for each of its steps, failing there; (root, step, what came out)."""
    runs = []
    for number in range(1, 200):
        root = tmp_path / str(number)
        _prepared(root)
        fs = FaultyFileSystem()
        store = MemoryStore(root, fs=fs, journal=AuditJournal(root / ".journal", fs=fs))
        fs.fail_at(number, error, for_ever=for_ever)
        raised: BaseException | None = None
        try:
            change(store)
        except (StoreError, Crash) as caught:
            raised = caught
        if number > len(fs.calls):
            return runs
        runs.append((root, fs.calls[number - 1], raised))
    raise AssertionError("the change has no end")


@pytest.mark.long
@pytest.mark.parametrize("name", _CHANGES)
def test_a_full_disk_at_any_step_leaves_whole_files(name: str, tmp_path: Path) -> None:
    """After an error the old bytes stand; without one the change was made; nothing is left over."""
    change, outcomes = _CHANGES[name]
    runs = _runs(tmp_path, change, lambda: OSError(28, "No space left on device"), for_ever=False)
    assert len(runs) > 10
    for root, step, raised in runs:
        a, b = _content(root / "d" / "a.md"), _content(root / "e" / "b.md")
        assert a in outcomes, step
        if raised is not None:
            assert isinstance(raised, StorageError), step
            assert (a, b) == ("old", None), step
        elif name == "create":
            assert b == "new", step
        else:
            assert "old" not in (a, b) or name == "move", step
        assert a is not None or b is not None or name == "delete", step
        if step != "unlink":
            assert _leftovers(root) == [], step


@pytest.mark.parametrize("name", _CHANGES)
def test_a_crash_at_any_step_leaves_whole_files(name: str, tmp_path: Path) -> None:
    """Old or new bytes, never less; and the next change finds its way."""
    change, outcomes = _CHANGES[name]
    for root, step, _ in _runs(tmp_path, change, Crash, for_ever=True):
        a, b = _content(root / "d" / "a.md"), _content(root / "e" / "b.md")
        assert a in outcomes, step
        assert b in {None, "new", "old"}, step
        assert a is not None or b is not None or name == "delete", step
        assert MemoryStore(root).write_file("d/a.md", "after the crash").revision is not None
        assert _content(root / "d" / "a.md") == "after the crash"


@pytest.mark.parametrize(
    ("step", "way"),
    [
        ("open_new", "in place"),
        ("open_new", "by rename"),
        ("fsync", "in place"),
        ("fsync", "by rename"),
        ("link", "in place"),
        ("link", "by rename"),
        # A save by rename between the last look and our rename is not seen: one system call.
        ("replace", "in place"),
    ],
)
def test_a_save_in_between_is_edited_not_lost(step: str, way: str, tmp_path: Path) -> None:
    """An edit is applied again to what an editor has saved at any step before the rename."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"

    def save() -> None:
        if way == "in place":
            path.write_text("by hand")
        else:
            path.with_name("x").write_text("by hand")
            path.with_name("x").replace(path)

    store = MemoryStore(tmp_path, fs=_saved_before(step, save))
    store.edit("d/a.md", lambda text: text + "!")
    assert path.read_text() == "by hand!"
    assert _leftovers(tmp_path) == []


def test_a_save_after_the_rename_is_the_newest(tmp_path: Path) -> None:
    """An editor that saves over what was just written wins."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    fs = _saved_before("sync_directory", lambda: path.write_text("by hand"))
    MemoryStore(tmp_path, fs=fs).write_file("d/a.md", "mine")
    assert path.read_text() == "by hand"
    assert _leftovers(tmp_path) == []


def test_an_editor_that_never_stops_is_a_conflict(tmp_path: Path) -> None:
    """After so many attempts the change is given up, and the editor's bytes stand."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    fs, saves = FaultyFileSystem(), itertools.count()

    def save() -> None:
        path.write_text(f"by hand {next(saves)}")
        fs.save_before("open_new", save)

    fs.save_before("open_new", save)
    with pytest.raises(ConflictError, match="each of 3 times"):
        MemoryStore(tmp_path, fs=fs).edit("d/a.md", lambda text: text + "!", attempts=3)
    assert path.read_text() == "by hand 2"


def test_an_expected_revision_is_not_met_by_a_later_save(tmp_path: Path) -> None:
    """A write against a revision is given up when an editor saves during it."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    expected = MemoryStore(tmp_path).revision("d/a.md")
    store = MemoryStore(tmp_path, fs=_saved_before("link", lambda: path.write_text("by hand")))
    with pytest.raises(ConflictError):
        store.write_file("d/a.md", "mine", expected=expected)
    assert path.read_text() == "by hand"


@pytest.mark.parametrize("step", ["open_new", "link"])
def test_a_file_that_appears_is_not_overwritten(step: str, tmp_path: Path) -> None:
    """An append that was to make a file goes to the one that has appeared."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "new.md"
    store = MemoryStore(tmp_path, fs=_saved_before(step, lambda: path.write_text("by hand")))
    store.append_file("d/new.md", "!")
    assert path.read_text() == "by hand!"


@pytest.mark.parametrize("step", ["replace", "sync_directory"])
def test_a_save_during_a_delete_brings_the_file_back(step: str, tmp_path: Path) -> None:
    """What nobody has read is not deleted."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    expected = MemoryStore(tmp_path).revision("d/a.md")
    store = MemoryStore(tmp_path, fs=_saved_before(step, lambda: path.write_text("by hand")))
    if step == "replace":
        with pytest.raises(ConflictError):
            store.delete("d/a.md", expected=expected)
    else:
        store.delete("d/a.md", expected=expected)
    assert path.read_text() == "by hand"


@pytest.mark.parametrize("name", _CHANGES)
def test_a_disk_without_hard_links_serves(name: str, tmp_path: Path) -> None:
    """Every change works there too."""
    _prepared(tmp_path)
    _CHANGES[name][0](MemoryStore(tmp_path, fs=FaultyFileSystem(links=False)))
    assert _content(tmp_path / "d" / "a.md") in _CHANGES[name][1]
    assert _leftovers(tmp_path) == []


def test_the_mode_of_a_file_is_kept(tmp_path: Path) -> None:
    """A private file stays private."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    path.chmod(0o600)
    MemoryStore(tmp_path).write_file("d/a.md", "new")
    assert path.stat().st_mode & 0o777 == 0o600


def test_short_writes_are_continued(tmp_path: Path) -> None:
    """A system that takes three bytes at a time still gets them all."""

    class Slow(FileSystem):
        def write(self, fd: int, data: bytes | memoryview) -> int:
            return os.write(fd, data[:3])

    MemoryStore(tmp_path, fs=Slow()).write_file("a.md", "0123456789")
    assert (tmp_path / "a.md").read_text() == "0123456789"


def test_a_change_that_fails_is_noted_as_aborted(tmp_path: Path) -> None:
    """The journal tells a failed change from one that was cut off."""
    _prepared(tmp_path)

    class Full(FileSystem):
        def replace(self, path: str, to: str) -> None:
            raise OSError(28, "No space left on device")

    journal = AuditJournal(tmp_path / "journal")
    with pytest.raises(StorageError, match="No space left"):
        MemoryStore(tmp_path, fs=Full(), journal=journal).write_file("d/a.md", "new")
    assert [(entry.source, entry.state) for entry in journal.entries()] == [
        ("baseline", ChangeState.DONE),
        ("unknown", ChangeState.ABORTED),
    ]
