"""Connections are lent again and again: each comes back as it was given out."""

import pytest

from familiar_memory.index.file.database import IndexDatabase
from familiar_memory.index.schema import IndexIdentity


def pages_kept(database: IndexDatabase) -> int:
    """How much the connection that is lent next may keep in memory, as SQLite says it."""
    with database.using() as connection:
        return int(connection.execute("PRAGMA cache_size").fetchone()[0])


@pytest.mark.parametrize("fails", [False, True])
def test_a_write_leaves_a_connection_that_keeps_little(tmp_path, fails):
    """Also one that failed: a household has hundreds of them."""
    database = IndexDatabase(tmp_path / "index.sqlite", IndexIdentity("", 0, "1"))
    try:
        before = pages_kept(database)
        try:
            with database.transaction() as connection:
                connection.execute("INSERT INTO meta(key, value) VALUES ('a', 'b')")
                if fails:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            assert fails
        assert pages_kept(database) == before
        with database.reading() as connection:
            rows = connection.execute("SELECT value FROM meta WHERE key = 'a'").fetchall()
        assert bool(rows) is not fails
    finally:
        database.close()
