"""The Markdown tree as documents, each by its key: whose note it is, not where it stands."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import replace

from familiar_memory.domain.memory.document import Alias, ParsedDocument
from familiar_memory.domain.memory.source import KnownDocument, ScanResult, Stamp
from familiar_memory.domain.tree import ALIAS_FILE, MEMORY, is_indexed
from familiar_memory.errors import NotFoundError, NotTextError, PathError, StoreError
from familiar_memory.notes.alias_file import legacy_aliases, legacy_digest
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import FileState, NoteReader, Skipped
from familiar_memory.store.revision import revision_of
from familiar_memory.store.search.prefilter import FOREIGN_SPELLINGS

__all__ = ["FileSource", "stamp_of"]


_TRIES = 3
"""So often a note is looked for again that has become another's while it was read."""


class FileSource:
    """Every note of a store, read through it (a `DocumentSource`).

    Its keys are those of the `register` (`people/<slug>.md`), which says where each note stands.
    """

    def __init__(self, store: NoteReader, reader: NoteParser, register: TreeRegister) -> None:
        self._store = store
        self._reader = reader
        self.register = register

    @property
    def name(self) -> str:
        """`memory`."""
        return MEMORY

    def scan(self) -> ScanResult:
        """One sweep over the tree: paths, sizes, times; of contents the heads that are new."""
        tree, keys = self.register.take(self._store.scan_files)
        # As `stamp_of`, without a call for each file of a large tree.
        stamps = [
            Stamp(keys.get(path, path), mtime_ns if mtime_ns > changed_ns else changed_ns, size)
            for path, size, mtime_ns, changed_ns in tree.files
            if is_indexed(path)
        ]
        if keys:
            stamps.sort()
        problem: dict[str, str] = {}
        try:
            if (alias_file := self._legacy_stamp()) is not None:
                insort(stamps, alias_file)
        except StoreError as error:
            problem[ALIAS_FILE] = error.problem
        return ScanResult(tuple(stamps), self._shielded(tree.unreadable, keys) | problem)

    def _shielded(self, unreadable: tuple[Skipped, ...], keys: Mapping[str, str]) -> dict[str, str]:
        """What could not be read may be a file, or a folder with all that is in it."""
        shielded: dict[str, str] = {}
        for path, reason in unreadable:
            below = self.register.below(path) if keys else ()
            shielded |= dict.fromkeys((path, f"{path}/" if path else "", *sorted(below)), reason)
        return shielded

    def stamp(self, key: str) -> Stamp | None:
        """Stamp one note; None when it is gone or no note."""
        if key == ALIAS_FILE:
            return self._legacy_stamp()
        path, state = self.register.stand_of(key)
        if path is None or not is_indexed(path):
            return None
        if state is None:
            try:
                state = self._store.file_state(path)
            except PathError:
                # No sweep lists what stands there, a link that leads out, say.
                return None
        return None if state is None else stamp_of(state)._replace(key=key)

    def _legacy_stamp(self) -> Stamp | None:
        """The alias file counts as a document only where it says what no note says."""
        state = self._store.file_state(ALIAS_FILE)
        if state is None or not legacy_aliases(self._store.read_bytes(ALIAS_FILE)):
            return None
        return stamp_of(state)

    def digest(self, key: str) -> str:
        """The revision of the file's bytes."""
        data = self._bytes(key)
        return legacy_digest(data) if key == ALIAS_FILE else revision_of(data)

    def load(self, key: str) -> ParsedDocument:
        """Read and parse one note.

        Raises:
            NotTextError: it is not UTF-8.
            StoreError: it cannot be read.
        """
        data = self._bytes(key)
        document = self._parsed(key, data)
        return document if key == ALIAS_FILE else replace(document, byte_print=_print_of(data))

    def look(self, key: str) -> ParsedDocument:
        """As `load`, without the print of its bytes, which only an index needs.

        Raises:
            NotTextError: it is not UTF-8.
            StoreError: it cannot be read.
        """
        return self._parsed(key, self._bytes(key))

    def _parsed(self, key: str, data: bytes) -> ParsedDocument:
        if key != ALIAS_FILE:
            return self.read(key, _decoded(key, data))
        names = legacy_aliases(data)
        return ParsedDocument(
            key,
            legacy_digest(data),
            aliases=tuple(Alias(name, slug, self._reader.default_audience) for name, slug in names),
            audience=self._reader.default_audience,
        )

    def _bytes(self, key: str) -> bytes:
        """The bytes of the note that has this key.

        Raises:
            NotFoundError: none has it.
            StoreError: it cannot be read.
        """
        gone: NotFoundError | None = None
        for _ in range(_TRIES):
            path = self.register.path_of(key)
            if path is None and not self.register.is_there(key):
                return self._store.read_bytes(key)
            if path is None:
                break
            try:
                data = self._store.read_bytes(path)
            except NotFoundError as problem:
                # It was renamed just now, and stands elsewhere, or nowhere.
                gone = problem
                continue
            if self.register.agrees(path, data):
                return data
        if gone is not None:
            raise gone
        raise NotFoundError(f"{key}: what stands there is the note of another id")

    def growth(self, key: str, known: KnownDocument) -> ParsedDocument | None:
        """None: a note is parsed whole."""
        return None

    def read(self, key: str, text: str) -> ParsedDocument:
        """Parse the text of a note, wherever it was read."""
        return self._reader.read(key, text, revision_of(text.encode("utf-8")))

    def beginning(self, key: str, most_chars: int) -> ParsedDocument | None:
        """What is known of a note from its first characters: see `NoteParser.read_beginning`.

        Raises:
            NotTextError: it is not UTF-8.
            StoreError: it cannot be read.
        """
        data = self._bytes(key)
        return self._reader.read_beginning(key, _decoded(key, data), most_chars)


def stamp_of(state: FileState) -> Stamp:
    """The signs by which a file is known again."""
    # Tools that copy a time along (rsync, some editors) can set the one back, not the other.
    return Stamp(state.path, max(state.mtime_ns, state.changed_ns), state.size)


def _decoded(key: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NotTextError(
            f"{key}: not UTF-8 text at byte {problem.start}",
            "a text file in UTF-8; 'save with encoding' in an editor fixes it",
        ) from None


def _print_of(data: bytes) -> bytes:
    """The print of a note; none where it cannot be searched, or has letters of many spellings."""
    from familiar_memory.index.rows.trigrams import print_of

    is_odd = not data.isascii() and any(spelling in data for spelling in FOREIGN_SPELLINGS)
    return b"" if is_odd or b"\0" in data else print_of(data)
