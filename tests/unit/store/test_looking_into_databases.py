"""Whoever looks into the bytes of a database takes no lock from those who use it."""

from __future__ import annotations

import gc
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from familiar_memory.domain.sought import Sought
from familiar_memory.store.sqlite.connection import connect
from familiar_memory.store.sqlite.in_use import is_in_use
from familiar_memory.store.sqlite.open_here import copy_bytes, looking_into
from familiar_memory.store.sqlite.scrubbing import file_holds

_COUNT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT count(*) FROM said").fetchone()[0])
connection.close()
"""


_DESCRIPTORS = Path("/proc/self/fd")


def open_descriptors():
    """How many this process has."""
    return len(list(_DESCRIPTORS.iterdir()))


def counted_elsewhere(path):
    """How many rows another process finds, which opens and closes the file."""
    done = subprocess.run(
        [sys.executable, "-c", _COUNT, str(path)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


@pytest.fixture
def path(tmp_path):
    """A database with a log, of which nothing is open."""
    path = tmp_path / "said.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE said (text TEXT)")
    return path


@pytest.mark.parametrize(
    "look",
    [
        lambda path: file_holds(path, Sought((b"tea",))),
        lambda path: file_holds(path.with_name(f"{path.name}-shm"), Sought((b"tea",))),
        lambda path: copy_bytes(path, path.with_name("copy")),
    ],
    ids=["search", "search of the map of the log", "copy"],
)
def test_what_is_written_after_a_look_is_there_for_everybody(path, look):
    """A lost lock would let the other process take the log away from under this one."""
    with closing(connect(path)) as here, closing(connect(path)) as reader:
        here.execute("INSERT INTO said VALUES ('tea')")
        for number in range(2, 5):
            look(path)
            assert counted_elsewhere(path) == number - 1
            here.execute("INSERT INTO said VALUES ('more tea')")
            assert counted_elsewhere(path) == number
        assert reader.execute("SELECT count(*) FROM said").fetchone() == (4,)


@pytest.mark.long
@pytest.mark.skipif(not _DESCRIPTORS.is_dir(), reason="descriptors are counted there")
def test_no_descriptor_outlives_the_connections(path):
    """They are kept while somebody has the file open, and used again."""
    # What other tests have left to be collected is not counted as ours.
    gc.collect()
    before = open_descriptors()
    with closing(connect(path)) as here:
        here.execute("INSERT INTO said VALUES ('tea')")
        opened = open_descriptors()
        for _ in range(5):
            with looking_into(path) as one, looking_into(path) as other:
                assert one.read(16) == other.read(16) == b"SQLite format 3\0"
        assert open_descriptors() == opened + 2
    assert open_descriptors() == before
    with looking_into(path):
        pass
    assert open_descriptors() == before
    forgotten = connect(path)
    with looking_into(path):
        pass
    del forgotten
    gc.collect()
    assert open_descriptors() == before


def test_a_file_is_in_use_while_it_is_open(path, tmp_path):
    """What is no database is nobody's."""
    assert not is_in_use(path)
    with closing(connect(path)) as here:
        here.execute("SELECT count(*) FROM said").fetchone()
        assert is_in_use(path)
    assert not is_in_use(path)
    other = tmp_path / "other"
    other.write_bytes(b"x" * 5000)
    assert not is_in_use(other)
    assert is_in_use(tmp_path / "none")
