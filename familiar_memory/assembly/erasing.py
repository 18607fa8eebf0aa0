"""Every store of bytes of one familiar, in the order in which something is erased from them.

What is truth goes first, so that nothing brings back what was derived from it; the past of
the notes after the notes, because a change of a note is journalled with the version before
it. What is to go is written down before the first store is touched, and that file goes
last: a familiar that died in between is reported (`pending`), and `erase` ends it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

from familiar_memory.domain.erasure import Erasure, NothingToErase
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.traces import Traces
from familiar_memory.errors import StorageError
from familiar_memory.history.base import History
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.maintenance.forget.redaction import note_redaction
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.store.disk.below import everything_below
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.ownership import make_file
from familiar_memory.store.disk.scratch import SCRATCH, ScratchRoom
from familiar_memory.store.disposable import DISPOSABLE, DisposableFolder
from familiar_memory.store.erasing import OUT_OF_REACH, TreeEraser
from familiar_memory.store.sqlite.scrubbing import file_holds
from familiar_memory.store.temporary import TemporaryFolders

if TYPE_CHECKING:
    from familiar_memory.domain.erasure import Erasable
    from familiar_memory.history.base import History
    from familiar_memory.index.index import EmbeddingIndex
    from familiar_memory.recall.past.as_of import PastIndex
    from familiar_memory.store.journal.journal import AuditJournal
    from familiar_memory.store.memory_store import MemoryStore

__all__ = ["Erased", "Eraser", "FolderSearch", "erasables"]

_SIGN: Final = "erasing.json"
_LOCK: Final = ".erasing.lock"
_PATIENCE_S: Final = 600.0
"""Another process may erase in a large familiar; who waits longer has met one that hangs."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What became of one store: how many things were changed, and what is still there."""

    store: str
    changed: int
    residue: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FolderSearch:
    """The last word: a search through every name and byte of a folder, whoever has put it there."""

    folder: Path
    name: str = "folder"

    def erase(self, what: Erasure) -> int:
        """Nothing: what no store owns up to is not touched."""
        return 0

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Files that hold one of the texts, by path, and names; compressed ones are unpacked."""
        sought = Sought.of(what)
        sign = self.folder / _SIGN
        places = (place for place in everything_below(self.folder) if place != sign)
        told = (self._told(place, sought) for place in places)
        return tuple(one for one in told if one is not None)

    def _told(self, place: Path, sought: Sought) -> str | None:
        """What is to be said of a file or folder; in no words that repeat the text."""
        shown = place.relative_to(self.folder)
        if sought.is_in(place.name):
            within = "" if shown.parent == Path() else shown.parent.as_posix()
            is_told = sought.is_in(within)
            where = "a folder of that name" if is_told else within or "the familiar's folder"
            return f"the name of something in {where} holds it"
        try:
            is_held = place.is_file() and file_holds(place, sought)
        except OSError:
            return f"{shown.as_posix()} cannot be looked into"
        return f"{shown.as_posix()} holds it" if is_held else None


def erasables(
    folder: Path,
    store: MemoryStore,
    journal: AuditJournal,
    history: History,
    index: EmbeddingIndex,
    past: PastIndex,
    clock: Callable[[], datetime],
    register: TreeRegister,
) -> tuple[Erasable, ...]:
    """Every store of the familiar in this folder, in the order of erasing.

    Whole notes are named by their paths; the `register` says by what the index knows them.
    """
    return (
        TreeEraser(store, note_redaction),
        journal.eraser_by(note_redaction),
        history.eraser(clock),
        _ByKey(index.eraser, register),
        past,
        DisposableFolder(store.root / DISPOSABLE, index.path),
        TemporaryFolders(folder, ScratchRoom(index.path.parent / SCRATCH)),
        NothingToErase("usage.sqlite", "it counts calls and tokens, and holds no text of anybody"),
        FolderSearch(folder),
    )


class _ByKey:
    """A store that knows notes by their keys, told of them by their paths."""

    def __init__(self, store: Erasable, register: TreeRegister) -> None:
        self._store = store
        self._register = register
        self.name = store.name

    def erase(self, what: Erasure) -> int:
        return self._store.erase(self._named(what))

    def residue(self, what: Erasure) -> tuple[str, ...]:
        return self._store.residue(self._named(what))

    def _named(self, what: Erasure) -> Erasure:
        # As it was last seen: the file has gone before.
        keys = {self._register.last_key(path) for path in what.paths}
        return replace(what, paths=what.paths | keys)


class Eraser:
    """Erases in all stores of one familiar, and proves it."""

    def __init__(self, folder: Path, stores: Sequence[Erasable], register: TreeRegister) -> None:
        """By the `register` a note may be named by its key, too, whatever its file is called."""
        self._sign = folder / _SIGN
        self._stores = tuple(stores)
        self._register = register

    def erase(self, what: Erasure) -> tuple[Erased, ...]:
        """Take it out of every store, one after the other, then look for what is left.

        Where a store fails, its error passes through, and what was to go stays written
        down: the same again goes on. It is written down until nothing is left. What was
        begun before, and is not ended, is taken out along with it. One erases at a time.

        Raises:
            FamiliarError: a store could not be changed or read, or another process has been
                erasing for ten minutes.
        """
        with self._alone():
            return self._erase(what)

    def _located(self, what: Erasure) -> Erasure:
        """The same, with the path at which each note stands that is named by its key."""
        stand = map(self._register.path_of, what.paths)
        return replace(what, paths=what.paths.union(filter(None, stand)))

    def _erase(self, what: Erasure) -> tuple[Erased, ...]:
        what = self._located(what)
        if (begun := self.pending()) is not None:
            what = what.joined_to(begun)
        self._put_up(what)
        changed = [store.erase(what) for store in self._stores]
        # It keeps the names of notes, and the aliases in them, until it looks again.
        self._register.look_at_all()
        report = tuple(
            Erased(store.name, count, store.residue(what))
            for store, count in zip(self._stores, changed, strict=True)
        )
        if not any(set(one.residue) - {OUT_OF_REACH} for one in report):
            # Of what nobody here can reach, the list itself would be one copy more.
            self._take_down()
        return report

    def residue(self, what: Erasure) -> tuple[Erased, ...]:
        """What is still there, store by store; nothing is changed."""
        what = self._located(what)
        return tuple(Erased(store.name, 0, store.residue(what)) for store in self._stores)

    def pending(self) -> Erasure | None:
        """What was begun and is not ended; None when there is no such thing.

        Raises:
            StorageError: what was written down cannot be read.
        """
        with translated(self._sign.name):
            try:
                data = self._sign.read_bytes()
            except FileNotFoundError:
                return None
        # It is overwritten before it is taken down, and the process may have died in between.
        return _read(data) if data.strip() else None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        # Else the first to end would take away what the other has written down.
        path = self._sign.with_name(_LOCK)
        with translated(_LOCK):
            make_file(path)
            lock = FileLock(path, timeout=_PATIENCE_S)
            try:
                lock.acquire()
            except Timeout as problem:
                raise StorageError(
                    "another process is erasing, and does not come to an end",
                    "Try again, or stop the other process.",
                ) from problem
        try:
            yield
        finally:
            lock.release()

    def _put_up(self, what: Erasure) -> None:
        with translated(self._sign.name):
            draft = self._sign.with_name(f"{_SIGN}.draft")
            make_file(draft, 0o600)
            with draft.open("wb") as file:
                file.write(_written(what))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._sign)

    def _take_down(self) -> None:
        with translated(self._sign.name), suppress(FileNotFoundError):
            # Overwritten first, as far as the disk lets it.
            self._sign.write_bytes(b" " * self._sign.stat().st_size)
            self._sign.unlink()


def _written(what: Erasure) -> bytes:
    people = sorted((author.platform, author.user_id) for author in what.authors)
    return json.dumps(
        {
            "turns": sorted(what.turns),
            "authors": people,
            "paths": sorted(what.paths),
            "texts": list(what.texts),
            "places": sorted(what.places),
            "traces": what.traces.to_json(),
        }
    ).encode()


def _read(data: bytes) -> Erasure:
    try:
        values = json.loads(data)
        return Erasure(
            turns=frozenset((place, ref) for place, ref in values["turns"]),
            authors=frozenset(Author(platform, user) for platform, user in values["authors"]),
            paths=frozenset(values["paths"]),
            texts=tuple(values["texts"]),
            # An older version has written neither.
            places=frozenset(values.get("places", ())),
            traces=Traces.from_json(values.get("traces", {})),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        # In no words that repeat what is to go.
        raise StorageError(
            f"{_SIGN} says what was to be erased, and is damaged",
            "remove it, and run the erasure again",
        ) from problem
