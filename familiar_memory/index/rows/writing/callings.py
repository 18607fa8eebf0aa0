"""The names by which messages call somebody, as rows that go when their message goes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from familiar_memory.domain.memory.document import Passage
from familiar_memory.index.rows.checksums import CALLINGS
from familiar_memory.index.words.callings import callings_of_passage

__all__ = ["insert_callings"]


def insert_callings(
    connection: sqlite3.Connection, row: int, numbered: Iterable[tuple[int, Passage]]
) -> None:
    """Note the names in passages that a document has got, by the numbers of the passages."""
    rows = [
        CALLINGS.row(row, number, called.name, int(called.kind))
        for number, passage in numbered
        for called in callings_of_passage(passage)
    ]
    connection.executemany(CALLINGS.insert(), rows)
