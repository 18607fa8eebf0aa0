"""Every version of every file, by its revision: what makes the past readable again."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.store.journal.database import JournalDatabase
from familiar_memory.store.revision import revision_of
from familiar_memory.store.sqlite.damage import problems_in

__all__ = ["ImageStore", "Pruned"]

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS images (
    revision TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    packing INTEGER NOT NULL,
    data BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS images_by_age ON images (seen, stored, revision);
"""
_RAW: Final = 0
_ZLIB: Final = 1
_LEVEL = 6
"""The default of zlib."""
_DAY_S = 86_400
_AT_ONCE = 500
"""SQLite took 999 variables in a statement before version 3.32."""


class Pruned(NamedTuple):
    """How many versions were dropped, and the bytes that they took."""

    images: int
    stored_bytes: int


class ImageStore:
    """Versions of files, compressed, in one SQLite file; safe between threads and processes.

    A version is stored once, whatever number of files had it. What `put` returns is on
    the disk. Failures are `StorageError`.
    """

    def __init__(self, path: Path, *, is_read_only: bool = False) -> None:
        self._database = JournalDatabase(path, _SCHEMA, durable=True, is_read_only=is_read_only)

    @property
    def path(self) -> Path:
        """The file; the first version that is put creates it."""
        return self._database.path

    def put(self, data: bytes, seen: datetime) -> str:
        """Keep one version, seen at this time; its revision."""
        return self.put_many([data], seen)[0]

    def put_many(self, versions: Iterable[bytes], seen: datetime) -> list[str]:
        """Keep versions in one transaction; their revisions, in order.

        A version that is there is not written again, but counts as seen now.
        """
        by_revision: dict[str, bytes] = {}
        revisions = []
        for data in versions:
            revision = revision_of(data)
            revisions.append(revision)
            by_revision[revision] = data
        moment = int(seen.timestamp())
        missing, stale = self._sorted_out(by_revision, moment)
        if missing or stale:
            rows = [_row(revision, by_revision[revision], moment) for revision in missing]
            with self._database.writing() as connection:
                connection.executemany(
                    "INSERT OR IGNORE INTO images VALUES (?, ?, ?, ?, ?, ?)", rows
                )
                connection.executemany(
                    "UPDATE images SET seen = max(seen, ?) WHERE revision = ?",
                    [(moment, revision) for revision in stale],
                )
        return revisions

    def get(self, revision: str) -> bytes | None:
        """The bytes of a version; None when it is not kept, or its bytes are damaged."""
        if not self.path.exists():
            return None
        with self._database.using() as connection:
            row = connection.execute(
                "SELECT packing, data FROM images WHERE revision = ?", (revision,)
            ).fetchone()
        data = None if row is None else _unpacked(*row)
        return data if data is not None and revision_of(data) == revision else None

    def missing(self, revisions: Iterable[str]) -> frozenset[str]:
        """Those that are not kept; whether the others are sound, `check` finds out."""
        wanted = list(revisions)
        if not self.path.exists():
            return frozenset(wanted)
        found: set[str] = set()
        with self._database.using() as connection:
            for some in in_batches(wanted, _AT_ONCE):
                marks = ",".join("?" * len(some))
                rows = connection.execute(
                    f"SELECT revision FROM images WHERE revision IN ({marks})", some
                )
                found.update(row[0] for row in rows)
        return frozenset(wanted) - found

    def prune(
        self,
        now: datetime,
        *,
        max_age_days: int | None,
        max_bytes: int | None,
        keep: Collection[str] = frozenset(),
    ) -> Pruned:
        """Drop what was last seen too long ago, then the oldest until the rest fits.

        What is in `keep` stays in any case. The file gives its free space back.
        """
        if not self.path.exists():
            return Pruned(0, 0)
        oldest = _oldest(now, max_age_days)
        with self._database.writing() as connection:
            dropped = list(_dispensable(connection, oldest, max_bytes, keep))
            connection.executemany(
                "DELETE FROM images WHERE revision = ?", [(revision,) for revision, _ in dropped]
            )
        if dropped:
            self.shrink()
        return Pruned(len(dropped), sum(stored for _, stored in dropped))

    def prunable(
        self,
        now: datetime,
        *,
        max_age_days: int | None,
        max_bytes: int | None,
        keep: Collection[str] = frozenset(),
    ) -> Pruned:
        """What `prune` would drop; nothing is."""
        if not self.path.exists():
            return Pruned(0, 0)
        with self._database.using() as connection:
            found = list(_dispensable(connection, _oldest(now, max_age_days), max_bytes, keep))
        return Pruned(len(found), sum(stored for _, stored in found))

    def versions(self) -> Iterator[tuple[str, datetime, bytes | None]]:
        """Every version: its revision, when it was last seen, its bytes (None: damaged)."""
        if not self.path.exists():
            return
        with self._database.using() as connection:
            rows = connection.execute("SELECT revision, seen FROM images ORDER BY rowid").fetchall()
        for revision, seen in rows:
            yield revision, datetime.fromtimestamp(seen, UTC), self.get(revision)

    def drop(self, revisions: Collection[str]) -> int:
        """Drop these versions, whoever needs them; how many were there."""
        if not revisions or not self.path.exists():
            return 0
        with self._database.writing() as connection:
            return connection.executemany(
                "DELETE FROM images WHERE revision = ?", [(revision,) for revision in revisions]
            ).rowcount

    def scrub(self) -> None:
        """Overwrite what the file has freed; `StorageError` while somebody reads it."""
        if self.path.exists():
            self._database.scrub()

    def check(self) -> tuple[str, ...]:
        """What is damaged: in the file, and each version whose bytes are not its own any more."""
        if not self.path.exists():
            return ()
        with self._database.using() as connection:
            problems = problems_in(connection)
            revisions = [row[0] for row in connection.execute("SELECT revision FROM images")]
        damaged = [revision for revision in revisions if self.get(revision) is None]
        return (*problems, *(f"version {revision} is damaged" for revision in damaged))

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _sorted_out(self, revisions: Collection[str], moment: int) -> tuple[list[str], list[str]]:
        """Those that are not there, and those that were last seen over a day ago."""
        seen: dict[str, int] = {}
        wanted = list(revisions)
        with self._database.using() as connection:
            for some in in_batches(wanted, _AT_ONCE):
                marks = ",".join("?" * len(some))
                seen.update(
                    connection.execute(
                        f"SELECT revision, seen FROM images WHERE revision IN ({marks})", some
                    )
                )
        missing = [revision for revision in wanted if revision not in seen]
        return missing, [one for one, last in seen.items() if last < moment - _DAY_S]

    def shrink(self) -> None:
        """Give the free space of the file back."""
        with self._database.using() as connection:
            # As a script, because this statement frees one page each time it is stepped.
            connection.executescript("PRAGMA incremental_vacuum")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _oldest(now: datetime, max_age_days: int | None) -> int | None:
    """The second before which a version is too old."""
    if max_age_days is None:
        return None
    return int((now - timedelta(days=max_age_days)).timestamp())


def _dispensable(
    connection: sqlite3.Connection,
    oldest: int | None,
    max_bytes: int | None,
    keep: Collection[str],
) -> Iterator[tuple[str, int]]:
    total = connection.execute("SELECT ifnull(sum(stored), 0) FROM images").fetchone()[0]
    over = 0 if max_bytes is None else max(0, total - max_bytes)
    rows = connection.execute("SELECT revision, stored, seen FROM images ORDER BY seen, revision")
    for revision, stored, seen in rows.fetchall():
        is_old = oldest is not None and seen < oldest
        if not is_old and over <= 0:
            return
        if revision not in keep:
            over -= stored
            yield revision, stored


def _row(revision: str, data: bytes, moment: int) -> tuple[str, int, int, int, int, bytes]:
    packed = zlib.compress(data, _LEVEL)
    packing, kept = (_ZLIB, packed) if len(packed) < len(data) else (_RAW, data)
    return revision, len(data), len(kept), moment, packing, kept


def _unpacked(packing: int, data: bytes) -> bytes | None:
    try:
        return zlib.decompress(data) if packing == _ZLIB else data
    except zlib.error:
        return None
