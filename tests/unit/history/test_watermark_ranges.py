"""Watermarks are found by the key of their table, however many there are."""

import sqlite3

from familiar_memory.history.ledger import watermarks


def test_marks_that_begin_so_are_read_without_reading_all():
    """Neither is the whole table read to drop them."""
    asked: list[str] = []
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE watermarks (name TEXT PRIMARY KEY, turn INTEGER NOT NULL)")
    connection.set_trace_callback(asked.append)
    watermarks.positions(connection, "housekeeping ")
    watermarks.drop(connection, "housekeeping ")
    connection.set_trace_callback(None)
    statements = [one for one in asked if one.startswith(("SELECT", "DELETE"))]
    assert len(statements) == 2
    for statement in statements:
        (plan,) = connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
        assert plan[3].startswith("SEARCH watermarks USING")
