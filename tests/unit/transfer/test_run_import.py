"""An import is checked as a whole before anything of it is written."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import FamiliarError, InputError, LimitError, PathError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.sessions import dividing
from familiar_memory.history.sessions.membership import join_session
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.transfer.importer import Importer, Item, NoteFile, SkippedFile, TurnItem
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging import run
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage


@dataclass
class Listed:
    """An importer of given items."""

    items: Sequence[Item]
    name: str = "listed"
    describe: str = "a list"

    def detect(self, path: Path) -> bool:
        """It is never asked."""
        return True

    def read(self, path: Path) -> Iterator[Item]:
        """The items, each time."""
        yield from self.items


def _turn(ref: str, text: str = "hello", *, edited: bool = False) -> TurnItem:
    moment = datetime(2026, 2, 2, 19, 31, tzinfo=UTC)
    turn = Turn(
        ref, moment, Place("discord", "tavern"), Author("discord", "42"), text, edited=edited
    )
    return TurnItem(turn, f"list, line {ref}")


@pytest.fixture
def store(tmp_path: Path) -> MemoryStore:
    """An empty tree."""
    return MemoryStore(tmp_path / "memory")


@pytest.fixture
def history(tmp_path: Path) -> Iterator[HistoryStore]:
    """An empty history."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        yield history


def _run(
    items: Sequence[Item],
    store: MemoryStore,
    history: HistoryStore,
    *,
    force: bool = False,
    dry_run: bool = False,
) -> ImportReport:
    importer: Importer = Listed(items)
    staged = stage(importer, Path("list"), max_file_bytes=1000)
    return run_import(
        staged,
        Destination(history.record_many, store, make_private=history.make_private),
        force=force,
        dry_run=dry_run,
    )


def test_turns_and_notes_are_written_once(store: MemoryStore, history: HistoryStore) -> None:
    """The second run changes nothing and says so."""
    items = [_turn("1"), NoteFile("a.md", "\ufeffA\r\n"), SkippedFile("b.svg", "not Markdown")]
    first = _run(items, store, history)
    assert replace(first, journal_batch="") == ImportReport(
        "listed",
        turns=1,
        added=1,
        written=("a.md",),
        skipped=(SkippedFile("b.svg", "not Markdown"),),
    )
    assert store.read_bytes("a.md") == b"\xef\xbb\xbfA\r\n"
    second = _run(items, store, history)
    assert (second.unchanged, second.added, second.same, second.written) == (1, 0, ("a.md",), ())


def test_amendments_are_counted(store: MemoryStore, history: HistoryStore) -> None:
    """Every turn is counted under its outcome."""
    report = _run([_turn("1"), _turn("1", "hello!", edited=True)], store, history)
    assert (report.turns, report.added, report.amended) == (2, 1, 1)


def test_a_note_that_differs_is_kept_unless_forced(
    store: MemoryStore, history: HistoryStore
) -> None:
    """What a person wrote is replaced only when a person says so."""
    store.write_file("a.md", "mine")
    kept = _run([NoteFile("a.md", "theirs")], store, history)
    assert (kept.kept, kept.written, store.read_file("a.md")) == (("a.md",), (), "mine")
    forced = _run([NoteFile("a.md", "theirs")], store, history, force=True)
    assert (forced.kept, forced.written, store.read_file("a.md")) == ((), ("a.md",), "theirs")


def test_a_dry_run_writes_nothing(store: MemoryStore, history: HistoryStore) -> None:
    """It says what would be written."""
    report = _run([_turn("1"), NoteFile("a.md", "A")], store, history, dry_run=True)
    assert report == ImportReport("listed", dry_run=True, turns=1, written=("a.md",))
    assert (history.counts().turns, store.exists("a.md")) == (0, False)


_LATE = Turn(
    "9", datetime(2026, 2, 2), Place("discord", "tavern"), Author("discord", "42"), "no offset"
)


@pytest.mark.parametrize(
    ("bad", "error", "problem"),
    [
        (TurnItem(_LATE, "list, line 9"), InputError, "list, line 9: the turn '9' has a time"),
        (NoteFile("../a.md", "A"), PathError, "'..'"),
        (NoteFile("con.md", "A"), PathError, "device"),
        (NoteFile("people/_aliases.json", "{}"), PathError, "reserved"),
        (NoteFile("long.md", "x" * 1001), LimitError, "1,001 bytes"),
        (NoteFile("A.md", "A"), InputError, "one file on some disks"),
    ],
)
def test_one_bad_item_stops_everything(
    store: MemoryStore, history: HistoryStore, bad: Item, error: type[FamiliarError], problem: str
) -> None:
    """Nothing is written, however good the rest is."""
    with pytest.raises(error, match=problem.replace(".", r"\.")):
        _run([_turn("1"), NoteFile("a.md", "A"), bad], store, history)
    assert (history.counts().turns, store.exists("a.md")) == (0, False)


def test_progress_counts_up_to_all(store: MemoryStore, history: HistoryStore) -> None:
    """The last call says that all is done."""
    told: list[tuple[int, int]] = []
    staged = stage(Listed([_turn("1"), NoteFile("a.md", "A")]), Path("x"), max_file_bytes=10)
    run_import(staged, Destination(history.record_many, store), progress=lambda *n: told.append(n))
    assert told == [(2, 2)]


def test_turns_are_recorded_in_order() -> None:
    """A later amendment must not come before what it amends."""
    seen: list[str] = []

    def record(turns: Sequence[Turn]) -> list[RecordOutcome]:
        seen.extend(turn.ref for turn in turns)
        return [RecordOutcome.ADDED] * len(turns)

    staged = stage(Listed([_turn(str(i)) for i in range(5)]), Path("x"), max_file_bytes=10)
    run_import(staged, Destination(record, MemoryStore(Path("unused"))))
    assert seen == ["0", "1", "2", "3", "4"]


def _talk(count: int, *, private: bool) -> list[TurnItem]:
    start = datetime(2026, 2, 2, tzinfo=UTC)
    author, place = Author("discord", "42"), Place("discord", "mods", "lantern", private=private)
    return [
        TurnItem(Turn(str(i), start + timedelta(minutes=i), place, author, "hello"), f"line {i}")
        for i in range(count)
    ]


def _sessions(history: HistoryStore) -> object:
    return [
        (s.key, s.turn_count, [turn.turn for turn in history.session_turns(s.key)])
        for s in history.sessions()
    ]


@pytest.mark.parametrize("share", [1, 2, 7])
def test_what_a_channel_that_was_made_private_leaves_behind_is_divided_once(
    store: MemoryStore, history: HistoryStore, monkeypatch: pytest.MonkeyPatch, share: int
) -> None:
    """However many transactions the import takes: with each, it would cost the square."""
    joined: list[int] = []

    def counted(connection: sqlite3.Connection, place: int, said_us: int) -> int:
        joined.append(said_us)
        return join_session(connection, place, said_us)

    _run(_talk(420, private=False), store, history)
    again = _talk(420, private=True)[::share]
    monkeypatch.setattr(run, "_TURNS_AT_ONCE", 20)
    monkeypatch.setattr(dividing, "join_session", counted)
    report = _run(again, store, history)
    assert (report.amended, report.unchanged) == (len(again), 0)
    assert len(joined) == len(set(joined)) <= 420 - len(again)
    report = _run(again, store, history)
    assert (report.amended, report.unchanged) == (0, len(again))


def test_an_import_that_makes_a_channel_private_ends_as_if_recorded_at_once(
    store: MemoryStore, history: HistoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With turns that are new, edited or deleted among those that move."""
    before = _talk(60, private=False)[10:50]
    after = _talk(60, private=True)[::3]
    edited = replace(after[5].turn, text="bye", edited=True)
    gone = replace(after[6].turn, text="", deleted=True)
    after += [TurnItem(edited, "edited"), TurnItem(gone, "gone")]
    monkeypatch.setattr(run, "_TURNS_AT_ONCE", 7)
    _run(before, store, history)
    report = _run(after, store, history)
    with HistoryStore(tmp_path / "other.sqlite") as other:
        other.record_many(item.turn for item in before)
        outcomes = Counter(other.record_many(item.turn for item in after))
        assert _sessions(history) == _sessions(other)
    told = {
        RecordOutcome.ADDED: report.added,
        RecordOutcome.AMENDED: report.amended,
        RecordOutcome.DELETED: report.deleted,
    }
    assert told == outcomes
