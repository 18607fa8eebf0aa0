"""The lorebooks of a tree, kept ready: read anew only when a note of them has changed."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from familiar_memory.domain.lore import LoreBook
from familiar_memory.errors import FamiliarError
from familiar_memory.index.documents import ChangeMark
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.lore.activation.compiled import CompiledLore, compile_lore
from familiar_memory.lore.activation.settings import ActivationSettings
from familiar_memory.lore.book.books import (
    AUTHORED_FOLDER,
    BookFolder,
    book_folders,
    entry_of_note,
    read_books,
)
from familiar_memory.recall.lore_views import (
    LoreNote,
    audience_of,
    note_of,
    told_text,
    visible_book,
)
from familiar_memory.store.base import FileState, NoteStore
from familiar_memory.sync.file_source import MEMORY, FileSource

__all__ = ["LoreLibrary"]

_FOLDER = f"{AUTHORED_FOLDER}/"
_KEEP_VIEWS = 8


@dataclass(slots=True)
class _Shelf:
    """What was read, and the signs by which it is known whether it still stands so."""

    mark: ChangeMark | None = None
    digests: dict[str, str] = field(default_factory=dict)
    sidecars: dict[str, FileState | None] = field(default_factory=dict)
    texts: dict[str, bytes] = field(default_factory=dict)
    books: tuple[LoreBook, ...] = ()
    own: dict[str, LoreNote] = field(default_factory=dict)
    views: dict[frozenset[str], CompiledLore] = field(default_factory=dict)


class LoreLibrary:
    """All books as the index knows their notes; safe to share between threads.

    While nothing has changed it costs one look at the newest changes of the index, and one
    at each book's sidecar.
    """

    def __init__(
        self,
        index: EmbeddingIndex,
        notes: FileSource,
        store: NoteStore,
        settings: ActivationSettings,
        default_audience: str,
    ) -> None:
        """`default_audience` is that of a note which names none."""
        self._index = index
        self._notes = notes
        self._store = store
        self._settings = settings
        self._default = default_audience
        self._lock = threading.Lock()
        self._shelf = _Shelf()

    def of(self, viewer: Viewer) -> CompiledLore | None:
        """The lore that a viewer may have, ready to be looked through; None = there is none.

        The same object as before while nothing of it has changed.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        with self._lock:
            self._catch_up()
            shelf = self._shelf
            if not shelf.books:
                return None
            permitted = frozenset(one for one in self._audiences() if permits(viewer, one))
            if permitted not in shelf.views:
                if len(shelf.views) >= _KEEP_VIEWS:
                    shelf.views.pop(next(iter(shelf.views)))
                shelf.views[permitted] = self._view(permitted)
            return shelf.views[permitted]

    def _catch_up(self) -> None:
        shelf = self._shelf
        mark, has_changed = self._index.changed_below(MEMORY, _FOLDER, shelf.mark)
        shelf.mark = mark
        if not has_changed and not self._have_sidecars_changed():
            return
        digests = dict(self._index.digests_below(MEMORY, _FOLDER)) if has_changed else None
        if digests is not None and digests == shelf.digests and not self._have_sidecars_changed():
            return
        self._read(shelf.digests if digests is None else digests, mark)

    def _have_sidecars_changed(self) -> bool:
        return any(self._state(path) != state for path, state in self._shelf.sidecars.items())

    def _state(self, path: str) -> FileState | None:
        try:
            return self._store.file_state(path)
        except FamiliarError:
            return None

    def _read(self, digests: dict[str, str], mark: ChangeMark) -> None:
        """Read what has changed, and make the books of it anew."""
        before = self._shelf
        folders = book_folders(digests)
        sidecars = {path: self._state(path) for one in folders if (path := one.sidecar)}
        texts: dict[str, bytes] = {}

        def read_bytes(path: str) -> bytes:
            if path not in digests:
                return self._store.read_bytes(path)
            known = before.texts.get(path) if before.digests.get(path) == digests[path] else None
            texts[path] = self._store.read_bytes(path) if known is None else known
            return texts[path]

        books = read_books(digests, read_bytes)
        own = {
            path: note
            for folder in folders
            for path in _own_notes(folder)
            if (note := self._own_note(path, texts.get(path))) is not None
        }
        self._shelf = _Shelf(mark, digests, sidecars, texts, books, own)

    def _own_note(self, path: str, data: bytes | None) -> LoreNote | None:
        """For whom the lines of a note are that was written here; None when nobody can tell."""
        if data is None:
            return None
        try:
            return note_of(data.decode("utf-8"), self._notes.load(path))
        except (FamiliarError, UnicodeDecodeError):
            return None

    def _audiences(self) -> Iterable[str]:
        shelf = self._shelf
        for note in shelf.own.values():
            yield from note.audiences
        for book in shelf.books:
            if book.folder != AUTHORED_FOLDER:
                yield from {audience_of(entry, self._default) for entry in book.entries}

    def _view(self, permitted: frozenset[str]) -> CompiledLore:
        books = (
            self._own_book(book, permitted)
            if book.folder == AUTHORED_FOLDER
            else visible_book(book, self._default, permitted)
            for book in self._shelf.books
        )
        return compile_lore(books, self._settings)

    def _own_book(self, book: LoreBook, permitted: frozenset[str]) -> LoreBook:
        own = self._shelf.own
        entries = (
            entry_of_note(entry.path, told_text(own[entry.path], permitted), None, None)
            for entry in book.entries
            if entry.path in own and own[entry.path].audience in permitted
        )
        return replace(book, entries=tuple(entries))


def _own_notes(folder: BookFolder) -> tuple[str, ...]:
    return folder.notes if folder.folder == AUTHORED_FOLDER else ()
