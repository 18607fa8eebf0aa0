"""The journal as it is read: who changed what and when, and what each file was."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import orjson

from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.store.journal.derived.past import Past
from familiar_memory.store.journal.derived.tables import DamagedLine, Head, JournalIndex
from familiar_memory.store.journal.entry import AtomicBatch, JournalEntry
from familiar_memory.store.journal.images import ImageStore
from familiar_memory.store.journal.log.lines import AuditLog

__all__ = ["JournalFiles"]

_MIN_ID_CHARS: Final = 4
"""Fewer hexadecimal digits name several changes in any journal that is in use."""


class JournalFiles:
    """Changes and versions, from the lines of a journal, their tables and its images."""

    def __init__(self, log: AuditLog, images: ImageStore, index: JournalIndex) -> None:
        self._log = log
        self._images = images
        self._index = index

    @property
    def path(self) -> Path:
        """The file of lines; it may not exist yet."""
        return self._log.path

    @property
    def images(self) -> ImageStore:
        """The versions of files."""
        return self._images

    def entries(
        self,
        path: str | None = None,
        *,
        source: str | None = None,
        refs: Collection[str] | None = None,
        batch: str | None = None,
        newest_first: bool = False,
        follow: bool = False,
    ) -> Iterator[JournalEntry]:
        """Changes in the order in which they were begun, each with its outcome.

        Of a file, or of all below a folder (a move belongs to both of its paths); of a
        source (`import` is also every `import:…`); made from one of these turns; of a
        batch. `follow` adds what a file was before it was moved there, under other names.
        """
        names = self._index.former_names(path) if follow and path else []
        where, parameters = _conditions(path, source, batch, names)
        wanted = None if refs is None else frozenset(refs)
        for entry in self._index.entries(where, parameters, newest_first=newest_first):
            if wanted is None or not wanted.isdisjoint(entry.refs):
                yield entry

    def entries_of(self, paths: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that was made of these files, oldest first.

        Also those under names that a file had before it was moved to one of these, or has
        got since.
        """
        names = orjson.dumps(self._index.all_names(paths)).decode()
        yield from self._index.entries(
            "path IN (SELECT value FROM json_each(?)) AND state = 'done'", (names,)
        )

    def last_deletions(self, source: str) -> Iterator[JournalEntry]:
        """Those of a source after which nothing has come of their files, oldest first.

        It reads as much as there are files that are gone, however long the journal is.
        """
        yield from self._index.entries(
            "id IN (SELECT entry FROM heads WHERE revision IS NULL)"
            " AND source = ? AND operation = 'delete'",
            (source,),
        )

    def entries_with(self, revisions: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that made or ended one of these versions, oldest first."""
        wanted = orjson.dumps(list(revisions)).decode()
        yield from self._index.entries(
            "state = 'done' AND (before IN (SELECT value FROM json_each(?1))"
            " OR after IN (SELECT value FROM json_each(?1)))",
            (wanted,),
        )

    def find(self, target: str) -> tuple[JournalEntry, ...]:
        """The entry of this id, or those of this batch, oldest first.

        The first characters of an id are enough if no other begins so.

        Raises:
            NotFoundError: there is neither.
            UsageError: several ids begin so.
        """
        found = tuple(self._index.entries("id = ?1 OR batch = ?1", (target,)))
        if not found and len(target) >= _MIN_ID_CHARS:
            beginning = (target, f"{target}\U0010ffff")
            by_id = tuple(self._index.entries("id >= ? AND id < ?", beginning))
            by_batch = tuple(self._index.entries("batch >= ? AND batch < ?", beginning))
            number = len(by_id) + len({entry.batch for entry in by_batch})
            if number > 1:
                raise UsageError(
                    f"{target!r}: {number} changes or batches have an id that begins so",
                    "Give more of its characters.",
                )
            found = by_id or by_batch
        if not found:
            raise NotFoundError(
                f"{target!r}: there is no such change or batch",
                f"Take an id from the log; its first {_MIN_ID_CHARS} characters are enough.",
            )
        return found

    def past(self, path: str, moment: datetime) -> Past | None:
        """What a file was at a moment, and since when; None when nothing was known of it."""
        return self._index.past(path, moment)

    def name_at(self, path: str, moment: datetime) -> str:
        """What a file was called at a moment, before it was moved to where it is now."""
        return self._index.name_at(path, moment)

    def moved_since(self, moment: datetime) -> dict[str, str]:
        """Where each file that was moved after a moment is now, by what it was called then."""
        return self._index.moved_since(moment)

    def all_past(self, moment: datetime) -> dict[str, str | None]:
        """The revision of every file at a moment (None: it was gone), as far as known by then."""
        return self._index.all_past(moment)

    def version(self, revision: str) -> bytes:
        """The bytes of a version; `NotFoundError` when they are not kept (any more)."""
        data = self.kept(revision)
        if data is None:
            raise NotFoundError(
                f"version {revision} is no longer kept",
                "Versions are kept as long as the journal's settings say.",
            )
        return data

    def kept(self, revision: str) -> bytes | None:
        """The bytes of a version; None when they are not kept (any more)."""
        return self._images.get(revision)

    def lost(self, revisions: Collection[str]) -> frozenset[str]:
        """Those of the versions that are not kept (any more)."""
        return self._images.missing(revisions)

    def heads(self, paths: Iterable[str]) -> dict[str, Head]:
        """What is last known of these files; one that was never seen is left out."""
        return self._index.heads(paths)

    def present_paths(self) -> frozenset[str]:
        """Every file that is there, as far as the journal knows."""
        return frozenset(self._index.standing())

    def standing_as(self, revisions: Iterable[str]) -> dict[str, list[str]]:
        """The files that stood there with these bytes when they were last noted, by revision."""
        return self._index.standing_as(revisions)

    def missing(self) -> dict[str, datetime]:
        """Files that have vanished without anybody saying that they were deleted, since when."""
        return self._index.missing()

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""
        return self._index.has_baseline()

    def cut_off(self, paths: Collection[str] | None = None) -> tuple[JournalEntry, ...]:
        """Changes without an outcome (of these files), oldest first.

        They were cut off, unless their writer still holds the lock of the file.
        """
        found = self._index.entries("state = 'intent'")
        return tuple(
            entry
            for entry in found
            if paths is None or not frozenset(paths).isdisjoint(entry.paths)
        )

    def atomic_batch(self, entry_id: str) -> AtomicBatch | None:
        """The changes with which this one is made all or none; None when it is alone."""
        ids = self._index.made_together(entry_id)
        if not ids:
            return None
        listed = orjson.dumps(ids).decode()
        found = {
            entry.id: entry
            for entry in self._index.entries("id IN (SELECT value FROM json_each(?))", (listed,))
        }
        return AtomicBatch(tuple(ids), tuple(found[one] for one in ids if one in found))

    def damaged_lines(self) -> tuple[DamagedLine, ...]:
        """Every line that could not be read, in order."""
        return self._index.damaged_lines()

    def part_name(self, number: int) -> str:
        """The file of a part of the log, for a person who looks for a damaged line."""
        return self._log.part_name(number)

    def missing_versions(self) -> tuple[str, ...]:
        """Files whose newest version is not kept, by path: their next change has no way back."""
        standing = self._index.standing()
        missing = self._images.missing(standing.values())
        return tuple(path for path, revision in standing.items() if revision in missing)


def _conditions(
    path: str | None,
    source: str | None,
    batch: str | None,
    former_names: Sequence[tuple[str, int]] = (),
) -> tuple[str, tuple[object, ...]]:
    conditions = ["1"]
    parameters: list[object] = []
    if path:
        one = "({0} = ? OR ({0} >= ? AND {0} < ?))"
        any_of = [one.format("path"), one.format("moved_to")]
        # What is below a folder sorts between "folder/" and "folder0".
        parameters += [path, f"{path}/", f"{path}0"] * 2
        if former_names:
            # As one value, since there may be more names than a statement has room for.
            any_of.append(
                "EXISTS (SELECT 1 FROM json_each(?) AS former"
                " WHERE entries.number <= json_extract(former.value, '$[1]')"
                " AND json_extract(former.value, '$[0]') IN (entries.path, entries.moved_to))"
            )
            parameters.append(orjson.dumps(former_names).decode())
        conditions.append(f"({' OR '.join(any_of)})")
    if source is not None:
        conditions.append("(source = ? OR substr(source, 1, ?) = ?)")
        parameters += [source, len(source) + 1, f"{source}:"]
    if batch is not None:
        conditions.append("batch = ?")
        parameters.append(batch)
    return " AND ".join(conditions), tuple(parameters)
