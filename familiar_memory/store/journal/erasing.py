"""Taking something out of the past of the notes, so that what remains is one story.

A version that holds an erased text is replaced by the same without those lines, wherever
the lines of the journal name it; versions of a note that goes as a whole are dropped, and
its name is replaced by one that says nothing. The entries stay, and say `erased`.

The order is that of a change that may be cut off: new versions first, then the lines, part
by part, then the old versions go. Until then they say what is still to be done.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

import orjson

from familiar_memory.domain.erasure import Erasure, Redact, Redaction, plain_redaction, spellings
from familiar_memory.domain.sought import Sought
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.journal.batch_signs import BatchSigns
from familiar_memory.store.journal.derived.tables import JournalIndex
from familiar_memory.store.journal.entry import (
    JournalEntry,
    JournalLine,
    MissingMark,
    decode_line,
    encode_line,
)
from familiar_memory.store.journal.images import ImageStore
from familiar_memory.store.journal.log.lines import AuditLog
from familiar_memory.store.sqlite.scrubbing import file_holds
from familiar_memory.store.sqlite.set_aside import SET_ASIDE

__all__ = ["JournalEraser", "stand_in"]

_NOTE: Final = ".md"
_DIGEST_BYTES = 8
"""64 bits: no two erased paths of a tree get one stand-in."""
_OF_ANY_KIND: Final = ("", "note.md")
_STAND_IN = re.compile(rf"erased-[0-9a-f]{{{2 * _DIGEST_BYTES}}}(\.[^./]+)?")


def stand_in(path: str) -> str:
    """The name under which the journal still lists a note that was erased.

    One that is such a name already stays: erasing that was cut off has given it.
    """
    if _STAND_IN.fullmatch(path):
        return path
    digest = hashlib.blake2b(path.encode(), digest_size=_DIGEST_BYTES).hexdigest()
    return f"erased-{digest}{PurePosixPath(path).suffix}"


@dataclass(frozen=True, slots=True)
class _Version:
    """What comes in the place of a version: other bytes, or nothing."""

    revision: str | None
    size: int


class JournalEraser:
    """Erases in the lines, the versions, the tables and the signs of one journal."""

    name = "journal"

    def __init__(
        self,
        log: AuditLog,
        images: ImageStore,
        index: JournalIndex,
        redact: Redact = plain_redaction,
    ) -> None:
        self._redact = redact
        self._log = log
        self._images = images
        self._index = index
        self._directory = log.path.parent

    def erase(self, what: Erasure) -> int:
        """Take it out of every version and line; the notes themselves must be without it.

        Raises:
            StorageError: the disk refused, or another process reads just now.
        """
        if not self._directory.is_dir():
            return 0
        sought = Sought.of(what)
        names = self._all_names(what.paths)
        versions = self._replacements(self._redact(what), names)
        parts = self._log.rewrite(lambda line: _rewritten(line, sought, names, versions))
        dropped = self._images.drop(versions.keys())
        signs = self._drop_signs(sought)
        self._images.scrub()
        self._drop_older_tables()
        self._index.rebuild()
        self._index.scrub()
        return parts + dropped + signs

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Lines, versions, rows and files that still hold some of it, or cannot be looked into."""
        if not self._directory.is_dir():
            return ()
        return tuple(self._residue(what, Sought.of(what)))

    def _residue(self, what: Erasure, sought: Sought) -> Iterator[str]:
        paths, redaction = what.paths, self._redact(what)
        lines = Sought(
            (*spellings(what.texts), *(orjson.dumps(path) for path in paths)), what.traces.ids
        )
        for part in self._log.parts():
            if file_holds(part, lines):
                yield f"{part.name} holds it"
        stood_at = self._paths_of()
        for revision, _, data in self._images.versions():
            if data is None:
                yield f"version {revision} is damaged, and cannot be looked into"
            elif sought.holds(data) or _rest(redaction, stood_at.get(revision), data) != data:
                yield f"version {revision} holds it"
        for column, count in self._index.rows_holding(sought).items():
            yield f"{count} rows of {self._index.path.name} hold it in {column}"
        if known := self._index.heads(paths):
            yield f"{self._index.path.name} knows {len(known)} notes that were to go"
        for sign in self._signs_holding(sought):
            yield f"{sign.name} holds it"
        for file in sorted(self._directory.glob(SET_ASIDE)):
            yield f"{file.name} was set aside, and cannot be looked into"

    def _all_names(self, paths: Collection[str]) -> frozenset[str]:
        """These paths, and the names that their notes had before they were moved there.

        Those under which lines have been rewritten already, by one that was cut off, too.
        """
        if not paths:
            return frozenset()
        found = frozenset(paths)
        for _ in range(2):
            found = frozenset(self._index.all_names([*found, *map(stand_in, found)]))
        standing = self._index.standing().keys()
        return (found - standing) | frozenset(paths)

    def _replacements(self, redaction: Redaction, names: Collection[str]) -> dict[str, _Version]:
        """What comes in the place of which version; new ones are on the disk after."""
        known, whole = self._paths_of(), self._revisions(names)
        found: dict[str, _Version] = {}
        for revision, seen, data in self._images.versions():
            if revision in whole or data is None:
                # A damaged version is nobody's any more, and nobody can tell what is in it.
                found[revision] = _Version(None, 0)
            elif (rest := _rest(redaction, known.get(revision), data)) is None:
                found[revision] = _Version(None, 0)
            elif rest != data and revision not in known:
                # Lines that named it were rewritten before it could go, or are gone. What kind of
                # note it was nobody can say, and so not either what else of it is to go.
                found[revision] = _Version(None, 0)
            elif rest != data:
                found[revision] = _Version(self._images.put(rest, seen), len(rest))
        # What is left of one note may be what another was, which goes as a whole.
        left = {one.revision for one in found.values()}
        return {revision: one for revision, one in found.items() if revision not in left}

    def _paths_of(self) -> dict[str, list[str]]:
        """The paths at which each version stood, as far as the lines say; notes before others."""
        found: dict[str, set[str]] = {}
        for entry in self._index.entries():
            for revision in (entry.before, entry.after):
                if revision is not None:
                    found.setdefault(revision, set()).update(entry.paths)
        return {
            revision: sorted(paths, key=lambda path: (not path.endswith(_NOTE), path))
            for revision, paths in found.items()
        }

    def _revisions(self, names: Collection[str]) -> set[str]:
        """The versions that only the notes had which go as a whole."""
        whole: set[str] = set()
        others: set[str] = set()
        for entry in self._index.entries():
            revisions = {one for one in (entry.before, entry.after) if one is not None}
            if names and not frozenset(names).isdisjoint(entry.paths):
                whole |= revisions
            else:
                others |= revisions
        return whole - others - frozenset(self._index.standing().values())

    def _signs_holding(self, sought: Sought) -> list[Path]:
        with translated(self._directory.name):
            return [
                path for path in BatchSigns(self._directory).files() if file_holds(path, sought)
            ]

    def _drop_signs(self, sought: Sought) -> int:
        signs = self._signs_holding(sought)
        with translated(self._directory.name):
            for sign in signs:
                sign.unlink(missing_ok=True)
        return len(signs)

    def _drop_older_tables(self) -> None:
        """Tables of other versions of this program: they are derived, and rewritten by nobody."""
        current = self._index.path.name
        with translated(self._directory.name):
            for file in self._directory.glob("derived-*.sqlite*"):
                if not file.name.startswith(current):
                    with contextlib.suppress(FileNotFoundError):
                        file.unlink()


def _rewritten(
    line: bytes,
    sought: Sought,
    names: Collection[str],
    versions: Mapping[str, _Version],
) -> bytes:
    try:
        said = decode_line(line)
    except (ValueError, KeyError, TypeError):
        return b"" if sought.holds(line) else line
    match said:
        case JournalEntry():
            new: JournalLine = _entry_without(said, sought, names, versions)
        case MissingMark(time=time, paths=paths):
            new = MissingMark(time, tuple(_name(path, sought, names) for path in paths))
        case _:
            # Ids and times alone.
            return line
    return line if new == said else encode_line(new).rstrip(b"\n")


def _entry_without(
    entry: JournalEntry,
    sought: Sought,
    names: Collection[str],
    versions: Mapping[str, _Version],
) -> JournalEntry:
    before, before_bytes = _version(entry.before, entry.before_bytes, versions)
    after, after_bytes = _version(entry.after, entry.after_bytes, versions)
    moved_to = entry.moved_to
    return replace(
        entry,
        path=_name(entry.path, sought, names),
        moved_to=None if moved_to is None else _name(moved_to, sought, names),
        source=entry.source if not _is_told(entry.source, sought) else "erased",
        batch=None if entry.batch is None else _batch(entry.batch, sought),
        refs=tuple(ref for ref in entry.refs if not _is_told(ref, sought)),
        before=before,
        after=after,
        before_bytes=before_bytes,
        after_bytes=after_bytes,
        erased=entry.erased or entry.before in versions or entry.after in versions,
    )


def _version(
    revision: str | None, size: int, versions: Mapping[str, _Version]
) -> tuple[str | None, int]:
    if revision is None or (other := versions.get(revision)) is None or other.revision is None:
        return revision, size
    return other.revision, other.size


def _name(path: str, sought: Sought, names: Collection[str]) -> str:
    if not (path in names or _is_told(path, sought)):
        return path
    name = stand_in(path)
    # What it ends with may be what is to go.
    return PurePosixPath(name).stem if _is_told(name, sought) else name


def _batch(batch: str, sought: Sought) -> str:
    """The name of a batch: one that goes is replaced by the same wherever it stands."""
    return PurePosixPath(stand_in(batch)).stem if _is_told(batch, sought) else batch


def _is_told(text: str, sought: Sought) -> bool:
    """Whether a line that says this would hold any of it."""
    return sought.is_in(text) or sought.holds(orjson.dumps(text))


def _rest(redaction: Redaction, paths: Sequence[str] | None, data: bytes) -> bytes | None:
    """A version as it is without what goes, wherever it stood; None where nothing is left.

    What no line names may have been a file of any kind, a note too.
    """
    rest: bytes | None = data
    for path in paths or _OF_ANY_KIND:
        if rest is None:
            break
        rest = redaction(path, rest)
    return rest
