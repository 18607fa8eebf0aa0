"""A disk that fails, and a process that dies, at every step of every change in turn.

Afterwards the old or the new bytes stand, whole; start-up settles what was cut off; the
journal knows what stands; nothing that a person has saved is lost; and work goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from familiars import put_notes
from some_steps import some_steps

from familiar_memory.errors import StorageError, StoreError
from familiar_memory.store import (
    AuditJournal,
    Cause,
    ChangeState,
    MemoryStore,
    Seen,
    revision_of,
    undo,
)
from familiar_memory.store.tree.gitignore import with_ignored_lines
from familiar_memory.testing import Crash, FaultyFileSystem

Change = Callable[[MemoryStore], object]
Tree = dict[str, bytes]

_OLD: Tree = {"d/a.md": b"old\n", "d/z.md": b"other\n"}
_CHANGES: dict[str, tuple[Change, Tree]] = {
    "create": (lambda store: store.write_file("e/f/b.md", "new\n"), {**_OLD, "e/f/b.md": b"new\n"}),
    "create many": (
        lambda store: list(store.create_files({"d/n.md": b"1\n", "e/f/b.md": b"2\n"})),
        {**_OLD, "d/n.md": b"1\n", "e/f/b.md": b"2\n"},
    ),
    "write": (lambda store: store.write_file("d/a.md", "new\n"), {**_OLD, "d/a.md": b"new\n"}),
    "append": (lambda store: store.append_file("d/a.md", "!"), {**_OLD, "d/a.md": b"old\n!"}),
    "edit": (lambda store: store.edit("d/a.md", str.upper), {**_OLD, "d/a.md": b"OLD\n"}),
    "edit two": (
        lambda store: store.edit_all({"d/a.md": str.upper, "d/z.md": str.upper}),
        {"d/a.md": b"OLD\n", "d/z.md": b"OTHER\n"},
    ),
    "edit, make and delete": (
        lambda store: store.edit_all(
            {"d/a.md": str.upper, "e/f/b.md": lambda _: "new\n", "d/z.md": lambda _: None}
        ),
        {"d/a.md": b"OLD\n", "e/f/b.md": b"new\n"},
    ),
    "delete": (lambda store: store.delete("d/a.md"), {"d/z.md": b"other\n"}),
    "move": (
        lambda store: store.move("d/a.md", "e/b.md"),
        {"d/z.md": b"other\n", "e/b.md": b"old\n"},
    ),
}


_SAVED_AT = ("open_new", "link", "replace", "unlink")


def _full() -> BaseException:
    return OSError(28, "No space left on device")


def _read_only() -> BaseException:
    return OSError(30, "Read-only file system")


class _Run(NamedTuple):
    """One change that was broken at one step."""

    root: Path
    step: str
    raised: BaseException | None

    @property
    def tree(self) -> Tree:
        """Every visible file."""
        memory = self.root / "memory"
        return {
            path.relative_to(memory).as_posix(): path.read_bytes()
            for path in memory.rglob("*")
            if path.is_file() and not any(p.startswith(".") for p in path.relative_to(memory).parts)
        }

    @property
    def leftovers(self) -> list[str]:
        """Every temporary file."""
        return [path.name for path in (self.root / "memory").rglob(".*.fm-tmp")]


def _prepared(root: Path) -> None:
    put_notes(root / "memory", _OLD)
    (root / "memory" / ".gitignore").write_bytes(with_ignored_lines(b""))


def _broken(
    tmp_path: Path,
    change: Change,
    error: Callable[[], BaseException],
    *,
    for_ever: bool,
    links: bool = True,
    folders: bool = True,
    save: tuple[str, str, bytes] | None = None,
    steps: tuple[int, int] = (1, 1),
) -> Iterator[_Run]:
    """Run the change once for each of its steps, or for some of them, failing there."""
    first, stride = steps
    for number in range(first, 1000, stride):
        root = tmp_path / str(number)
        _prepared(root)
        fs = FaultyFileSystem(links=links, folders=folders)
        with AuditJournal(root / "journal", fs=fs) as journal:
            store = MemoryStore(root / "memory", fs=fs, journal=journal)
            store.append_file("d/z.md", "")
            fs.fail_at(number, error, for_ever=for_ever)
            if save is not None:
                saved = root / "memory" / save[1]
                fs.save_before(save[0], lambda saved=saved: saved.write_bytes(save[2]))
            raised: BaseException | None = None
            try:
                change(store)
            except (StoreError, Crash) as caught:
                raised = caught
        if number > len(fs.calls):
            return
        yield _Run(root, fs.calls[number - 1], raised)
    raise AssertionError("the change has no end")


@pytest.mark.parametrize("error", [_full, _read_only])
@pytest.mark.parametrize("name", _CHANGES)
def test_a_disk_that_fails_at_any_step(
    name: str, error: Callable[[], BaseException], tmp_path: Path
) -> None:
    """A clear error and the old bytes, or the whole change; and the next one works."""
    change, new = _CHANGES[name]
    for run in _broken(tmp_path, change, error, for_ever=False):
        if run.raised is None:
            assert run.tree == new, run.step
        else:
            assert isinstance(run.raised, StorageError), run.step
            assert run.tree == _OLD, run.step
        _check_restart(run)


@pytest.mark.parametrize(("links", "folders"), [(True, True), (False, True), (True, False)])
@pytest.mark.parametrize("name", _CHANGES)
def test_a_crash_at_any_step(name: str, links: bool, folders: bool, tmp_path: Path) -> None:
    """Old bytes or new ones, on disks without links and systems without open folders too."""
    change, new = _CHANGES[name]
    outcomes = set()
    steps = (1, 1) if links and folders else some_steps(name, list(_CHANGES), 3)
    for run in _broken(
        tmp_path, change, Crash, for_ever=True, links=links, folders=folders, steps=steps
    ):
        for path, data in run.tree.items():
            assert data in (_OLD.get(path), new.get(path)), run.step
        after = _check_restart(run)
        assert _is_possible(name, after, new), run.step
        outcomes.add(after == new)
    assert outcomes == {True, False}


@pytest.mark.parametrize("step", _SAVED_AT)
@pytest.mark.parametrize("name", ["append", "edit two", "edit, make and delete", "delete", "move"])
def test_a_crash_while_a_person_saves(name: str, step: str, tmp_path: Path) -> None:
    """What was saved in between stands, or is kept as a version: it is never lost."""
    change, _ = _CHANGES[name]
    save = (step, "d/a.md", b"by hand\n")
    steps = some_steps(step, _SAVED_AT, 3)
    for run in _broken(tmp_path, change, Crash, for_ever=True, save=save, steps=steps):
        saved = b"by hand\n" in run.tree.values() or _is_aside(run, b"by hand\n")
        after = _check_restart(run, look=True)
        if saved:
            with AuditJournal(run.root / "journal") as journal:
                kept = journal.images.get(revision_of(b"by hand\n"))
                stands = any(data.startswith(b"by hand\n") for data in after.values())
                assert stands or kept == b"by hand\n", run.step


@pytest.mark.parametrize("name", _CHANGES)
def test_a_crash_while_the_crash_is_settled(name: str, tmp_path: Path) -> None:
    """Start-up may die at any of its steps as well; the one after it ends the same."""
    change, new = _CHANGES[name]
    crashes = list(_broken(tmp_path / "first", change, Crash, for_ever=True))
    first, stride = some_steps(name, list(_CHANGES), 5)
    for run in crashes[len(crashes) // 3 + first - 1 :: stride]:
        for number in range(1, 1000):
            fs = FaultyFileSystem()
            with AuditJournal(run.root / "journal", fs=fs) as journal:
                store = MemoryStore(run.root / "memory", fs=fs, journal=journal)
                fs.fail_at(number)
                try:
                    store.reconcile(sweep=True)
                except Crash:
                    continue
                break
        assert _is_possible(name, _check_restart(run), new), run.step


def _is_possible(name: str, after: Tree, new: Tree) -> bool:
    """Old or new; of many new files that a crash has cut off, each is there, whole, or not."""
    if name == "create many":
        return _OLD.items() <= after.items() <= new.items()
    return after in (_OLD, new)


def _is_aside(run: _Run, data: bytes) -> bool:
    asides = (run.root / "memory").rglob(".*.fm-tmp")
    return any(path.read_bytes() == data for path in asides)


def _check_restart(run: _Run, *, look: bool = False) -> Tree:
    """Start anew: all is settled, the journal knows what stands, and work goes on."""
    with AuditJournal(run.root / "journal") as journal:
        store = MemoryStore(run.root / "memory", journal=journal)
        store.reconcile(sweep=True)
        assert run.leftovers == [], run.step
        assert journal.cut_off() == (), run.step
        after = run.tree
        if look:
            store.observe([Seen("d/a.md", after.get("d/a.md"), datetime.now(UTC))])
        known = journal.heads(["d/a.md", "d/n.md", "d/z.md", "e/b.md", "e/f/b.md"])
        for path, head in known.items():
            data = after.get(path)
            assert head.revision == (None if data is None else revision_of(data)), run.step
        assert store.reconcile(sweep=True).recovered == (), run.step
        assert run.tree == after, run.step
        _check_story(journal)
        _check_work_goes_on(store, journal)
    return after


def _check_story(journal: AuditJournal) -> None:
    """Each change of a file begins where the last one ended, and all versions are kept."""
    last: dict[str, str | None] = {}
    for entry in journal.entries():
        if entry.state is ChangeState.ABORTED:
            continue
        if entry.path in last:
            assert entry.before == last[entry.path]
        last[entry.path] = None if entry.moved_to else entry.after
        if entry.moved_to:
            last[entry.moved_to] = entry.after
        for revision in (entry.before, entry.after):
            assert revision is None or journal.images.get(revision) is not None


def _check_work_goes_on(store: MemoryStore, journal: AuditJournal) -> None:
    for path in ("d/a.md", "e/b.md"):
        before = store.read_bytes(path) if store.exists(path) else None
        store.append_file(path, "more\n", cause=Cause(batch="after"))
        assert store.read_bytes(path) == (before or b"") + b"more\n"
    undo(store, journal, "after")
