"""What the lines of the journal come to: entries with outcomes, and what each file was when.

All of it is derived from the lines, in their order, and remembers how far it has read:
it catches up before every answer, and is made again when it does not fit the lines.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.sought import Sought
from familiar_memory.store.journal.database import JournalDatabase
from familiar_memory.store.journal.derived.fold import (
    FoldedUpTo,
    fold_line,
    forget,
    read_progress,
    remember,
)
from familiar_memory.store.journal.derived.generations import drop_other_generations
from familiar_memory.store.journal.derived.past import (
    Past,
    all_names,
    all_past,
    former_names,
    moved_since,
    name_at,
    past_of,
)
from familiar_memory.store.journal.derived.schema import COLUMNS, SCHEMA, entry_of, moment_of
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.store.journal.log.lines import AuditLog
from familiar_memory.store.journal.log.parts import LogLine, Position
from familiar_memory.store.sqlite.scrubbing import rows_holding

__all__ = ["DamagedLine", "Head", "JournalIndex", "Past"]

_READ_BYTES = 4_000_000
"""Bytes of the log at a time: a day's changes in one read, and a long log in bounded memory."""
_PAGE = 500
"""Rows at a time, and less than the 999 variables that SQLite took before version 3.32."""


class Head(NamedTuple):
    """What a file last was: its revision (None: it was gone) and size, and by which entry."""

    revision: str | None
    size: int
    entry: str


class DamagedLine(NamedTuple):
    """A line that could not be read: the part's number, the line's (from 1), and why."""

    part: int
    line: int
    problem: str


class JournalIndex:
    """A view of one `AuditLog` that is never older than the log when it is asked."""

    def __init__(self, path: Path, log: AuditLog) -> None:
        self._log = log
        self._database = JournalDatabase(path, SCHEMA, durable=False)
        self._seen: tuple[int, int] | None = None

    def entries(
        self,
        where: str = "1",
        parameters: tuple[object, ...] = (),
        *,
        newest_first: bool = False,
    ) -> Iterator[JournalEntry]:
        """Entries by a condition on their columns, in the order of their lines.

        They are fetched in pages, so writers need not wait for a slow reader.
        """
        order, beyond = ("DESC", "<") if newest_first else ("ASC", ">")
        last = 1 << 62 if newest_first else 0
        while True:
            with self._current() as connection:
                rows = connection.execute(
                    f"SELECT number, {COLUMNS} FROM entries WHERE ({where})"
                    f" AND number {beyond} ? ORDER BY number {order} LIMIT {_PAGE}",
                    (*parameters, last),
                ).fetchall()
            for row in rows:
                last = row[0]
                yield entry_of(row[1:])
            if len(rows) < _PAGE:
                return

    def heads(self, paths: Iterable[str]) -> dict[str, Head]:
        """What is last known of these files; one that was never seen is left out."""
        found: dict[str, Head] = {}
        with self._current() as connection:
            for some in in_batches(paths, _PAGE):
                marks = ",".join("?" * len(some))
                for path, *head in connection.execute(
                    f"SELECT path, revision, size, entry FROM heads WHERE path IN ({marks})", some
                ):
                    found[path] = Head(*head)
        return found

    def standing(self) -> dict[str, str]:
        """The revision of every file that stood there when it was last noted, by path."""
        with self._current() as connection:
            rows = connection.execute(
                "SELECT path, revision FROM heads WHERE revision IS NOT NULL ORDER BY path"
            ).fetchall()
        return dict(rows)

    def standing_as(self, revisions: Iterable[str]) -> dict[str, list[str]]:
        """The files that stood there with these bytes when they were last noted, by revision."""
        found: dict[str, list[str]] = {}
        with self._current() as connection:
            for some in in_batches(revisions, _PAGE):
                marks = ",".join("?" * len(some))
                for revision, path in connection.execute(
                    f"SELECT revision, path FROM heads WHERE revision IN ({marks})", some
                ):
                    found.setdefault(revision, []).append(path)
        return found

    def missing(self) -> dict[str, datetime]:
        """Files that have vanished without anybody saying that they were deleted, since when."""
        with self._current() as connection:
            rows = connection.execute("SELECT path, since FROM missing ORDER BY path").fetchall()
        return {path: moment_of(since) for path, since in rows}

    def newest_revisions(self) -> frozenset[str]:
        """The last known version of every file, also of those that are gone or cut off."""
        with self._current() as connection:
            rows = connection.execute(
                "SELECT revision FROM heads WHERE revision IS NOT NULL"
                " UNION SELECT v.revision FROM heads h, versions v WHERE h.revision IS NULL"
                " AND v.number = (SELECT max(number) FROM versions"
                " WHERE path = h.path AND revision IS NOT NULL)"
                " UNION SELECT before FROM entries WHERE state = 'intent'"
                " UNION SELECT after FROM entries WHERE state = 'intent'"
            ).fetchall()
        return frozenset(row[0] for row in rows if row[0] is not None)

    def made_together(self, entry_id: str) -> list[str]:
        """The ids of the changes that are made all or none with this one, in order; mostly none."""
        with self._current() as connection:
            rows = connection.execute(
                "SELECT other.entry FROM together AS one JOIN together AS other"
                " ON other.first = one.first WHERE one.entry = ? ORDER BY other.place",
                (entry_id,),
            ).fetchall()
        return [row[0] for row in rows]

    def past(self, path: str, moment: datetime) -> Past | None:
        """What a file was at a moment, and since when; None when nothing was known of it.

        One that had another name then was not there under this one (`name_at`).
        """
        with self._current() as connection:
            return past_of(connection, path, moment)

    def name_at(self, path: str, moment: datetime) -> str:
        """What the file was called at a moment, before it was moved to where it is now."""
        with self._current() as connection:
            return name_at(connection, path, moment)

    def former_names(self, path: str) -> list[tuple[str, int]]:
        """The names of a file, or of what is below a folder, from before it was moved there.

        Each with the number of the line up to which it was the name.
        """
        with self._current() as connection:
            return former_names(connection, path)

    def all_names(self, paths: Iterable[str]) -> list[str]:
        """These paths, and every other that their files had before a move, or have since."""
        with self._current() as connection:
            return all_names(connection, paths)

    def all_past(self, moment: datetime) -> dict[str, str | None]:
        """What every file was at a moment, as far as anything was known of it by then."""
        with self._current() as connection:
            return all_past(connection, moment)

    def moved_since(self, moment: datetime) -> dict[str, str]:
        """Where each file that was moved after a moment is now, by what it was called then."""
        with self._current() as connection:
            return moved_since(connection, moment)

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""
        with self._current() as connection:
            return read_progress(connection).has_baseline

    def damaged_lines(self) -> tuple[DamagedLine, ...]:
        """Every line that could not be read, in order."""
        with self._current() as connection:
            rows = connection.execute(
                "SELECT part, line, problem FROM damaged_lines ORDER BY part, line"
            ).fetchall()
        return tuple(DamagedLine(*row) for row in rows)

    def rebuild(self) -> None:
        """Forget all that is derived, and read the lines from the first."""
        with self._database.writing() as connection:
            forget(connection)
            self._catch_up(connection)
        self._seen = None

    def scrub(self) -> None:
        """Overwrite what the file has freed; `StorageError` while somebody reads it."""
        self._database.scrub()

    def rows_holding(self, sought: Sought) -> dict[str, int]:
        """How many rows hold any of it, by column."""
        with self._current() as connection:
            return rows_holding(connection, sought)

    @property
    def path(self) -> Path:
        """The file of the tables."""
        return self._database.path

    def close(self) -> None:
        """Let go of the file; whatever has become of it is seen at the next use."""
        self._database.close()
        self._seen = None

    @contextmanager
    def _current(self) -> Iterator[sqlite3.Connection]:
        state = self._log.state()
        with self._database.using() as connection:
            if state is None or state != self._seen:
                with self._database.writing():
                    self._catch_up(connection)
                if self._seen is None:
                    drop_other_generations(self.path)
                self._seen = state
            yield connection

    def _catch_up(self, connection: sqlite3.Connection) -> None:
        progress = read_progress(connection)
        lines = self._lines_after(progress)
        if lines is None:
            forget(connection)
            progress = FoldedUpTo()
            lines = self._log.read(progress.position, _READ_BYTES)
        if not lines:
            return
        has_baseline = progress.has_baseline
        while lines:
            for line in lines:
                has_baseline |= fold_line(connection, line)
            progress = FoldedUpTo(lines[-1].end, lines[-1].text, has_baseline)
            lines = self._log.read(progress.position, _READ_BYTES)
        remember(connection, progress)

    def _lines_after(self, progress: FoldedUpTo) -> list[LogLine] | None:
        """The lines that are new; None when the log is not the one that was read."""
        position, last = progress.position, progress.last
        if last is None:
            return self._log.read(position, _READ_BYTES)
        # The last line is read again, to see that it still stands there.
        begin = Position(position.part, position.offset - len(last) - 1, position.lines - 1)
        lines = self._log.read(begin, _READ_BYTES)
        if not lines or lines[0] != LogLine(last, position):
            return None
        return lines[1:] or self._log.read(position, _READ_BYTES)
