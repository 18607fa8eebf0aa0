"""A checksum in each row, so that a bit that flips on the disk is found before it is shown.

SQLite notices damage to the structure of its file, not to what is in it: a letter of a row may
change, and nobody knows. Its own remedy, a checksum on each page, is an extension, and many
builds load none.
"""

from __future__ import annotations

import marshal
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

__all__ = [
    "ALIASES",
    "CALLINGS",
    "DOCUMENTS",
    "ENTITIES",
    "FACTS",
    "GUARDED",
    "LINKS",
    "PASSAGES",
    "PRINTS",
    "RELATIONS",
    "VECTORS",
    "WINDOWS",
    "Guarded",
]

_Row = tuple[Any, ...]
_FORMAT = 2
"""Of `marshal`: the newest in which equal values have equal bytes, however they came about."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """The columns of a table that its `checksum` covers, in this order.

    What is left out changes nothing that is shown, such as the times of a file, or by what
    a passage is known again.
    """

    table: str
    columns: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many columns of a query `select` takes."""
        return len(self.columns) + 1

    def select(self, alias: str) -> str:
        """The checksum and what it covers, for the head of a SELECT."""
        return ", ".join(f"{alias}.{column}" for column in ("checksum", *self.columns))

    def insert(self, *others: str, verb: str = "INSERT") -> str:
        """A statement that takes the `others`, the checksum and what it covers."""
        names = (*others, "checksum", *self.columns)
        marks = ", ".join("?" * len(names))
        return f"{verb} INTO {self.table}({', '.join(names)}) VALUES ({marks})"

    def row(self, *values: object) -> _Row:
        """The values with their checksum before them, as `insert` takes them."""
        if len(values) != len(self.columns):
            raise ValueError(f"{self.table}: {len(values)} values for {len(self.columns)} columns")
        plain = tuple(int(v) if isinstance(v, bool) else v for v in values)
        return (_sum(plain), *plain)

    def checked(self, rows: Iterable[_Row], start: int = 0) -> Iterator[_Row]:
        """The rows as they come; those of `select` begin at column `start`.

        Raises:
            sqlite3.DatabaseError: a row is not what was written.
        """
        covered = slice(start + 1, start + self.width)
        # Written out: this is done for each row whenever an index is read into memory.
        crc32, dumps = zlib.crc32, marshal.dumps
        for row in rows:
            if row[start] != crc32(dumps(row[covered], _FORMAT)):
                raise self.damage()
            yield row

    def is_sound(self, row: _Row) -> bool:
        """Whether a row of `select` is what was written."""
        return bool(row[0] == _sum(row[1:]))

    def damage(self) -> sqlite3.DatabaseError:
        """What is raised of a row that is not as it was written."""
        return sqlite3.DatabaseError(f"a row of {self.table} is not as it was written")


def _sum(values: _Row) -> int:
    return zlib.crc32(marshal.dumps(values, _FORMAT))


DOCUMENTS = Guarded(
    "documents", ("source", "key", "digest", "title", "trust", "problems", "passages")
)
PASSAGES = Guarded(
    "passages",
    (
        # A number that flips would make a row that nobody finds.
        "id",
        "document",
        "ordinal",
        "chunk",
        "kind",
        "text",
        "audience",
        "line",
        "char_start",
        "char_end",
        "heading",
        "refs",
        "place",
        "author",
        "author_name",
        "learned",
        "valid_since",
        "valid_until",
        "merged_at",
        "expires",
        "day",
        "learned_s",
        "since_s",
        "until_s",
        "expires_s",
        "retired",
        "record_id",
        "record_type",
        "topic",
        "importance",
        "tags",
        "role",
        "asks",
        "standing",
        "terms",
    ),
)
FACTS = Guarded(
    "facts",
    (
        "document",
        "passage",
        "subject",
        "predicate",
        "object",
        "object_target",
        "object_name",
        "category",
        "quote",
        "seen",
        "confidence",
        "source",
        "temporary",
        "replaces",
        "merged_into",
        "audience",
    ),
)
RELATIONS = Guarded(
    "relations",
    ("document", "passage", "subject", "label", "object", "target", "seen", "audience"),
)
ENTITIES = Guarded("entities", ("document", "kind", "names"))
LINKS = Guarded("links", ("document", "target", "line", "audience", "passage"))
PRINTS = Guarded("prints", ("document", "print"))
ALIASES = Guarded("aliases", ("document", "name_key", "name", "slug", "audience", "ordinal"))
CALLINGS = Guarded("callings", ("document", "passage", "name", "kind"))
WINDOWS = Guarded("chunk_windows", ("chunk", "embedder", "window", "text_hash"))
VECTORS = Guarded("vectors", ("text_hash", "vector"))

GUARDED = (
    DOCUMENTS,
    PASSAGES,
    FACTS,
    RELATIONS,
    ENTITIES,
    LINKS,
    PRINTS,
    ALIASES,
    CALLINGS,
    WINDOWS,
    VECTORS,
)
