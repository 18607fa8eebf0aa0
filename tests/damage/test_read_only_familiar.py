"""A familiar that can only be read: a backup, a mount without the right to write."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.store.sqlite.reading_only import ReadOnlyDatabase

_TURN = {
    "ref": "m1",
    "timestamp": "2026-02-02T19:31:00+00:00",
    "channel": "tavern",
    "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
    "text": "The heron stood by the mill all morning.",
}

# Root may write where the modes say no. Without that right it is as anybody else; the whole
# process gives it up before it has a second thread.
_PROGRAM = r"""
import contextlib, ctypes, io, json, os, sys

def give_up_rights():
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    if libc.capget(header, data) != 0:
        sys.exit(77)
    for at in (0, 1):
        # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, effective and permitted.
        data[at] &= ~0b110
    if libc.capset(header, data) != 0:
        sys.exit(77)

give_up_rights()
from transcript import run_familiar
ran = []
for line in json.loads(sys.argv[1]):
    one = run_familiar(line)
    ran.append([one.code, one.stdout, one.stderr])
print(json.dumps(ran))
"""


class _Ran(NamedTuple):
    code: int
    stdout: str
    stderr: str


def _run(home: Path, *commands: str) -> list[_Ran]:
    """Run commands in a process that may do no more than the modes say."""
    journeys = Path(__file__).parents[1] / "journeys"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(journeys), *sys.path]),
        "FAMILIAR_ID": "ember",
        "FAMILIAR_HOME": str(home),
    }
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, json.dumps([line.split() for line in commands])],
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env=environment,
    )
    if done.returncode == 77 or (sys.platform != "linux" and os.geteuid() == 0):
        pytest.skip("this system does not let root give up the right to write everywhere")
    assert done.returncode == 0, done.stderr
    return [_Ran(*one) for one in json.loads(done.stdout)]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A familiar with a note of a person, a note of the writer, and one turn."""
    (tmp_path / "chat.jsonl").write_text(json.dumps(_TURN))
    ran = _run(tmp_path, "init ember --embedder none", f"record --jsonl {tmp_path}/chat.jsonl")
    assert [one.code for one in ran] == [0, 0]
    (tmp_path / "ember/memory/topics/tea.md").write_text("# Tea\n\n- sencha at four\n")
    assert [one.code for one in _run(tmp_path, "write", "index update")] == [0, 0]
    yield tmp_path
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


def _close(home: Path, *, files: bool, folders: bool) -> None:
    """Take the right to write from a familiar."""
    for path in sorted((home / "ember").rglob("*"), reverse=True):
        if path.is_dir() and folders:
            path.chmod(0o555)
        elif path.is_file() and files:
            path.chmod(0o444)
    if folders:
        (home / "ember").chmod(0o555)


def _bytes(home: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in (home / "ember").rglob("*")
        # SQLite's own side files come and go where the folder takes them.
        if path.is_file()
        and ".index" not in path.parts
        and not path.name.endswith(("-shm", "-wal"))
    }


@pytest.mark.parametrize(
    ("files", "folders", "index"),
    [(True, True, False), (False, True, True), (True, False, True)],
)
def test_what_can_be_read_is_read(home: Path, files: bool, folders: bool, index: bool) -> None:
    """By every command that reads, with a word about it; nothing is touched."""
    if not index:
        for path in (home / "ember/memory/.index").rglob("*"):
            if path.is_file():
                path.unlink()
    _close(home, files=files, folders=folders)
    before = _bytes(home)
    reading = (
        "search sencha --json",
        "search heron --json",
        "recall heron",
        "grep sencha",
        "show topics/tea",
        "show",
        "people",
        "log topics/tea",
        "show topics/tea --as-of 2999-01-01",
        "doctor --json",
        "stats",
        "index verify",
    )
    ran = dict(zip(reading, _run(home, *reading), strict=True))
    said = "\n".join(f"{line}: {one}" for line, one in ran.items())
    for line, one in ran.items():
        assert one.code == 0 or line == "doctor --json", said
        assert "read-only: " in one.stderr, said
        assert "Traceback" not in one.stderr, said
    assert "sencha" in ran["search sencha --json"].stdout
    assert "heron stood" in ran["search heron --json"].stdout
    assert "read-only" in json.loads(ran["search heron --json"].stdout)["degraded"]
    assert "sencha at four" in ran["show topics/tea --as-of 2999-01-01"].stdout
    assert "topics/tea.md" in ran["log topics/tea"].stdout
    assert _bytes(home) == before


def test_what_writes_says_that_it_cannot(home: Path) -> None:
    """Clearly, with a code of its own kind, and nothing half-done."""
    _close(home, files=True, folders=True)
    before = _bytes(home)
    chat = home / "more.jsonl"
    chat.write_text(json.dumps(_TURN | {"ref": "m2"}))
    for one in _run(home, "write", f"record --jsonl {chat}", f"import {chat} --as turns"):
        assert one.code != 0, one
        assert "Traceback" not in one.stderr and "unexpected" not in one.stderr, one
        assert "read" in one.stderr or "refused" in one.stderr, one
    assert _bytes(home) == before


def test_doctor_says_that_it_can_put_nothing_in_order(home: Path) -> None:
    """As every command does that writes, and looks at everything all the same."""
    _close(home, files=True, folders=True)
    before = _bytes(home)
    (one,) = _run(home, "doctor --fix")
    assert one.code == 1
    assert "✗ fix: nothing can be written" in one.stdout
    assert "a familiar that this user can write to" in one.stdout
    assert "attempt to write" not in one.stdout and "restore a backup" not in one.stdout
    assert "gitignore" in one.stdout
    assert _bytes(home) == before


_ASKING = (
    "search sencha,heron --json",
    "search sencha,heron --explain",
    "search sencha,heron --why-not topics/tea.md:3",
    "recall sencha,heron",
    "recall sencha,heron --explain",
    "recall sencha,heron --why-not topics/tea.md:3",
    "recall sencha,heron --why-not heron",
)
"""Whatever goes by the index, which knows what was said until the damage."""


@pytest.mark.parametrize("files", [True, False])
def test_a_complete_index_is_used_as_it_is(home: Path, files: bool) -> None:
    """Nothing is new, nothing is missing, and what would change it is refused at once."""
    (change,) = json.loads(_run(home, "log topics/tea --json")[0].stdout)["changes"]
    (before,) = _run(home, "index status --json")
    _close(home, files=files, folders=True)
    bytes_before = _bytes(home)
    status, watch, search, recall = _run(
        home, "index status --json", "watch --once", "search sencha", "recall sencha"
    )
    was, now = json.loads(before.stdout), json.loads(status.stdout)
    for key in ("documents", "passages", "facts", "links", "aliases"):
        assert now["sizes"][key] == was["sizes"][key]
    # Taking a right away touches a file, which is then looked at again.
    assert not any(lag[what] for lag in now["lag"].values() for what in ("added", "removed"))
    assert watch.stdout == ""
    for one in (search, recall):
        assert "sencha" in one.stdout and "incomplete" not in one.stderr
        assert one.stderr.count("read-only: ") == 1
    book = home / "book.json"
    entry = {"uid": 0, "key": ["mill"], "comment": "Mill", "content": "A mill."}
    book.write_text(json.dumps({"entries": {"0": entry}}))
    for one in _run(home, f"import {book}", f"undo {change['id']} --yes", "write"):
        assert one.code != 0 and one.stdout == ""
        assert "nothing can be written: read-only: " in one.stderr
        assert "refused" not in one.stderr
    (rebuild,) = _run(home, "index rebuild")
    assert rebuild.code != 0 and rebuild.stdout == ""
    assert "the index cannot be rebuilt: read-only: " in rebuild.stderr
    assert _bytes(home) == bytes_before


@pytest.mark.parametrize("damage", [b"", b"not a database at all", None])
def test_a_damaged_history_leaves_the_notes(home: Path, damage: bytes | None) -> None:
    """They are shown, searched and listed; what was said is said to be unreadable."""
    history = home / "ember/history.sqlite"
    data = bytearray(history.read_bytes())
    data[100:4000] = bytes(3900)
    history.write_bytes(bytes(data) if damage is None else damage)
    reading = ("show topics/tea", "grep sencha", "log topics/tea", "people", *_ASKING)
    ran = dict(zip(reading, _run(home, *reading), strict=True))
    for line, one in ran.items():
        assert one.code == 0, (line, one)
        assert "the conversation cannot be read: history.sqlite" in one.stderr, (line, one)
        assert "Error" not in one.stdout and "failed" not in one.stdout, (line, one)
        assert str(home) not in one.stdout, (line, one)
    for line in _ASKING:
        if "--why-not" not in line:
            assert "sencha at four" in ran[line].stdout, (line, ran[line])
            assert "heron" not in ran[line].stdout, (line, ran[line])
    assert "present" in ran["search sencha,heron --why-not topics/tea.md:3"].stdout
    (found,) = _run(home, "search heron --json")
    assert "cannot be read" in json.loads(found.stdout)["degraded"]
    doctor, record = _run(home, "doctor", f"record --jsonl {home}/chat.jsonl")
    assert doctor.code == 1 and "✗ history" in doctor.stdout
    assert record.code != 0 and "restore it from a backup" in record.stderr


@given(rows=st.lists(st.text(max_size=20), max_size=20), checkpoint=st.booleans())
@settings(deadline=None, max_examples=20)
def test_a_file_with_a_log_is_read_with_it(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str], checkpoint: bool
) -> None:
    """What was committed is there, whether it was folded into the file or not."""
    import shutil
    import sqlite3

    folder = tmp_path_factory.mktemp("log")
    path = folder / "a.sqlite"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE rows (text TEXT)")
    writer.executemany("INSERT INTO rows VALUES (?)", [(row,) for row in rows])
    if checkpoint:
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = folder / "copy of it?#%"
    copy.mkdir()
    for file in (path, folder / "a.sqlite-wal"):
        shutil.copyfile(file, copy / file.name)
    writer.close()
    database = ReadOnlyDatabase(copy / "a.sqlite")
    connection = database.connect()
    assert [row[0] for row in connection.execute("SELECT text FROM rows")] == rows
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM rows")
    connection.close()
    database.close()


@pytest.mark.parametrize("name", ["audit.jsonl", "images.sqlite", "derived-*.sqlite"])
def test_a_journal_of_which_one_file_is_closed_is_not_written_past(home: Path, name: str) -> None:
    """An edit is not taken in as if it had been noted; it is noted as soon as that can be."""
    (closed,) = (home / "ember").rglob(f"journal/{name}")
    closed.chmod(0o444)
    with (home / "ember/memory/topics/tea.md").open("a") as note:
        note.write("- gyokuro at five\n")
    said = _run(home, "search gyokuro --json")[0]
    assert said.code == 0 and "gyokuro" in said.stdout
    assert f"read-only: {closed.name} cannot be written" in said.stderr
    closed.chmod(0o644)
    logged = _run(home, "index update", "log topics/tea --json")[1]
    assert [one["source"] for one in json.loads(logged.stdout)["changes"]][:1] == ["human"]
