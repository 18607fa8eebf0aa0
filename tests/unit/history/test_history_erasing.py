"""What is erased leaves the bytes of the file; what is erased, `tests/contracts/history` says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.domain.talk.identity import Author

AT = datetime(2026, 2, 2, 20, tzinfo=UTC)
TAVERN = "discord-lantern.tavern"
SECRET = "the key lies under the mat"


def bytes_of(path):
    """The file and its log, as they lie there."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return b"".join(file.read_bytes() for file in files if file.exists())


@pytest.fixture
def eraser(history):
    """At one moment."""
    return history.eraser(lambda: AT)


def test_freed_pages_hold_nothing(path, history, say, eraser):
    """A program without care has left the words in pages that SQLite has let go."""
    history.record(say("m1", "tea"))
    long = "".join(f"{number * 7919 % 10_007:05}" for number in range(4_000))
    with closing(sqlite3.connect(path, isolation_level=None)) as careless:
        careless.execute("PRAGMA secure_delete = OFF")
        careless.execute("CREATE TABLE gone (text TEXT)")
        careless.execute("INSERT INTO gone VALUES (?)", (long,))
        careless.execute("DROP TABLE gone")
        careless.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert careless.execute("PRAGMA freelist_count").fetchone()[0] > 0
    stretches = [long[at : at + 60].encode() for at in range(0, len(long), 500)]
    assert any(one in bytes_of(path) for one in stretches)
    eraser.erase(Erasure(texts=(long,)))
    assert not any(one in bytes_of(path) for one in stretches)
    assert history.turn(TAVERN, "m1").turn.text == "tea"


def test_no_byte_of_a_person_or_a_text_stays(path, history, say, eraser):
    """Neither ids nor names, nor what they said, in the file or beside it."""
    rowan, rowena = Author("discord", "4242", "Rowan"), Author("discord", "4242", "Rowena")
    history.record_many([say("m1", SECRET, author=rowan), say("m2", f"well\n{SECRET}\nbye")])
    history.record(say("m3", "more", author=rowena, minute=400))
    history.recalls.add([LoggedRecall(AT, None, rowan.slug, (), question=f"{SECRET}?")])
    words = (b"4242", b"Rowan", b"Rowena", SECRET.encode())
    assert [word for word in words if word not in bytes_of(path)] == []
    eraser.erase(Erasure(authors=frozenset({rowan}), texts=(SECRET,)))
    assert [word for word in words if word in bytes_of(path)] == []
    assert history.check() == ()
