"""Every store of bytes of one familiar, in the order in which something is erased from them.

What is truth goes first, so that nothing brings back what was derived from it; the past of
the notes after the notes, because a change of a note is journalled with the version before
it. A search through the whole folder has the last word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.assembly.erasing.merge_marks import ForgottenMarks
from familiar_memory.assembly.erasing.pending import PENDING_FILE
from familiar_memory.config.paths import KEPT_BY_NIGHTS
from familiar_memory.domain.erasure import Erasure, NothingToErase
from familiar_memory.domain.sought import Sought
from familiar_memory.maintenance.forget.redaction import note_redaction, version_redaction
from familiar_memory.store.disk.below import everything_below
from familiar_memory.store.disk.scratch import SCRATCH, ScratchRoom
from familiar_memory.store.disposable import DISPOSABLE, DisposableFolder
from familiar_memory.store.erasing import TreeEraser
from familiar_memory.store.sqlite.scrubbing import file_holds
from familiar_memory.store.temporary import TemporaryFolders

if TYPE_CHECKING:
    from familiar_memory.domain.erasure import Erasable
    from familiar_memory.history.base import History
    from familiar_memory.index.index import EmbeddingIndex
    from familiar_memory.notes.register.register import TreeRegister
    from familiar_memory.recall.past.as_of import PastIndex
    from familiar_memory.store.journal.journal import AuditJournal
    from familiar_memory.store.memory_store import MemoryStore

__all__ = ["FolderSearch", "erasables"]


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
        journal.eraser_by(version_redaction),
        journal.curation_log(note_redaction),
        ForgottenMarks(history, store, register),
        history.eraser(clock),
        _ByKey(index.eraser, register),
        past,
        DisposableFolder(store.root / DISPOSABLE, index.path, _kept_of_notes(index.path)),
        TemporaryFolders(folder, ScratchRoom(index.path.parent / SCRATCH)),
        NothingToErase("usage.sqlite", "it counts calls and tokens, and holds no text of anybody"),
        FolderSearch(folder),
    )


def _kept_of_notes(index: Path) -> tuple[Path, ...]:
    """What nights keep of the notes, beside the index."""
    return tuple(index.with_name(name) for name in KEPT_BY_NIGHTS)


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
        pending = self.folder / PENDING_FILE
        places = (place for place in everything_below(self.folder) if place != pending)
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
