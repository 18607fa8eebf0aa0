"""Taking something out of the notes as they stand; their past is the journal's."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from familiar_memory.domain.erasure import Erasure, Redact, Redaction, plain_redaction
from familiar_memory.domain.sought import Sought
from familiar_memory.errors import ConflictError, NotAFileError, NotFoundError, PathError
from familiar_memory.store.base import Cause
from familiar_memory.store.disposable import DISPOSABLE
from familiar_memory.store.editor_settings import editor_settings, rewrite_settings
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.names import DERIVED_PATHS
from familiar_memory.store.revision import revision_of
from familiar_memory.store.sqlite.scrubbing import file_holds

__all__ = ["ERASING", "OUT_OF_REACH", "TreeEraser"]

ERASING: Final = "erase"
"""The source of the changes in the journal that took something out of the notes."""

_ATTEMPTS: Final = 5
"""Somebody who saves a note as often as this while it is erased must be asked to stop."""
_REPOSITORY: Final = ".git"
OUT_OF_REACH: Final = f"{_REPOSITORY} cannot be looked into: git keeps earlier versions of notes"
"""What a tree says that is a repository, however often it is erased from."""


class TreeEraser:
    """Erases lines of notes, notes as a whole, and files beside them that hold a text.

    Of what Obsidian keeps there, JSON loses what it says, unjournalled.

    `redact` says what a file loses. Each change is journalled, and one batch; the journal,
    erased after, is left with what remains.
    """

    name = "memory"

    def __init__(self, store: MemoryStore, redact: Redact = plain_redaction) -> None:
        self._store = store
        self._redact = redact

    def erase(self, what: Erasure) -> int:
        """Take it out of every file that the store may change.

        Raises:
            ConflictError: somebody saves a file over and over.
            StoreError: the disk refused; the files before it are done.
        """
        self._store.reconcile(sweep=True)
        sought, redaction = Sought.of(what), self._redact(what)
        cause = Cause(ERASING, batch=new_entry_id())
        changed = 0
        for path in list(self._paths()):
            if path in DERIVED_PATHS:
                changed += self._empty_derived(path, sought)
            elif path in what.paths:
                changed += self._change(path, lambda _: None, cause)
            else:
                changed += self._change(path, partial(redaction, path), cause)
        root = self._store.root
        for path in list(editor_settings(root)):
            changed += rewrite_settings(root, path, partial(redaction, path))
        return changed + self._drop_folders(sought)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Files that hold some of it, in bytes or name, or that cannot be looked into."""
        return tuple(self._residue(what, Sought.of(what), self._redact(what)))

    def _residue(self, what: Erasure, sought: Sought, redaction: Redaction) -> Iterator[str]:
        for path in self._paths():
            file = self._store.root / path
            if path in what.paths:
                yield f"{path} is there"
            elif sought.is_in(path):
                yield f"the name of a file in {path.rpartition('/')[0] or 'the tree'} holds it"
            else:
                try:
                    is_held = file_holds(file, sought) or _loses(redaction, path, file)
                except OSError:
                    yield f"{path} cannot be looked into"
                    continue
                if is_held:
                    yield f"{path} holds it"
        if (self._store.root / _REPOSITORY).exists():
            yield OUT_OF_REACH

    def _paths(self) -> Iterator[str]:
        """Every file of the tree, hidden or not, but what the index and git keep there."""
        root = self._store.root
        for folder, folders, files in os.walk(root):
            folders[:] = sorted({*folders} - {DISPOSABLE, _REPOSITORY})
            for name in sorted(files):
                yield (Path(folder) / name).relative_to(root).as_posix()

    def _drop_folders(self, sought: Sought) -> int:
        """Remove the folders that are called after what has gone, where nothing is left in them."""
        dropped = 0
        for above, _, _ in os.walk(self._store.root, topdown=False):
            folder = Path(above)
            if not sought.ids.found_in(folder.name):
                continue
            with suppress(OSError):
                folder.rmdir()
                dropped += 1
        return dropped

    def _empty_derived(self, path: str, sought: Sought) -> int:
        if not file_holds(self._store.root / path, sought):
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


def _loses(redaction: Redaction, path: str, file: Path) -> bool:
    """Whether a note would still lose something."""
    if path in DERIVED_PATHS:
        return False
    data = file.read_bytes()
    return redaction(path, data) != data
