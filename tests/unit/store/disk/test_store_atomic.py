"""A file is whole at every instant, whatever fails and whoever saves in between."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from familiar_memory.errors import ConflictError, StorageError, StoreError
from familiar_memory.store import AuditJournal, ChangeState, MemoryStore
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.tree.gitignore import with_ignored_lines


class _Crash(BaseException):
    """The process is gone: nothing after this runs."""


class _FaultyFileSystem(FileSystem):
    """Fails at the call of a given number: once (a disk error), or for ever (a crash)."""

    def __init__(self, fail_at: int, error: Callable[[], BaseException], *, for_ever: bool) -> None:
        self.calls: list[str] = []
        self._fail_at = fail_at
        self._error = error
        self._for_ever = for_ever

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if name.startswith("_") or not callable(value):
            return value

        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls.append(name)
            count = len(self.calls)
            if count == self._fail_at or (self._for_ever and count > self._fail_at):
                raise self._error()
            # Waiting for the disk would only make the test slow.
            return None if name in ("fsync", "sync_directory") else value(*args, **kwargs)

        return call


class _EditorFileSystem(FileSystem):
    """Lets an editor save at one step of the store."""

    def __init__(self, step: str, save: Callable[[], None], times: int = 1) -> None:
        self._step = step
        self._save = save
        self._times = times

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_") and name == self._step and self._times > 0:
            self._times -= 1
            self._save()
        return super().__getattribute__(name)


class _NoLinks(FileSystem):
    """A disk without hard links."""

    def link(self, path: str, new: str) -> bool:
        """Never possible."""
        return False


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


def _runs(
    tmp_path: Path, change: Change, error: Callable[[], BaseException], *, for_ever: bool
) -> list[tuple[Path, str, BaseException | None]]:
    """Run the change once for each of its steps, failing there; (root, step, what came out)."""
    runs = []
    for number in range(1, 200):
        root = tmp_path / str(number)
        _prepared(root)
        fs = _FaultyFileSystem(10**9, error, for_ever=for_ever)
        store = MemoryStore(root, fs=fs, journal=AuditJournal(root / ".journal", fs=fs))
        fs.calls.clear()
        fs._fail_at = number
        raised: BaseException | None = None
        try:
            change(store)
        except (StoreError, _Crash) as caught:
            raised = caught
        if number > len(fs.calls):
            return runs
        runs.append((root, fs.calls[number - 1], raised))
    raise AssertionError("the change has no end")


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
    for root, step, _ in _runs(tmp_path, change, _Crash, for_ever=True):
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

    store = MemoryStore(tmp_path, fs=_EditorFileSystem(step, save))
    store.edit("d/a.md", lambda text: text + "!")
    assert path.read_text() == "by hand!"
    assert _leftovers(tmp_path) == []


def test_a_save_after_the_rename_is_the_newest(tmp_path: Path) -> None:
    """An editor that saves over what was just written wins."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    fs = _EditorFileSystem("sync_directory", lambda: _save(path, "by hand"))
    MemoryStore(tmp_path, fs=fs).write_file("d/a.md", "mine")
    assert path.read_text() == "by hand"
    assert _leftovers(tmp_path) == []


def test_an_editor_that_never_stops_is_a_conflict(tmp_path: Path) -> None:
    """After so many attempts the change is given up, and the editor's bytes stand."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    saves = iter(range(100))
    fs = _EditorFileSystem("open_new", lambda: _save(path, f"by hand {next(saves)}"), times=100)
    with pytest.raises(ConflictError, match="each of 3 times"):
        MemoryStore(tmp_path, fs=fs).edit("d/a.md", lambda text: text + "!", attempts=3)
    assert path.read_text() == "by hand 2"


def _save(path: Path, text: str) -> None:
    path.write_text(text)


def test_an_expected_revision_is_not_met_by_a_later_save(tmp_path: Path) -> None:
    """A write against a revision is given up when an editor saves during it."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    expected = MemoryStore(tmp_path).revision("d/a.md")
    store = MemoryStore(tmp_path, fs=_EditorFileSystem("link", lambda: _save(path, "by hand")))
    with pytest.raises(ConflictError):
        store.write_file("d/a.md", "mine", expected=expected)
    assert path.read_text() == "by hand"


@pytest.mark.parametrize("step", ["open_new", "link"])
def test_a_file_that_appears_is_not_overwritten(step: str, tmp_path: Path) -> None:
    """An append that was to make a file goes to the one that has appeared."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "new.md"
    store = MemoryStore(tmp_path, fs=_EditorFileSystem(step, lambda: _save(path, "by hand")))
    store.append_file("d/new.md", "!")
    assert path.read_text() == "by hand!"


@pytest.mark.parametrize("step", ["replace", "sync_directory"])
def test_a_save_during_a_delete_brings_the_file_back(step: str, tmp_path: Path) -> None:
    """What nobody has read is not deleted."""
    _prepared(tmp_path)
    path = tmp_path / "d" / "a.md"
    expected = MemoryStore(tmp_path).revision("d/a.md")
    store = MemoryStore(tmp_path, fs=_EditorFileSystem(step, lambda: _save(path, "by hand")))
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
    _CHANGES[name][0](MemoryStore(tmp_path, fs=_NoLinks()))
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
