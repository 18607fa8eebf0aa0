"""Taking something out of the notes as they stand; their past is the journal's."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from familiar_memory.domain.erasure import Erasure, holds_any, redacted, spellings
from familiar_memory.errors import ConflictError, NotAFileError, NotFoundError, PathError
from familiar_memory.store.base import Cause
from familiar_memory.store.disposable import DISPOSABLE
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.names import DERIVED_PATHS
from familiar_memory.store.revision import revision_of
from familiar_memory.store.sqlite.scrubbing import file_holds

__all__ = ["ERASING", "TreeEraser"]

ERASING: Final = "erase"
"""The source of the changes in the journal that took something out of the notes."""

_ATTEMPTS: Final = 5
"""Somebody who saves a note as often as this while it is erased must be asked to stop."""
_NOTE: Final = ".md"
_REPOSITORY: Final = ".git"


class TreeEraser:
    """Erases lines of notes, notes as a whole, and files beside them that hold a text.

    Only a note can lose a line; of any other file, as a card or a book, no part can be
    taken that leaves it what it is, so it goes. Each change is journalled, and one batch;
    the journal, erased after, is left with what remains.
    """

    name = "memory"

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def erase(self, what: Erasure) -> int:
        """Take it out of every file that the store may change.

        Raises:
            ConflictError: somebody saves a file over and over.
            StoreError: the disk refused; the files before it are done.
        """
        self._store.reconcile(sweep=True)
        spelled = spellings(what.texts)
        cause = Cause(ERASING, batch=new_entry_id())
        changed = 0
        for path in list(self._paths()):
            if path in DERIVED_PATHS:
                changed += self._empty_derived(path, spelled)
            elif path in what.paths:
                changed += self._change(path, lambda _: None, cause)
            else:
                changed += self._change(path, _without(path, spelled), cause)
        return changed

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Files that hold some of it, in bytes or name, or that cannot be looked into."""
        return tuple(self._residue(what, spellings(what.texts)))

    def _residue(self, what: Erasure, spelled: Sequence[bytes]) -> Iterator[str]:
        for path in self._paths():
            file = self._store.root / path
            if path in what.paths:
                yield f"{path} is there"
            elif holds_any(path.encode(errors="replace"), spelled):
                yield f"the name of a file in {path.rpartition('/')[0] or 'the tree'} holds it"
            else:
                try:
                    is_held = file_holds(file, spelled)
                except OSError:
                    yield f"{path} cannot be looked into"
                    continue
                if is_held:
                    yield f"{path} holds it"
        if (self._store.root / _REPOSITORY).exists():
            yield f"{_REPOSITORY} cannot be looked into: git keeps earlier versions of notes"

    def _paths(self) -> Iterator[str]:
        """Every file of the tree, hidden or not, but what the index and git keep there."""
        root = self._store.root
        for folder, folders, files in os.walk(root):
            folders[:] = sorted({*folders} - {DISPOSABLE, _REPOSITORY})
            for name in sorted(files):
                yield (Path(folder) / name).relative_to(root).as_posix()

    def _empty_derived(self, path: str, spelled: Sequence[bytes]) -> int:
        if not file_holds(self._store.root / path, spelled):
            return 0
        # Whoever derives it makes it anew from the notes.
        return int(self._store.write_derived(path, "{}\n").changed)

    def _change(self, path: str, change: Callable[[bytes], bytes | None], cause: Cause) -> int:
        for _ in range(_ATTEMPTS):
            try:
                old = self._store.read_bytes(path)
                new = change(old)
                if new == old:
                    return 0
                self._store.restore(path, new, cause=cause, expected=revision_of(old))
            except ConflictError:
                continue
            except (NotFoundError, NotAFileError, PathError):
                # Not the store's to change: `residue` tells of it.
                return 0
            return 1
        raise ConflictError(
            f"{path}: it was saved by someone else each of {_ATTEMPTS} times",
            "Try again when nobody is editing the file.",
        )


def _without(path: str, spelled: Sequence[bytes]) -> Callable[[bytes], bytes | None]:
    def change(data: bytes) -> bytes | None:
        if not holds_any(data, spelled):
            return data
        return redacted(data, spelled) if path.endswith(_NOTE) else None

    return change
