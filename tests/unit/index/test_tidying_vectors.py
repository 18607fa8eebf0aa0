"""Vectors that nothing uses go, whatever their number."""

import sqlite3
from contextlib import closing

from familiar_memory.index.rows.marks import set_mark
from familiar_memory.index.schema import DDL
from familiar_memory.index.spaces.tables import drop_unused, whole_mark


def tidied(count):
    """(vectors that are left, steps that it took) where so many are used and as many are not."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(DDL)
        connection.execute(
            "INSERT INTO embedders(id, key, dimension, last_used) VALUES (1, 'own', 1, 1)"
        )
        set_mark(connection, whole_mark(1), "1")
        connection.executemany(
            "INSERT INTO vectors(embedder, text_hash, vector, checksum) VALUES (1, ?, x'00', 0)",
            [(b"%d" % number,) for number in range(2 * count)],
        )
        connection.executemany(
            "INSERT INTO chunk_windows(chunk, embedder, window, text_hash, checksum)"
            " VALUES (?, 1, 0, ?, 0)",
            [(number, b"%d" % number) for number in range(count)],
        )
        steps = []
        connection.set_progress_handler(lambda: steps.append(None), 100)
        drop_unused(connection, "own", 2)
        connection.set_progress_handler(None, 0)
        left = [
            row[0] for row in connection.execute("SELECT text_hash FROM vectors ORDER BY text_hash")
        ]
    return left, len(steps)


def test_the_vectors_of_no_window_go_and_the_others_stay():
    """By their texts."""
    left, _ = tidied(3)
    assert left == [b"0", b"1", b"2"]


def test_tidying_takes_steps_by_the_number_of_vectors_not_by_its_square():
    """Four times as many were sixteen times the work, minutes of it at 300,000 turns."""
    assert tidied(800)[1] < 8 * tidied(200)[1]
