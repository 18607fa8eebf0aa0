"""Folders of processes that run stay, those of processes that are gone go."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.store.disk.below import everything_below, files_below
from familiar_memory.store.disk.scratch import ScratchRoom, lend_elsewhere, system_rooms
from familiar_memory.store.temporary import TemporaryFolders

_KILLED = """
import os, sys
from pathlib import Path
from familiar_memory.store.disk.scratch import ScratchRoom
scratch = ScratchRoom(Path(sys.argv[1])).lend("index", Path(sys.argv[2]))
(scratch.path / "words").write_text("zanzibar")
os._exit(9)
"""
WHAT = Erasure(texts=("zanzibar",))
HOURS_AGO = 1_000_000


@pytest.fixture
def room(tmp_path):
    """One that is not there yet."""
    return ScratchRoom(tmp_path / "scratch")


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """The system's folder for what is temporary."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def killed(room, about):
    """A process that had a folder there, and is gone."""
    done = subprocess.run([sys.executable, "-c", _KILLED, str(room.folder), str(about)])
    assert done.returncode == 9


def folders(room):
    """What stands in it, without its lock."""
    return [one for one in room.folder.iterdir() if one.is_dir()]


def test_only_what_nobody_owns_is_swept(room, tmp_path):
    """Whoever runs, in this process or another, keeps its own."""
    assert room.sweep() == 0
    assert not room.folder.exists()
    mine = room.lend("index")
    (mine.path / "words").write_text("zanzibar")
    killed(room, tmp_path)
    assert len(folders(room)) == 2
    assert room.sweep() == 1
    assert folders(room) == [mine.path]
    assert (mine.path / "words").read_text() == "zanzibar"
    mine.close()
    mine.close()
    assert folders(room) == []


@pytest.fixture
def others(tmp_path):
    """Folders of somebody, which nobody has locked."""
    folder = tmp_path / "others"
    for name in ("photos", "index-0123456789abcdef"):
        (folder / name).mkdir(parents=True)
        (folder / name / "one").write_text("kept")
    return folder


def what_stands_in(folder):
    """Every file and folder, by its path within."""
    return {one.relative_to(folder).as_posix() for one in folder.rglob("*")}


def test_what_lies_beyond_a_link_is_not_ours(room, others):
    """Whoever links the room elsewhere, or a folder into it, loses nothing there."""
    before = what_stands_in(others)
    room.folder.symlink_to(others, target_is_directory=True)
    assert room.sweep() == 0
    assert what_stands_in(others) == before
    room.lend("index").close()
    assert not room.folder.is_symlink()
    (room.folder / "index-0123456789abcdef").symlink_to(others / "photos")
    assert room.sweep() == 0
    assert what_stands_in(others) == before


def test_what_is_called_otherwise_is_not_ours(room):
    """A folder that no version of this makes."""
    (room.folder / "photos").mkdir(parents=True)
    assert room.sweep() == 0
    assert (room.folder / "photos").is_dir()


def test_one_that_is_forgotten_is_closed(room):
    """As when a process ends without closing anything."""
    room.lend("index")
    assert folders(room) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is forked")
def test_a_forked_child_takes_nothing_away_at_its_end(room):
    """It inherits what would, and its parent goes on."""
    mine = room.lend("index")
    child = os.fork()
    if child == 0:
        mine.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert mine.path.is_dir()
    killed(room, room.folder)
    assert room.sweep() == 1
    assert folders(room) == [mine.path]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights of POSIX")
def test_nobody_else_may_look_into_it(elsewhere):
    """And a room that others may write to is none."""
    one = lend_elsewhere("index")
    assert stat.S_IMODE(one.path.stat().st_mode) == stat.S_IMODE(one.path.parent.stat().st_mode)
    assert stat.S_IMODE(one.path.stat().st_mode) == 0o700
    (room,) = system_rooms()
    assert one.path.parent == room.folder
    one.close()
    room.folder.chmod(0o777)
    assert system_rooms() == ()
    other = lend_elsewhere("index")
    assert other.path.parent != room.folder
    other.close()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights of POSIX")
def test_where_somebody_has_taken_the_name_the_killed_leave_nothing_either(
    elsewhere, room, tmp_path
):
    """The room that is made instead is found by the next, who uses the same."""
    lend_elsewhere("index").close()
    (taken,) = system_rooms()
    taken.folder.chmod(0o777)
    one = lend_elsewhere("index", tmp_path / "ember")
    (one.path / "words").write_text("zanzibar")
    (instead,) = system_rooms()
    killed(instead, tmp_path / "ember")
    other = lend_elsewhere("index")
    assert one.path.parent == other.path.parent == instead.folder
    folders = TemporaryFolders(tmp_path / "ember", room)
    assert folders.erase(WHAT) == 1
    assert folders.residue(WHAT) == (f"{one.path.name} in the system's temporary folder holds it",)


def test_of_running_processes_it_is_told_whose_they_are(elsewhere, room, tmp_path):
    """Another familiar's words are no residue of this one."""
    ours = lend_elsewhere("index", tmp_path / "ember" / "history.sqlite")
    theirs = lend_elsewhere("index", tmp_path / "emberlein" / "history.sqlite")
    for one in (ours, theirs):
        (one.path / "words").write_text("zanzibar")
    folders = TemporaryFolders(tmp_path / "ember", room)
    killed(system_rooms()[0], tmp_path / "emberlein")
    assert folders.erase(WHAT) == 1
    assert folders.residue(WHAT) == (f"{ours.path.name} in the system's temporary folder holds it",)
    ours.close()
    assert folders.residue(WHAT) == ()
    theirs.close()


def test_what_former_versions_left_goes_by_erasing(elsewhere, room, tmp_path):
    """They had no locks: what has no open database, and is old, is nobody's."""
    made = {}
    for kind in ("past", "verify", "index", "record"):
        made[kind] = elsewhere / f"familiar-{kind}-abcd_123"
        made[kind].mkdir()
        with closing(sqlite3.connect(made[kind] / "index.sqlite")) as connection, connection:
            connection.execute("CREATE TABLE said (text TEXT)")
            connection.execute("INSERT INTO said VALUES ('zanzibar')")
    other = elsewhere / "familiar-faces-abcd_123"
    other.mkdir()
    for folder in (*made.values(), other):
        os.utime(folder, (HOURS_AGO, HOURS_AGO))
    os.utime(made["record"])
    folders = TemporaryFolders(tmp_path / "ember", room)
    with closing(sqlite3.connect(made["index"] / "index.sqlite")) as running:
        running.execute("PRAGMA journal_mode = WAL")
        running.execute("SELECT * FROM said").fetchall()
        os.utime(made["index"], (HOURS_AGO, HOURS_AGO))
        assert folders.erase(WHAT) == 2
        assert [kind for kind, folder in made.items() if folder.exists()] == ["index", "record"]
        assert [one.split()[0] for one in folders.residue(WHAT)] == [
            "familiar-index-abcd_123",
            "familiar-record-abcd_123",
        ]
    assert other.exists()


def test_a_folder_that_is_gone_by_now_has_nothing_below_it(tmp_path):
    """Processes end while somebody looks at what they keep."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "a", target_is_directory=True)
    found = [one.relative_to(tmp_path).as_posix() for one in everything_below(tmp_path)]
    assert found == ["a", "a/b", "a/file", "link"]
    assert files_below(tmp_path) == [tmp_path / "a" / "file"]
    assert everything_below(tmp_path / "gone") == []
