"""Several notes changed as one, by processes that die, while people save and others write.

Once the tree was opened again there is all of a batch or none, what a person saved stands,
and the journal tells one story.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from familiars import put_notes
from journal_story import check_story

from familiar_memory.errors import StoreError
from familiar_memory.store import AuditJournal, Cause, ChangeState, MemoryStore, Seen, revision_of
from familiar_memory.testing import Crash, FaultyFileSystem

_NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
_OLD = {
    "a.md": "# A\n\nIntroduction.\n\n- lives in Oban\n\nThe end.\n",
    "b.md": "# B\n\nIntroduction.\n\n- likes tea\n\nThe end.\n",
    "c.md": "# C\n\nIntroduction.\n\n- plays chess\n\nThe end.\n",
}
_CHANGE: dict[str, Callable[[str], str]] = {
    path: lambda text: text.replace("\n- ", "\n- at first ") for path in _OLD
}
_NEW = {path: _CHANGE[path](text) for path, text in _OLD.items()}

Edit = Callable[[str], str | None]
_EDITS: dict[str, Edit] = {
    "a line elsewhere": lambda text: text + "By hand.\n",
    "the same line": lambda text: "".join(
        "- by hand\n" if line.startswith("- ") else line for line in text.splitlines(keepends=True)
    ),
    "another text": lambda _: "By hand.\n",
    "the file is deleted": lambda _: None,
}


def _store(root: Path, **given: object) -> MemoryStore:
    return MemoryStore(root / "memory", **given)  # type: ignore[arg-type]


def _cut_off(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A tree in which the batch was cut off, once for each of its steps; the last is whole."""
    for number in range(1, 400):
        root = tmp_path / str(number)
        put_notes(root / "memory", {path: text.encode() for path, text in _OLD.items()})
        fs = FaultyFileSystem()
        with AuditJournal(root / "journal", fs=fs) as journal:
            store = _store(root, fs=fs, journal=journal)
            store.append_file("other.md", "x\n")
            fs.fail_at(number)
            with suppress(Crash):
                store.edit_all(_CHANGE, cause=Cause("tool"))
        yield root, number
        if number > len(fs.calls):
            return
    raise AssertionError("the batch has no end")


def _reopened(root: Path) -> tuple[dict[str, str], list[ChangeState]]:
    """The notes, and the states of the batch, after all is settled."""
    with AuditJournal(root / "journal") as journal:
        store = _store(root, journal=journal)
        store.reconcile(sweep=True)
        assert store.leftovers() == () and journal.cut_off() == ()
        tree = {path: store.read_file(path) for path in _OLD if store.exists(path)}
        # What a crash kept from being noted is noted by whoever looks next.
        store.observe([Seen(p, tree[p].encode() if p in tree else None, _NOW) for p in _OLD])
        for path, head in journal.heads(_OLD).items():
            stands = tree.get(path)
            assert head.revision == (None if stands is None else revision_of(stands.encode()))
        check_story(journal)
        again = store.reconcile(sweep=True)
        assert again.recovered == () and again.swept == 0
        return tree, [entry.state for entry in journal.entries(source="tool")]


@pytest.mark.parametrize("path", _OLD)
@pytest.mark.parametrize("edit", _EDITS)
def test_a_person_edits_a_note_before_the_tree_is_opened_again(
    edit: str, path: str, tmp_path: Path
) -> None:
    """Theirs stands; the others are all as after the batch, or all as before it.

    So is theirs, unless they have rewritten just what the batch had changed, or the whole. One
    that was deleted is put back only where it may have been cut off that took it away.
    """
    ends = set()
    for root, number in _cut_off(tmp_path):
        file = root / "memory" / path
        saved = _EDITS[edit](file.read_text())
        if saved is None:
            file.unlink()
        else:
            file.write_text(saved)
        tree, states = _reopened(root)
        rest = {other: tree[other] for other in _OLD if other != path}
        is_all = rest == {other: _NEW[other] for other in rest}
        assert is_all or rest == {other: _OLD[other] for other in rest}, number
        assert set(states) <= {ChangeState.DONE if is_all else ChangeState.ABORTED}, number
        whole = (_NEW if is_all else _OLD)[path]
        if edit == "a line elsewhere":
            assert tree[path] == whole + "By hand.\n", number
        elif saved is None:
            assert tree.get(path) in (None, whole), number
        else:
            assert tree.get(path) == saved, number
        if saved is not None and states:
            with AuditJournal(root / "journal") as journal:
                assert journal.kept(revision_of(saved.encode())) == saved.encode(), number
        ends.add(is_all)
    assert ends == {True, False}


def test_an_edit_beside_the_change_is_merged_where_the_batch_was_cut_off(tmp_path: Path) -> None:
    """So the batch is made whole as soon as its first note was changed."""
    merged = 0
    for root, number in _cut_off(tmp_path):
        notes = {path: (root / "memory" / path).read_text() for path in _OLD}
        if notes["a.md"] == _NEW["a.md"] and notes["b.md"] == _OLD["b.md"]:
            (root / "memory/b.md").write_text(notes["b.md"] + "By hand.\n")
            tree, states = _reopened(root)
            assert tree == {**_NEW, "b.md": _NEW["b.md"] + "By hand.\n"}, number
            assert states == [ChangeState.DONE] * 3
            merged += 1
    assert merged


def test_a_crash_while_a_batch_with_an_edit_is_settled(tmp_path: Path) -> None:
    """The next one to open the tree ends it, all or none, whatever the first has done of it."""
    crashed = [root for root, _ in _cut_off(tmp_path / "first")]
    for root in crashed[len(crashed) // 3 :: 4]:
        file = root / "memory" / "b.md"
        file.write_text(file.read_text() + "By hand.\n")
        for number in range(1, 400):
            fs = FaultyFileSystem()
            with AuditJournal(root / "journal", fs=fs) as journal:
                store = _store(root, fs=fs, journal=journal)
                fs.fail_at(number)
                try:
                    store.reconcile(sweep=True)
                except Crash:
                    continue
                break
        tree, _ = _reopened(root)
        assert tree in [
            {path: text + ("By hand.\n" if path == "b.md" else "") for path, text in one.items()}
            for one in (_OLD, _NEW)
        ]


def test_versions_that_are_lost_leave_no_half(tmp_path: Path) -> None:
    """Without the new versions it is taken back; without the old ones it is made whole."""
    for lost in (_NEW, _OLD):
        for root, _ in _cut_off(tmp_path / ("new" if lost is _NEW else "old")):
            stood = [(root / "memory" / path).read_text() == _NEW[path] for path in _OLD]
            with AuditJournal(root / "journal") as journal:
                journal.images.drop({revision_of(text.encode()) for text in lost.values()})
                store = _store(root, journal=journal)
                store.reconcile()
                tree = {path: store.read_file(path) for path in _OLD}
            assert tree in (_OLD, _NEW)
            if any(stood) and not all(stood):
                assert tree == (_OLD if lost is _NEW else _NEW)


def test_whoever_changes_one_of_the_notes_next_settles_the_batch(tmp_path: Path) -> None:
    """Nobody needs to have called `reconcile`, and the change is made to what comes of it."""
    for root, number in _cut_off(tmp_path):
        with AuditJournal(root / "journal") as journal:
            store = _store(root, journal=journal)
            store.append_file("c.md", "And more.\n")
            tree = {path: store.read_file(path) for path in _OLD}
        assert tree in [{**one, "c.md": one["c.md"] + "And more.\n"} for one in (_OLD, _NEW)], (
            number
        )


_KILLED = """
import os, signal, sys
from pathlib import Path
from familiar_memory.store import AuditJournal, MemoryStore
from familiar_memory.testing import FaultyFileSystem

root, number, files = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(",")
fs = FaultyFileSystem()
with AuditJournal(root / "journal", fs=fs) as journal:
    store = MemoryStore(root / "memory", fs=fs, journal=journal)
    store.append_file("other.md", "x")
    fs.fail_at(number, lambda: os.kill(os.getpid(), signal.SIGKILL))
    store.edit_all({path: str.upper for path in files})
    print(len(fs.calls))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("files", ["a.md", "a.md,b.md", "a.md,b.md,c.md"])
def test_a_process_that_is_killed(files: str, tmp_path: Path) -> None:
    """As for one that dies by an error: its locks go with it, and all or none is left."""
    names = files.split(",")

    def killed(root: Path, number: int) -> str:
        put_notes(root / "memory", {path: _OLD[path].encode() for path in names})
        given = [sys.executable, "-c", _KILLED, str(root), str(number), files]
        return subprocess.run(given, capture_output=True, text=True, check=False).stdout

    steps = int(killed(tmp_path / "whole", 10_000))
    ends = set()
    for number in range(steps // 8, steps, max(1, steps // 8)):
        root = tmp_path / str(number)
        assert killed(root, number) == ""
        with AuditJournal(root / "journal") as journal:
            store = _store(root, journal=journal)
            store.reconcile(sweep=True)
            tree = [store.read_file(path) for path in names]
            check_story(journal)
        before = [_OLD[path] for path in names]
        assert tree in (before, [text.upper() for text in before]), number
        ends.add(tree == before)
    assert ends == {True, False}


_WRITER = """
import sys
from pathlib import Path
from familiar_memory.store import AuditJournal, MemoryStore

root, name, *files = sys.argv[1:]
with AuditJournal(Path(root, "journal")) as journal:
    store = MemoryStore(Path(root, "memory"), journal=journal)
    for number in range(25):
        if number % 5 == 4:
            store.edit(files[0], lambda text: text + f"alone {name} {number}\\n")
        line = f"{name} {number}\\n"
        store.edit_all({path: lambda text: text + line for path in files})
"""


def test_processes_that_write_the_same_notes_in_other_orders(tmp_path: Path) -> None:
    """Nobody waits for ever, and each line of a batch stands in all of its notes, once."""
    orders = [("a.md", "b.md", "c.md"), ("c.md", "b.md"), ("c.md", "b.md", "a.md")]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(tmp_path), f"writer{number}", *files],
            stderr=subprocess.PIPE,
        )
        for number, files in enumerate(orders)
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert writer.returncode == 0, errors.decode()
    for number, files in enumerate(orders):
        wanted = [f"writer{number} {time}" for time in range(25)]
        for path in files:
            lines = (tmp_path / "memory" / path).read_text().splitlines()
            assert [line for line in lines if line.startswith(f"writer{number} ")] == wanted
    with AuditJournal(tmp_path / "journal") as journal:
        assert journal.cut_off() == () and journal.damaged_lines() == ()
        check_story(journal)


def test_a_batch_that_waits_for_a_living_writer(tmp_path: Path) -> None:
    """A writer that holds one of the notes is waited for, and what it wrote is what is changed."""
    with AuditJournal(tmp_path / "journal") as journal:
        store = _store(tmp_path, journal=journal)
        put_notes(tmp_path / "memory", {path: text.encode() for path, text in _OLD.items()})

        def nested(text: str) -> str:
            with pytest.raises(StoreError, match="by the same caller"):
                store.edit_all({"b.md": str.upper, "a.md": str.upper})
            return text + "!"

        store.edit("a.md", nested)
        assert store.read_file("b.md") == _OLD["b.md"]
        assert store.read_file("a.md") == _OLD["a.md"] + "!"
