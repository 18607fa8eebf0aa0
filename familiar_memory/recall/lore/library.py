"""The lorebooks of a tree, kept ready: read anew only when a note of them has changed."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import FamiliarError
from familiar_memory.index.base import Index
from familiar_memory.index.rows.documents import ChangeMark
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.lore.activation.compiled import CompiledLore, compile_lore
from familiar_memory.lore.activation.settings import ActivationSettings
from familiar_memory.lore.book.books import AUTHORED_FOLDER, book_folders
from familiar_memory.notes.source import FileSource
from familiar_memory.recall.lore.card_copies import BookWithSidecar, CardCopies, speaking_books
from familiar_memory.recall.lore.reading import LoreReader, ReadBook
from familiar_memory.store.base import FileState, NoteReader

__all__ = ["LoreLibrary", "LoreView"]

_FOLDER = f"{AUTHORED_FOLDER}/"
_KEEP_VIEWS = 8
"""Views of the books for different viewers; a room and its direct messages need a handful."""


class LoreView(NamedTuple):
    """Lore as one viewer may have it, and the digests of the notes that it was read from.

    `copies` are folders of books that are silent, by the folder of the one that speaks for them.
    """

    lore: CompiledLore
    digests: Mapping[str, str]
    copies: Mapping[str, str]


@dataclass(slots=True)
class _Shelf:
    """What was read, and the signs by which it is known whether it still stands so."""

    mark: ChangeMark | None = None
    digests: dict[str, str] = field(default_factory=dict)
    sidecars: dict[str, FileState | None] = field(default_factory=dict)
    books: tuple[ReadBook, ...] = ()
    copies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    audiences: frozenset[str] = frozenset()
    moments: tuple[datetime, ...] = ()
    """When some line of it begins or ceases to hold, in order."""
    views: dict[tuple[frozenset[str], int], tuple[CompiledLore, dict[str, str]]] = field(
        default_factory=dict
    )
    is_settled: bool = True
    """Whether what was read is what the index knew."""


class LoreLibrary:
    """All books as the index knows their notes; safe to share between threads.

    While nothing has changed it costs one look at the newest changes of the index, and one
    at each book's sidecar.
    """

    def __init__(
        self,
        index: Index,
        notes: FileSource,
        store: NoteReader,
        settings: ActivationSettings,
        *,
        keeps_card_copies: bool = False,
    ) -> None:
        """Nothing is read yet.

        With `keeps_card_copies` a card's book speaks beside a book by itself that it is a copy of.
        """
        self._index = index
        self._store = store
        self._reader = LoreReader(notes, store)
        self._settings = settings
        self._copies = None if keeps_card_copies else CardCopies()
        self._lock = threading.Lock()
        self._shelf = _Shelf()

    def of(self, viewer: Viewer, now: datetime) -> LoreView | None:
        """The lore that a viewer may have at an (aware) moment; None = there is none.

        Ready to be looked through, and the same object while nothing of it has changed.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        with self._lock:
            self._catch_up()
            shelf = self._shelf
            if not shelf.books:
                return None
            permitted = frozenset(one for one in shelf.audiences if permits(viewer, one))
            key = permitted, bisect_right(shelf.moments, now)
            if key not in shelf.views:
                if len(shelf.views) >= _KEEP_VIEWS:
                    shelf.views.pop(next(iter(shelf.views)))
                shelf.views[key] = self._view(permitted, now)
            lore, copies = shelf.views[key]
            return LoreView(lore, shelf.digests, copies)

    def _catch_up(self) -> None:
        shelf = self._shelf
        mark, has_changed = self._index.changed_below(MEMORY, _FOLDER, shelf.mark)
        # A note that was read when it was newer than the index is read again.
        has_changed |= not shelf.is_settled
        digests = shelf.digests
        if has_changed:
            digests = dict(self._index.digests_below(MEMORY, _FOLDER))
        if digests != shelf.digests or self._have_sidecars_changed():
            self._read(digests, mark)
        else:
            # Last of all: whatever fails above is done again.
            shelf.mark = mark

    def _have_sidecars_changed(self) -> bool:
        return any(self._state(path) != state for path, state in self._shelf.sidecars.items())

    def _state(self, path: str) -> FileState | None:
        try:
            return self._store.file_state(path)
        except FamiliarError:
            return None

    def _read(self, digests: dict[str, str], mark: ChangeMark) -> None:
        """Make the books anew; of notes only those are read that have changed."""
        found: list[ReadBook] = []
        sidecars: dict[str, FileState | None] = {}
        for folder in book_folders(digests):
            state = None
            if folder.sidecar is not None:
                state = sidecars[folder.sidecar] = self._state(folder.sidecar)
            found.append(self._reader.read(folder, digests, state))
        self._reader.forget_all_but(digests)
        read = digests | {path: digest for one in found for path, digest in one.digests.items()}
        copies = {}
        if self._copies is not None:
            copies = self._copies.of([BookWithSidecar(b.book.folder, b.sidecar) for b in found])
        notes = [note for book in found for note in book.notes.values()]
        self._shelf = _Shelf(
            mark,
            read,
            sidecars,
            tuple(found),
            copies,
            frozenset().union(*(note.audiences for note in notes)),
            tuple(sorted(frozenset().union(*(note.moments for note in notes)))),
            is_settled=read == digests,
        )

    def _view(
        self, permitted: frozenset[str], now: datetime
    ) -> tuple[CompiledLore, dict[str, str]]:
        readable = [one.told(permitted, now) for one in self._shelf.books]
        books, silent = speaking_books(readable, self._shelf.copies)
        return compile_lore(books, self._settings), silent
