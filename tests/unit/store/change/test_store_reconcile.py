"""What a crash leaves behind is settled and swept, and what was taken out is put back."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import familiar_memory
from familiar_memory.store import (
    AuditJournal,
    ChangeState,
    JournalEntry,
    MemoryStore,
    Operation,
    ReconcileReport,
    revision_of,
)
from familiar_memory.store.change.recovery import Recovered
from familiar_memory.store.leftover import NEW, OLD, Leftover, leftover_name, parse_leftover
from familiar_memory.testing import FaultyFileSystem

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, journal: AuditJournal) -> MemoryStore:
    """A store that reports to it, whose clock is far ahead of every file."""
    late = datetime.now(UTC) + timedelta(days=1)
    return MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: late)


def _intent(operation: Operation, before: bytes | None, after: bytes | None) -> JournalEntry:
    return JournalEntry(
        id="1",
        time=_NOON,
        operation=operation,
        path="a.md",
        source="test",
        refs=(),
        before=None if before is None else revision_of(before),
        after=None if after is None else revision_of(after),
        before_bytes=len(before or b""),
        after_bytes=len(after or b""),
    )


@pytest.mark.parametrize("kind", [NEW, OLD])
def test_a_temporary_name_says_whose_it_is(kind: str) -> None:
    """Unless the file's own name leaves no room; names of other files say nothing."""
    for target in ("a.md", ".gitignore", "new.old.md", "x" * 220, "日" * 70):
        name = leftover_name(target, kind)
        assert parse_leftover(name) == Leftover(name, kind, target)
        assert len(name.encode()) <= 255
    long = leftover_name("x" * 255, kind)
    assert parse_leftover(long) == Leftover(long, kind, None)
    for other in (".a.fm-tmp", "a.md", ".0123456789abcdef.mine.a.md.fm-tmp"):
        assert parse_leftover(other) is None


@pytest.mark.parametrize(
    ("stands", "states", "last"),
    [
        (b"new", [ChangeState.DONE], "new"),
        (b"old", [ChangeState.ABORTED], "old"),
        (b"by hand", [ChangeState.DONE, ChangeState.DONE], "by hand"),
        (None, [ChangeState.DONE, ChangeState.DONE], None),
    ],
)
def test_what_was_cut_off_is_told_by_what_stands(
    stands: bytes | None,
    states: list[ChangeState],
    last: str | None,
    store: MemoryStore,
    journal: AuditJournal,
) -> None:
    """The new bytes: done. The old ones: not made. Others: done, and then changed by a person."""
    store.write_file("a.md", "old")
    journal.intend([_intent(Operation.WRITE, b"old", b"new")], [b"old", b"new"])
    if stands is None:
        (store.root / "a.md").unlink()
    else:
        (store.root / "a.md").write_bytes(stands)
    report = store.reconcile()
    assert [entry.id for entry in report.recovered] == ["1"]
    assert [entry.state for entry in journal.entries()][1:] == states
    head = journal.heads(["a.md"])["a.md"]
    assert head.revision == (None if last is None else revision_of(last.encode()))
    assert store.reconcile() == ReconcileReport((), (), 0, ())


def test_the_next_change_of_a_file_settles_it_too(
    store: MemoryStore, journal: AuditJournal
) -> None:
    """So nobody has to have called reconcile."""
    store.write_file("a.md", "old")
    journal.intend([_intent(Operation.WRITE, b"old", b"new")], [b"old", b"new"])
    (store.root / "a.md").write_bytes(b"new")
    store.append_file("a.md", "!")
    assert [(entry.source, entry.state) for entry in journal.entries()] == [
        ("unknown", ChangeState.DONE),
        ("test", ChangeState.DONE),
        ("unknown", ChangeState.DONE),
    ]


def test_a_living_writers_change_is_left_to_it(store: MemoryStore, journal: AuditJournal) -> None:
    """An intent under way is not a crash: its lock is held, and its outcome comes."""

    def look(text: str) -> str:
        assert len(journal.cut_off()) == 0
        return text + "!"

    store.edit("a.md", look)
    assert [entry.state for entry in journal.entries()] == [ChangeState.DONE]


def test_a_file_that_was_taken_out_is_put_back(store: MemoryStore, journal: AuditJournal) -> None:
    """If no change was meant to take it away; what a person saved in between comes first."""
    store.write_file("a.md", "old")
    (store.root / "a.md").rename(store.root / leftover_name("a.md", OLD))
    report = store.reconcile(sweep=True)
    assert (report.put_back, report.swept) == (("a.md",), 1)
    assert store.read_file("a.md") == "old"
    journal.intend([_intent(Operation.DELETE, b"old", None)], [b"old"])
    (store.root / "a.md").unlink()
    (store.root / leftover_name("a.md", OLD)).write_bytes(b"by hand")
    report = store.reconcile()
    assert report.put_back == ("a.md",)
    assert [entry.state for entry in report.recovered] == [ChangeState.ABORTED]
    assert store.read_file("a.md") == "by hand"


def test_what_was_deleted_does_not_come_back(store: MemoryStore, journal: AuditJournal) -> None:
    """A leftover of a delete that is done is only swept; its version is kept."""
    store.write_file("a.md", "old")
    store.delete("a.md")
    (store.root / leftover_name("a.md", OLD)).write_bytes(b"old, saved late")
    report = store.reconcile(sweep=True)
    assert (report.put_back, report.swept, store.exists("a.md")) == ((), 1, False)
    assert journal.images.get(revision_of(b"old, saved late")) == b"old, saved late"


def test_a_sweep_finds_leftovers_anywhere(store: MemoryStore, journal: AuditJournal) -> None:
    """Of every kind, also of files whose name did not fit; an old version is kept first."""
    store.write_file("people/a.md", "stands")
    for name in (
        leftover_name("a.md", NEW),
        leftover_name("a.md", OLD),
        leftover_name("x" * 250, NEW),
        leftover_name("x" * 250, OLD),
        ".0123456789abcdef.fm-tmp",
    ):
        (store.root / "people" / name).write_bytes(name.encode())
    (store.root / leftover_name(".gitignore", NEW)).write_bytes(b"x")
    report = store.reconcile(sweep=True)
    assert (report.swept, report.put_back, report.failed) == (6, (), ())
    assert [path.name for path in (store.root / "people").iterdir()] == ["a.md"]
    assert store.read_file("people/a.md") == "stands"


def test_what_a_killed_start_left_beside_gitignore_goes_with_the_next(tmp_path: Path) -> None:
    """No journal knows of that file, and nobody sweeps a tree because its bot was killed."""
    MemoryStore(tmp_path).prepare()
    kept = (tmp_path / ".gitignore").read_bytes()
    for kind in (NEW, OLD):
        (tmp_path / leftover_name(".gitignore", kind)).write_bytes(b"x")
    other = tmp_path / leftover_name("a.md", NEW)
    other.write_bytes(b"x")
    MemoryStore(tmp_path).prepare()
    assert {path.name for path in tmp_path.glob(".*.fm-tmp")} == {other.name}
    assert (tmp_path / ".gitignore").read_bytes() == kept


def test_a_young_leftover_without_a_name_is_left(tmp_path: Path) -> None:
    """Its writer may be at it."""
    store = MemoryStore(tmp_path)
    store.write_file("a.md", "x")
    path = tmp_path / leftover_name("x" * 250, NEW)
    path.write_bytes(b"x")
    assert store.reconcile(sweep=True).swept == 0
    assert path.exists()


def test_without_a_journal_the_old_bytes_return(tmp_path: Path) -> None:
    """A sweep alone puts back what is missing, and clears the rest."""
    store = MemoryStore(tmp_path)
    store.write_file("b.md", "b")
    (tmp_path / leftover_name("a.md", OLD)).write_bytes(b"old")
    (tmp_path / leftover_name("b.md", OLD)).write_bytes(b"before")
    report = store.reconcile(sweep=True)
    assert (report.put_back, report.swept) == (("a.md",), 2)
    assert (store.read_file("a.md"), store.read_file("b.md")) == ("old", "b")


@pytest.mark.long
def test_killed_processes_leave_a_tree_in_order(store: MemoryStore, journal: AuditJournal) -> None:
    """Each is killed while it writes; every line that it has announced is there, whole."""
    program = (
        "import sys; from pathlib import Path\n"
        "from familiar_memory.store import AuditJournal, MemoryStore\n"
        "store = MemoryStore(sys.argv[1], journal=AuditJournal(Path(sys.argv[2])))\n"
        "for n in range(10_000):\n"
        "    store.append_file('days/d.md', f'{sys.argv[3]} {n}\\n')\n"
        "    print(n, flush=True)\n"
    )
    package = Path(familiar_memory.__file__).parent.parent
    announced = []
    for name in ("one", "two", "three"):
        arguments = [str(store.root), str(journal.path.parent), name]
        with subprocess.Popen(
            [sys.executable, "-c", program, *arguments], cwd=package, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            told = [int(process.stdout.readline()) for _ in range(15)]
            process.kill()
            told += [int(line) for line in process.stdout.read().splitlines()]
        announced += [f"{name} {number}" for number in told]
        store.reconcile(sweep=True)
    lines = store.read_file("days/d.md").splitlines()
    assert set(announced) <= set(lines)
    assert len(lines) == len(set(lines))
    assert journal.cut_off() == ()
    assert {entry.source for entry in journal.entries()} == {"unknown"}
    head = journal.heads(["days/d.md"])["days/d.md"]
    assert head.revision == store.revision("days/d.md")
    assert [path.name for path in (store.root / "days").iterdir()] == ["d.md"]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path) -> None:
    """Looking for leftovers goes on elsewhere, and fails with nothing but what is told."""
    MemoryStore(tmp_path).write_file("d/a.md", "x")
    fs = FaultyFileSystem()
    store = MemoryStore(tmp_path, fs=fs)
    fs.fail_at(sys.maxsize)
    store.reconcile(sweep=True)
    found = 0
    for number, name in enumerate(list(fs.calls), start=1):
        if name == "scandir":
            fs.fail_at(number, lambda: OSError(5, "Input/output error"), for_ever=False)
            found += len(store.reconcile(sweep=True).failed)
    assert found >= 2


@pytest.mark.parametrize(
    ("before", "left", "is_untouched"),
    [
        (b"old", {"was_put_back": True}, True),
        (b"old", {"was_put_back": False, "was_staged": True}, True),
        (b"old", {"was_put_back": False}, False),
        (None, {"was_put_back": False, "was_staged": True}, False),
    ],
    ids=["put back", "staged still", "nothing left", "a new file's second name"],
)
def test_what_lay_beside_a_file_says_whether_its_change_had_come_to_it(
    before: bytes | None, left: dict[str, bool], is_untouched: bool
) -> None:
    """By that a batch goes on or back where a person has saved the file meanwhile."""
    entry = _intent(Operation.EDIT, before, b"new")
    assert Recovered(entry, swept=1, **left).seems_untouched is is_untouched
