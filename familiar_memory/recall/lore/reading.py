"""Lorebooks read from the tree, each note only when it has changed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from familiar_memory.domain.memory.lore import BookSettings, LoreBook, LoreEntry
from familiar_memory.errors import FamiliarError, NotFoundError
from familiar_memory.lore.book.books import BookFolder, entry_of_note
from familiar_memory.lore.book.joined.pairing import Pair, pair_notes
from familiar_memory.lore.book.json.sidecar import Sidecar, load_sidecar
from familiar_memory.notes.source import FileSource
from familiar_memory.recall.lore.views import LoreNote, lore_note, told_text
from familiar_memory.store.base import FileState, NoteReader
from familiar_memory.store.revision import revision_of

__all__ = ["LoreReader", "ReadBook"]

_log = logging.getLogger(__name__)


class ReadBook(NamedTuple):
    """A book, and for whom the lines of its notes are, by path.

    Of imported notes only those are in `lines` that speak of it. `digests` are those of the
    bytes that the notes were read from; `numbers` say which entry of the sidecar each is.
    `sidecar` is the same object as long as its file stays as it is.
    """

    book: LoreBook
    notes: dict[str, LoreNote]
    digests: dict[str, str]
    sidecar: Sidecar | None = None
    numbers: Mapping[str, int | None] = MappingProxyType({})
    """Which entry of the sidecar a note is."""

    def told(self, permitted: frozenset[str], now: datetime) -> LoreBook:
        """The book as somebody may read it who may have these audiences, line by line."""
        entries = tuple(
            self._told(entry, note, permitted, now)
            for entry in self.book.entries
            if (note := self.notes[entry.path]).audience in permitted
        )
        return replace(self.book, entries=entries)

    def _told(
        self, entry: LoreEntry, note: LoreNote, permitted: frozenset[str], now: datetime
    ) -> LoreEntry:
        text = told_text(note, permitted, now)
        if text == note.text:
            return entry
        return entry_of_note(entry.path, text, self.sidecar, self.numbers.get(entry.path))


class _Kept(NamedTuple):
    digest: str
    sidecar: FileState | None
    number: int | None
    entry: LoreEntry | None
    note: LoreNote | None


class LoreReader:
    """Reads books; what was read of a note is kept while its digest and its sidecar stay."""

    def __init__(self, notes: FileSource, store: NoteReader) -> None:
        """Nothing is read yet."""
        self._notes = notes
        self._store = store
        self._kept: dict[str, _Kept] = {}
        self._sidecars: dict[str, tuple[FileState | None, Sidecar | None]] = {}

    def read(
        self, folder: BookFolder, digests: Mapping[str, str], state: FileState | None
    ) -> ReadBook:
        """The book of a folder; `state` is that of its sidecar.

        A damaged note or sidecar is logged and costs only what it says itself.
        """
        sidecar = self._sidecar(folder, state)
        pairs = tuple(Pair(None, path) for path in folder.notes)
        if sidecar is not None:
            pairs = pair_notes(sidecar, folder.folder, folder.notes, self._text_or_none)
        kept = [
            (one.path, self._entry(one.path, digests[one.path], sidecar, state, one.number))
            for one in pairs
            if one.path is not None
        ]
        slug = folder.folder.rpartition("/")[2]
        book = LoreBook(
            name=(sidecar.name if sidecar is not None else "") or slug,
            folder=folder.folder,
            entries=tuple(one.entry for _, one in kept if one.entry is not None),
            settings=sidecar.book.settings if sidecar is not None else BookSettings(),
            of_character=sidecar.of_card if sidecar is not None else False,
        )
        return ReadBook(
            book,
            {path: one.note for path, one in kept if one.note is not None},
            {path: one.digest for path, one in kept},
            sidecar,
            {path: one.number for path, one in kept},
        )

    def forget_all_but(self, digests: Mapping[str, str]) -> None:
        """Let go of notes that are gone."""
        for path in self._kept.keys() - digests.keys():
            del self._kept[path]

    def _sidecar(self, folder: BookFolder, state: FileState | None) -> Sidecar | None:
        path = folder.sidecar
        if path is None or state is None:
            return None
        known = self._sidecars.get(path)
        if known is None or known[0] != state:
            known = self._sidecars[path] = (state, self._load_sidecar(path))
        return known[1]

    def _load_sidecar(self, path: str) -> Sidecar | None:
        try:
            return load_sidecar(self._store.read_bytes(path), path)
        except NotFoundError:
            return None
        except FamiliarError as problem:
            _log.warning("the settings of a book are left out: %s", problem)
            return None

    def _entry(
        self,
        path: str,
        digest: str,
        sidecar: Sidecar | None,
        state: FileState | None,
        number: int | None,
    ) -> _Kept:
        known = self._kept.get(path)
        if known is None or known[:3] != (digest, state, number):
            known = self._read(path, digest, sidecar, state, number)
            if known.entry is not None:
                # What could not be read is tried again.
                self._kept[path] = known
        return known

    def _read(
        self,
        path: str,
        digest: str,
        sidecar: Sidecar | None,
        state: FileState | None,
        number: int | None,
    ) -> _Kept:
        try:
            text = self._text(path)
            # A file may be newer than what is known of it: what was read is what counts.
            digest = revision_of(text.encode("utf-8"))
            note = lore_note(text, self._notes.read(path, text))
            entry = entry_of_note(path, text, sidecar, number)
        except (FamiliarError, UnicodeDecodeError) as problem:
            _log.warning("the lore of %s is left out: %s", path, problem)
            return _Kept(digest, state, number, None, None)
        return _Kept(digest, state, number, entry, note)

    def _text(self, path: str) -> str:
        return self._store.read_bytes(path).decode("utf-8")

    def _text_or_none(self, path: str) -> str:
        try:
            return self._text(path)
        except (FamiliarError, UnicodeDecodeError):
            return ""
