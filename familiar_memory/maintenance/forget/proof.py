"""The proof that something is forgotten: a search through every byte below a folder.

Ids, slugs and texts that nobody else said are residue, in whatever reading of the bytes they
stand. Names that people are called by are not: others may bear them, and a common name proves
nothing. Where they stand is told, for somebody to look.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.progress import Progress
from familiar_memory.errors import StoreError
from familiar_memory.maintenance.belongings.sources import MemorySources, every_turn
from familiar_memory.maintenance.forget.encodings import SoughtForms, is_sought
from familiar_memory.maintenance.forget.other_files import ReadText
from familiar_memory.maintenance.forget.quotes import is_distinctive
from familiar_memory.store.disk.below import everything_below
from familiar_memory.store.sqlite.open_here import looking_into
from familiar_memory.store.sqlite.reading_only import ReadOnlyDatabase
from familiar_memory.store.sqlite.scrubbing import columns_of

__all__ = ["UNREACHED", "ForgetProof", "name_hints", "prove", "unsearched_texts"]

_PIECE = 4 << 20
_DATABASE = b"SQLite format 3\0"
_ONLY_NUMBERS = "-shm"
_ZLIB = b"\x78"
"""With what zlib begins, and so an object of git."""
_GZIP = b"\x1f\x8b"
_EITHER = zlib.MAX_WBITS | 32
"""Has zlib see by itself which of the two it is."""
_REPOSITORY = ".git"
_SHORT_NAME = 2
UNREACHED = (
    "git: if the notes are in a repository, its packs may have old versions; rewrite it (git"
    " filter-repo), or delete .git and commit anew, and do the same with every clone",
    "backups and copies elsewhere, exports that you made, and synchronised folders: delete them, or"
    " forget in them as well",
    "other processes that have this familiar open: restart them",
    "editors: close their windows, and delete swap, undo and recovery files outside of the notes",
    "what was sent to a chat model or to a platform: ask them",
    "blocks that the disk itself has not overwritten yet: only encryption of the disk helps",
)
"""What no program here can reach, and what to do about it."""


@dataclass(frozen=True, slots=True)
class ForgetProof:
    """What was found: `residue` must be empty. It does not repeat what is to be forgotten.

    `is_in_reach`: some of it does not lie in a repository of git.
    """

    residue: tuple[str, ...]
    is_in_reach: bool = False


def prove(
    folder: Path, what: Erasure, left_out: Iterable[str] = (), progress: Progress | None = None
) -> ForgetProof:
    """Search every name and byte below a folder; `left_out` are files of that name in it.

    Raises:
        OSError: the folder cannot be listed.
    """
    needles = SoughtForms((*what.texts, *what.traces.said), what.traces.ids)
    skipped = set(left_out)
    places = [one for one in everything_below(folder) if one.name not in skipped]
    found: list[str] = []
    is_in_reach = False
    for number, place in enumerate(places, 1):
        told = tuple(_found(folder, place, needles))
        is_in_reach |= bool(told) and _REPOSITORY not in place.relative_to(folder).parts
        found += told
        if progress is not None:
            progress(number, len(places))
    return ForgetProof(tuple(found), is_in_reach=is_in_reach)


def unsearched_texts(what: Erasure, said: Iterable[str] = ()) -> frozenset[str]:
    """Texts that went and that a search through bytes would find everywhere, so it looks for none.

    `said` are the messages that went; whether they still stand somewhere nobody has looked.
    """
    lines = {line.strip() for text in said for line in text.splitlines()}
    texts = {*what.texts, *what.traces.records, *what.traces.short, *lines}
    sought = {*what.texts, *what.traces.said}
    unknown = {text for text in texts - sought if text and not is_distinctive(text)}
    return frozenset(unknown | {text for text in sought if not is_sought(text)})


def name_hints(sources: MemorySources, names: Iterable[str]) -> tuple[str, ...]:
    """Where bare names still stand, of notes and messages: common ones may be of others."""
    hints = []
    turns = [stored.turn for stored in every_turn(sources.history) if not stored.turn.deleted]
    notes = list(_notes(sources))
    for name in sorted({one for one in names if len(one) >= _SHORT_NAME}):
        pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        in_notes = sum(pattern.search(text) is not None for text in notes)
        in_turns = sum(pattern.search(turn.text) is not None for turn in turns)
        called = sum(name in turn.author.known_names for turn in turns)
        if in_notes or in_turns or called:
            notes_said = f"{in_notes} note{'' if in_notes == 1 else 's'}"
            turns_said = f"{in_turns} message{'' if in_turns == 1 else 's'} of others"
            hints.append(f"{name}: in {notes_said} and {turns_said}")
    return tuple(hints)


def _notes(sources: MemorySources) -> Iterator[str]:
    """What the notes say; hints are no proof, so one that cannot be read gives none."""
    for file in sources.store.scan_files().files:
        with suppress(StoreError):
            if (read := ReadText.of(sources.store.read_bytes(file.path))) is not None:
                yield read.text


def _found(folder: Path, place: Path, needles: SoughtForms) -> Iterator[str]:
    shown = place.relative_to(folder).as_posix()
    if needles.reading_of(place.name.encode(errors="replace")) is not None:
        above = place.parent.relative_to(folder).as_posix()
        is_told = needles.reading_of(above.encode(errors="replace")) is not None
        yield f"the name of something in {'a folder of that name' if is_told else above} holds it"
        return
    if not place.is_file() or place.is_symlink() or place.name.endswith(_ONLY_NUMBERS):
        return
    try:
        for piece in _pieces(place, needles.reach):
            if (reading := needles.reading_of(piece)) is not None:
                yield f"{shown} holds it, {reading}"
                return
        if _is_database(place) and _rows_hold(place, needles):
            yield f"rows of {shown} hold it"
    except FileNotFoundError:
        # It went meanwhile, as the log of a database does that another process closes.
        return
    except (OSError, sqlite3.Error, zlib.error):
        yield f"{shown} cannot be looked into"


def _pieces(path: Path, reach: int) -> Iterator[bytes]:
    """The bytes of a file, unpacked where they are compressed, in pieces that overlap."""
    overlap = 6 * reach + 64
    before = b""
    with looking_into(path) as file:
        packed: _Packed | None = None
        while data := file.read(_PIECE):
            if packed is None and not before:
                packed = _packed(data)
            piece = before + (data if packed is None else packed.unpacked(data))
            yield piece
            before = piece[-overlap:]


class _Packed:
    """Unpacks a file of gzip, or an object of git, piece by piece.

    One file may hold several, one behind the other, with zeros between them; what stands behind
    the last is read as it is.
    """

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(_EITHER)
        self._left = b""
        self._is_over = False

    def unpacked(self, data: bytes) -> bytes:
        """What the next piece of the file says; `zlib.error` where it is damaged."""
        parts: list[bytes] = []
        data, self._left = self._left + data, b""
        while data and not self._is_over:
            if self._stream.eof:
                data = data.lstrip(b"\0")
                if _GZIP.startswith(data):
                    # Whether another begins here is told by the next piece.
                    self._left, data = data, b""
                    break
                if not data.startswith(_GZIP):
                    self._is_over = True
                    break
                self._stream = zlib.decompressobj(_EITHER)
            parts.append(self._stream.decompress(data))
            data = self._stream.unused_data
        return b"".join((*parts, data))


def _packed(beginning: bytes) -> _Packed | None:
    """What unpacks a file that begins so; None where it is not compressed."""
    if beginning.startswith(_GZIP):
        return _Packed()
    if beginning[:1] != _ZLIB:
        return None
    try:
        _Packed().unpacked(beginning)
    except zlib.error:
        return None
    return _Packed()


def _is_database(path: Path) -> bool:
    with looking_into(path) as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _rows_hold(path: Path, needles: SoughtForms) -> bool:
    """Whether a value of a database holds it, packed or not: a long one is not in one piece."""
    with closing(ReadOnlyDatabase(path).connect()) as connection:
        return any(needles.reading_of(piece) is not None for piece in _joined(_values(connection)))


def _values(connection: sqlite3.Connection) -> Iterator[bytes]:
    for table, column in columns_of(connection):
        rows = connection.execute(
            f'SELECT "{column}" FROM "{table}" WHERE typeof("{column}") IN (\'text\', \'blob\')'
        )
        for (value,) in rows:
            if isinstance(value, str):
                yield value.encode(errors="replace")
                continue
            yield value
            if value[:1] == _ZLIB:
                try:
                    yield zlib.decompress(value)
                except zlib.error:
                    continue


def _joined(values: Iterable[bytes]) -> Iterator[bytes]:
    """Values together, with a gap between: to look at each would take longer."""
    some: list[bytes] = []
    size = 0
    for value in values:
        some.append(value)
        size += len(value)
        if size >= _PIECE:
            yield b"\n\n".join(some)
            some, size = [], 0
    if some:
        yield b"\n\n".join(some)
