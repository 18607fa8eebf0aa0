"""Notes that are parsed once a save, however often they are read.

Whoever reads a note (the index, or a recall) parses it for everybody else. A remembered
note is given out as long as its stamp is the same; where the stamp is too young to be
trusted, the bytes decide.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.racy import is_too_young
from familiar_memory.domain.memory.source import KnownDocument, ScanResult, Stamp
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource

__all__ = ["RememberedNotes"]

_MOST_NOTES = 512
"""Parsed notes, kept by stamp: those of a busy room's people, days and topics many times over."""
_MOST_BYTES = 4_000_000
"""Of Markdown; parsed, a note takes four to five times as much."""
_LARGE_BYTES = 64_000
"""What is larger may take longer to parse than the shortest step of a recall."""
_BEGINNING_CHARS = 16_000
"""More than the largest block of a prompt holds."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    """A parsed note, the stamp that it had before, and when its bytes were last looked at."""

    stamp: Stamp
    read_ns: int
    document: ParsedDocument


class RememberedNotes:
    """A `DocumentSource` over another that keeps what it has parsed; thread-safe.

    At most so many notes and bytes are kept, those used last; the very last always.
    """

    def __init__(
        self,
        notes: FileSource,
        *,
        most_notes: int = _MOST_NOTES,
        most_bytes: int = _MOST_BYTES,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """Read through these notes."""
        self._notes = notes
        self._most_notes = most_notes
        self._most_bytes = most_bytes
        self._now_ns = now_ns
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Remembered] = OrderedDict()
        self._bytes = 0
        self._being_read: dict[Stamp, Future[ParsedDocument]] = {}

    @property
    def name(self) -> str:
        """That of the notes."""
        return self._notes.name

    def scan(self) -> ScanResult:
        """List every note; see `FileSource.scan`."""
        return self._notes.scan()

    def stamp(self, key: str) -> Stamp | None:
        """Stamp one note; see `FileSource.stamp`."""
        return self._notes.stamp(key)

    def digest(self, key: str) -> str:
        """Hash one note; see `FileSource.digest`."""
        return self._notes.digest(key)

    def load(self, key: str) -> ParsedDocument:
        """One note as it is on disk, parsed now or before.

        While somebody parses it, everybody else who asks waits for the same.

        Raises:
            FamiliarError: as `FileSource.load`.
        """
        stamp = self._notes.stamp(key)
        if stamp is None:
            self._forget(key)
            return self._notes.load(key)
        known = self._known(stamp)
        return self._read(stamp) if known is None else known

    def look(self, key: str) -> ParsedDocument:
        """One note for who looks at it once: what is remembered, else parsed now and not kept.

        Raises:
            FamiliarError: as `FileSource.look`.
        """
        stamp = self._notes.stamp(key)
        known = None if stamp is None else self._known(stamp)
        return self._notes.look(key) if known is None else known

    def growth(self, key: str, known: KnownDocument) -> ParsedDocument | None:
        """None: a note is parsed whole."""
        return None

    def beginning(self, key: str) -> ParsedDocument | None:
        """The first part of a large note that is not parsed yet, at once; else None.

        For who cannot wait for the whole: what it holds is in the whole just so. None as well
        where the rest of the note may say that the whole is for fewer.

        Raises:
            FamiliarError: as `FileSource.load`.
        """
        stamp = self._notes.stamp(key)
        if stamp is None or stamp.size <= _LARGE_BYTES or self._known(stamp) is not None:
            return None
        return self._notes.beginning(key, _BEGINNING_CHARS)

    @property
    def register(self) -> TreeRegister:
        """Says where the notes of these keys stand, and what their links lead to."""
        return self._notes.register

    def forget(self) -> None:
        """Parse everything anew from now on."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def _known(self, stamp: Stamp) -> ParsedDocument | None:
        with self._lock:
            known = self._kept.get(stamp.key)
            if known is None or known.stamp != stamp:
                return None
            self._kept.move_to_end(stamp.key)
        if not is_too_young(stamp, known.read_ns):
            return known.document
        # Twice within a tick of the clock: only the bytes can tell.
        looked_ns = self._now_ns()
        if self._notes.digest(stamp.key) != known.document.digest:
            return None
        self._keep(_Remembered(stamp, looked_ns, known.document))
        return known.document

    def _read(self, stamp: Stamp) -> ParsedDocument:
        with self._lock:
            reading = self._being_read.get(stamp)
            is_mine = reading is None
            if reading is None:
                reading = self._being_read[stamp] = Future()
        if not is_mine:
            return self._checked(stamp, reading.result())
        try:
            # Somebody may have begun and ended between my look and my turn.
            document = self._known(stamp) or self._parsed(stamp)
        except BaseException as problem:
            self._end(stamp)
            reading.set_exception(problem)
            raise
        self._end(stamp)
        reading.set_result(document)
        return document

    def _parsed(self, stamp: Stamp) -> ParsedDocument:
        read_ns = self._now_ns()
        document = self._notes.load(stamp.key)
        self._keep(_Remembered(stamp, read_ns, document))
        return document

    def _checked(self, stamp: Stamp, document: ParsedDocument) -> ParsedDocument:
        """What somebody else began to read before I asked, if it is still what stands there."""
        if self._notes.digest(stamp.key) == document.digest:
            return document
        return self._notes.load(stamp.key)

    def _end(self, stamp: Stamp) -> None:
        with self._lock:
            self._being_read.pop(stamp, None)

    def _keep(self, note: _Remembered) -> None:
        with self._lock:
            self._drop(note.stamp.key)
            self._kept[note.stamp.key] = note
            self._bytes += note.stamp.size
            while len(self._kept) > 1 and (
                len(self._kept) > self._most_notes or self._bytes > self._most_bytes
            ):
                self._drop(next(iter(self._kept)))

    def _forget(self, key: str) -> None:
        with self._lock:
            self._drop(key)

    def _drop(self, key: str) -> None:
        known = self._kept.pop(key, None)
        if known is not None:
            self._bytes -= known.stamp.size
