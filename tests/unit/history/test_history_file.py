"""The file: created whole, recognised, never recreated, shared."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime

import pytest

from familiar_memory.errors import HistoryError
from familiar_memory.history import history_file
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus

AT = datetime(2026, 2, 2, tzinfo=UTC)


def refusal(path):
    """The error that opening the file gives."""
    with pytest.raises(HistoryError) as caught:
        HistoryStore(path)
    return caught.value


def test_a_new_history_appears_whole_and_alone(tmp_path):
    """Folders are made, and nothing but the file is left behind."""
    path = tmp_path / "rowan" / "deep" / "history.sqlite"
    HistoryStore(path).close()
    assert [p.name for p in path.parent.iterdir()] == ["history.sqlite"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)


def test_every_connection_waits_for_the_disk(history):
    """A turn is on the disk when `record` returns; foreign keys are watched."""
    with history._database.writing() as connection:
        found = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "foreign_keys", "secure_delete", "busy_timeout")
        ]
    assert found == [2, 1, 1, 5000]


def test_a_newer_history_is_refused_untouched(path):
    """The message says which version it has."""
    HistoryStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 8")
    before = path.read_bytes()
    assert "schema version 8" in refusal(path).problem
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to be read" * 100])
def test_a_damaged_file_is_named_and_kept(path, content):
    """It is truth: nothing makes a new one in its place."""
    path.write_bytes(content)
    error = refusal(path)
    assert error.problem.startswith(f"{path.name} is damaged"), error.problem
    assert str(path.parent) not in error.problem
    assert "backup" in error.accepted
    assert path.read_bytes() == content


def test_another_database_is_refused_untouched(path):
    """An SQLite file that is no history stays what it is."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    assert "not a conversation history" in refusal(path).problem
    assert path.read_bytes() == before


def test_a_folder_is_no_history(path):
    """The message says so."""
    path.mkdir()
    assert "not a regular file" in refusal(path).problem


def test_a_lost_file_beside_its_log_is_noticed(path):
    """A write-ahead log without its database means that the database was removed."""
    path.with_name("history.sqlite-wal").write_bytes(b"frames")
    assert "is missing" in refusal(path).problem
    assert not path.exists()


def test_pages_damaged_later_give_a_history_error(path, say):
    """Neither a wrong answer nor a foreign exception."""
    with HistoryStore(path) as history:
        history.record_many(say(f"m{n}", "x" * 500, minute=n) for n in range(300))
    content = path.read_bytes()
    pages = [content[at : at + 4096] for at in range(0, len(content), 4096)]
    path.write_bytes(b"".join(b"\xa5" * 4096 if b"x" * 99 in page else page for page in pages))
    with HistoryStore(path) as history:
        assert history.check() != ()
        with pytest.raises(HistoryError, match=r"history\.sqlite"):
            history.turns_after(0, 300)


@pytest.mark.parametrize("damage", ["role = 'x'", "actions = '['", "said_us = 1 << 62"])
def test_a_damaged_row_gives_a_history_error(history, say, damage):
    """Also where SQLite itself has nothing to object to."""
    history.record(say("m1"))
    with history._database.writing() as connection:
        connection.execute(f"UPDATE turns SET {damage}")
    with pytest.raises(HistoryError, match="is damaged: a turn cannot be read"):
        history.turns_after(0, 9)


def test_a_sound_file_has_nothing_to_report(history, say):
    """`check` is empty."""
    history.record(say("m1"))
    assert history.check() == ()


def test_rows_of_turns_cannot_be_deleted(history, say):
    """Their ids would be used again, and a watermark would skip a turn."""
    history.record(say("m1"))
    with (
        pytest.raises(HistoryError, match="emptied, never deleted"),
        history._database.writing() as connection,
    ):
        connection.execute("DELETE FROM turns")
    assert history.latest_id() == 1


def test_a_reopened_history_is_the_same(path, say):
    """What was recorded is there."""
    with HistoryStore(path) as history:
        history.record(say("m1"))
    with HistoryStore(path) as history:
        assert [t.turn for t in history.turns_after(0, 9)] == [say("m1")]


def test_a_lasting_lock_gives_a_history_error(path, say, monkeypatch):
    """After the time-out, and it says what to do; nothing is written."""
    monkeypatch.setattr(history_file, "_BUSY_TIMEOUT_S", 0.01)
    with HistoryStore(path) as one, HistoryStore(path) as other, one._database.writing():
        with pytest.raises(HistoryError, match="another process is writing"):
            other.record(say("m1"))
        assert other.turns_after(0, 9) == []


def test_readers_do_not_wait_for_a_writer(history, say):
    """They see the state before the transaction that is going on."""
    history.record(say("m1"))
    with history._database.writing() as connection:
        connection.execute("UPDATE turns SET text = 'half done'")
        assert history.turns_after(0, 9)[0].turn.text == "hello"


def test_an_exception_inside_a_transaction_undoes_it(history):
    """And the next one works."""
    with pytest.raises(RuntimeError), history._database.writing() as connection:
        connection.execute("INSERT INTO watermarks VALUES ('w', 3)")
        raise RuntimeError
    history.set_watermark(1, "w")
    assert history.watermark("w") == 1


PROCESS = """
import sys, datetime, pathlib
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
start = datetime.datetime(2026, 2, 2, tzinfo=datetime.UTC)
with HistoryStore(pathlib.Path(sys.argv[1])) as history:
    for n in range(40):
        history.record(Turn(f"{sys.argv[2]}-{n}", start, Place("d", "c"), Author("d", "1"), "x"))
"""


@pytest.mark.long
def test_processes_share_one_history(path):
    """Also when all of them find no file and create it."""
    running = [
        subprocess.Popen([sys.executable, "-c", PROCESS, str(path), str(n)]) for n in range(4)
    ]
    assert [process.wait(60) for process in running] == [0, 0, 0, 0]
    with HistoryStore(path) as history:
        assert len(history.turns_after(0, 1000)) == 160
        assert history.check() == ()
    assert [p.name for p in path.parent.iterdir()] == ["history.sqlite"]


def test_no_bytes_of_an_amended_text_stay_in_the_file(path, say):
    """After closing, neither a deleted nor an edited text can be found in the file."""
    with HistoryStore(path) as history:
        history.record_many(say(f"f{n}", f"filler {n}", minute=n) for n in range(50))
        history.record(say("m1", "DELETEDSECRET" * 400))
        history.record(say("m2", "EDITEDSECRET"))
        history.record(say("m1", "", deleted=True))
        history.record(say("m2", "fine", edited=True))
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert (b"DELETEDSECRET" in left, b"EDITEDSECRET" in left) == (False, False)


def test_a_failed_entry_moves_no_watermark(history, monkeypatch):
    """Neither is written without the other."""
    monkeypatch.setattr(
        "familiar_memory.history.ledger.ledger.advance",
        lambda *_: (_ for _ in ()).throw(RuntimeError),
    )
    with pytest.raises(RuntimeError):
        history.ledger.note(1, 50, BatchStatus.APPLIED, at=AT, advance_to=50)
    assert (history.ledger.entries(), history.watermark()) == ([], 0)
