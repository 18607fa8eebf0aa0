"""Marks of who is not kept any more: two files that several processes read and write."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime

from familiar_memory.domain.talk.identity import Author
from familiar_memory.errors import StorageError
from familiar_memory.maintenance.forget import tombstones
from familiar_memory.maintenance.forget.tombstones import Tombstones
from familiar_memory.store.disk.filesystem import FileSystem

AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
ROWAN = Author("discord", "284619350177841152", "Rowan")
ZED = Author("discord", "619835027744129024", "Zed")


def test_of_two_that_mark_at_once_neither_loses_the_others_mark(tmp_path, monkeypatch):
    """The second waits until the first has written, and adds to that."""
    written, first = Tombstones._write, threading.Event()
    second: list[threading.Thread] = []

    def interrupted(marks, known):
        if not first.is_set():
            first.set()
            second.append(threading.Thread(target=Tombstones(tmp_path).add, args=([ZED], AT)))
            second[0].start()
            # Without a lock it would have written by then, or would be overwritten.
            second[0].join(0.2)
        written(marks, known)

    monkeypatch.setattr(Tombstones, "_write", interrupted)
    assert Tombstones(tmp_path).add([ROWAN], AT) == 1
    second[0].join()
    again = Tombstones(tmp_path)
    assert again.refuses(ROWAN) and again.refuses(ZED) and len(again.every()) == 2


def test_who_marks_writes_to_what_another_process_has_left(tmp_path):
    """Also where it had read the files before, and of the same size."""
    one, other = Tombstones(tmp_path), Tombstones(tmp_path)
    assert one.add([ROWAN], AT) == 1
    assert other.add([ZED], AT) == 1 and other.remove(ROWAN)
    assert not one.remove(ROWAN) and one.add([ROWAN], AT) == 1
    assert [Tombstones(tmp_path).refuses(who) for who in (ROWAN, ZED)] == [True, True]


def test_a_process_that_lives_on_takes_another_key_when_both_files_are_deleted(tmp_path):
    """Nobody is marked then, and what is marked next can be read by others."""
    marks = Tombstones(tmp_path)
    marks.add([ROWAN], AT)
    for name in ("forgotten.json", "forgotten.key"):
        (tmp_path / name).unlink()
    assert not marks.refuses(ROWAN)
    assert marks.add([ZED], AT) == 1
    again = Tombstones(tmp_path)
    assert again.refuses(ZED) and not again.refuses(ROWAN)


def test_a_person_who_is_given_twice_is_marked_once(tmp_path):
    """Under whatever name."""
    marks = Tombstones(tmp_path)
    assert marks.add([ROWAN, Author("discord", ROWAN.user_id, "R")], AT) == 1
    assert marks.add([], AT) == 0
    assert len(json.loads((tmp_path / "forgotten.json").read_text())["people"]) == 1


def test_the_files_are_put_in_place_and_the_folder_is_made_lasting(tmp_path, monkeypatch):
    """Readable by their owner alone, also where a killed process left a draft that is not."""
    synced = []
    monkeypatch.setattr(FileSystem, "sync_directory", lambda _, folder: synced.append(folder))
    (tmp_path / "forgotten.key.draft").write_text("half")
    (tmp_path / "forgotten.key.draft").chmod(0o644)
    Tombstones(tmp_path).add([ROWAN], AT)
    assert synced == [str(tmp_path)] * 2
    for name in ("forgotten.json", "forgotten.key"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.draft"))


def test_whoever_holds_the_marks_for_long_is_reported(tmp_path, monkeypatch):
    """And nothing is written over theirs."""
    monkeypatch.setattr(tombstones, "_PATIENCE_S", 0.05)
    marks = Tombstones(tmp_path)
    refused: list[StorageError] = []

    def second() -> None:
        try:
            Tombstones(tmp_path).add([ROWAN], AT)
        except StorageError as error:
            refused.append(error)

    # From the same thread filelock would take it for a deadlock.
    thread = threading.Thread(target=second)
    with marks._alone():
        thread.start()
        thread.join()
    assert "another process has been writing forgotten.json" in str(refused[0])
    assert marks.every() == ()
