"""One large JSON value, read piece by piece: never more than one entry is in memory.

ijson tells what the file holds, event by event (with yajl where it is there, else in
Python); the rest is here: an entry that is too large or too deep, a key that stands
twice, what is no Unicode, and one kind of error for all of it.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import ijson
import regex

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.counted_file import open_counted
from familiar_memory.transfer.reading.strict_json import MAX_JSON_DEPTH

__all__ = ["MAX_ENTRY_BYTES", "JsonEntry", "read_json_entries"]

MAX_ENTRY_BYTES = 16 * 1024 * 1024
"""As one JSON file: an entry is one conversation, and it is in memory whole."""
_MAX_CONTAINERS = 500_000
"""So many objects and lists in one entry: `{},{},` takes 25 times the memory of its bytes."""
_CHUNK_BYTES = 1 << 16
"""Bytes at a time; doubled while one text goes on, since ijson looks through it anew with each
piece."""
# What ijson finds in one chunk it holds at once, so chunks are small. But yajl reads a text
# anew for each chunk that it runs over: while one seems to go on, chunks grow up to this.
_MAX_CHUNK_BYTES = 1 << 20
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# A text that runs over no lone surrogate; yajl would make "?" of one without a word. Not by `re`:
# before Python 3.11.5 its possessive groups go on past what they may not match.
_PAIRED = regex.compile(
    rb"(?:[^\\]++"
    rb"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|\\(?!u(?:\Z|[dD](?:\Z|[89a-fA-F]))).)*+",
    regex.DOTALL,
)
_PAIR_BYTES = len(rb"\ud83d\ude00")
_MAY_HOLD_SURROGATE = (b"\\ud", b"\\uD")


@dataclass(frozen=True, slots=True)
class JsonEntry:
    """One member of the outermost object, or one element of an array.

    `key` is the member's name, "" when the outermost value is an array. `index` counts
    from 0 in an array that is told element by element; None for a member that is whole.
    """

    key: str
    index: int | None
    value: object


def read_json_entries(
    path: Path, label: str = "", *, split: str = "", max_entry_bytes: int = MAX_ENTRY_BYTES
) -> Iterator[JsonEntry]:
    """Tell a large file entry by entry, in its order.

    Of an object each member is an entry; the member `split`, if it is an array, is told
    element by element. Of an array each element is one. `label` stands for the file in
    messages. `watch_reading` tells how far it is.

    Raises:
        InputError: it is no JSON, repeats a key, holds a lone surrogate or a number past
            64 bits, is nested deeper than 200, has an entry over the limit, or is neither
            an object nor an array; it names the file and the entry.
    """
    shown = label or str(path)
    with open_counted(path, label) as file:
        source = _Guarded(file, max_entry_bytes)
        place = ""
        try:
            for entry in _entries(_events(source), split):
                place = _place(entry)
                yield entry
                source.begin_entry()
        except InputError as problem:
            where = f", after {place}" if place else ""
            raise InputError(f"{shown}{where}: {problem.problem}", problem.accepted) from None
        except (ijson.JSONError, ValueError, ArithmeticError) as problem:
            where = f", after {place}" if place else ""
            raise InputError(
                f"{shown}{where}: not JSON that can be read: {_reason(problem)}"
                f" (in the first {source.read_bytes:,} bytes)",
                "one whole JSON object or array",
            ) from None


def _events(source: _Guarded) -> Iterator[tuple[str, Any]]:
    # As floats, for yajl then reads numbers itself. Otherwise its binding makes Python
    # objects of them, and goes on with a set exception (and crashes) when that fails, as
    # it does for 5,000 digits.
    events: Iterator[tuple[str, Any]] = ijson.basic_parse(
        source, buf_size=_MAX_CHUNK_BYTES, use_float=True
    )
    return events


class _Guarded:
    """The file as ijson reads it: no byte order mark, no more than one entry's bytes at once."""

    def __init__(self, file: BinaryIO, max_entry_bytes: int) -> None:
        self._file = file
        self._max_entry_bytes = max_entry_bytes
        self._entry_bytes = 0
        self._chunk_bytes = _CHUNK_BYTES
        self._tail = b""
        self._utf8 = codecs.getincrementaldecoder("utf-8")()
        self.read_bytes = 0

    def begin_entry(self) -> None:
        """What is read from now on belongs to the next entry."""
        self._entry_bytes = 0

    def read(self, size: int) -> bytes:
        """The next bytes; ijson asks for 0 to learn that they are bytes."""
        chunk = self._file.read(min(size, self._chunk_bytes))
        if self.read_bytes == 0 and chunk:
            if chunk.startswith(_UTF16):
                raise InputError("the file is UTF-16", "UTF-8: save it again in that encoding")
            chunk = chunk.removeprefix(codecs.BOM_UTF8)
        self.read_bytes += len(chunk)
        self._entry_bytes += len(chunk)
        if self._entry_bytes > self._max_entry_bytes + 2 * _MAX_CHUNK_BYTES:
            limit = f"{self._max_entry_bytes >> 20} MB"
            raise InputError(f"the next entry is larger than {limit}", f"entries up to {limit}")
        self._check_text(chunk)
        self._check_surrogates(chunk)
        is_within_text = chunk.count(b'"') == chunk.count(b'\\"')
        grown = min(2 * self._chunk_bytes, _MAX_CHUNK_BYTES)
        self._chunk_bytes = grown if is_within_text else _CHUNK_BYTES
        return chunk

    def _check_text(self, chunk: bytes) -> None:
        try:
            self._utf8.decode(chunk, final=not chunk)
        except UnicodeDecodeError:
            raise InputError(
                f"not UTF-8 (in the first {self.read_bytes:,} bytes)", "UTF-8 text"
            ) from None

    def _check_surrogates(self, chunk: bytes) -> None:
        text = self._tail + chunk
        self._tail = b""
        if not any(sign in text for sign in _MAY_HOLD_SURROGATE) and not text.endswith(
            (b"\\", b"\\u")
        ):
            return
        match = _PAIRED.match(text)
        rest = text[match.end() if match else 0 :]
        if len(rest) >= _PAIR_BYTES or (rest and not chunk):
            raise InputError(
                "a text holds a lone surrogate, which no file can carry",
                "Unicode text; a pair of surrogates is one character",
            )
        # Perhaps a pair that the next bytes complete.
        self._tail = rest


def _entries(events: Iterable[tuple[str, Any]], split: str) -> Iterator[JsonEntry]:
    """Build values of events; what hangs on the outermost container is reported, not kept."""
    root: dict[str, Any] | list[Any] | None = None
    pieces: list[Any] | None = None
    index = containers = 0
    current: Any = None
    key = ""
    stack: list[tuple[Any, str]] = []
    for event, value in events:
        if event == "map_key":
            if value in current:
                raise InputError(f"the key {value!r} is there twice", "each key once")
            key = value
            continue
        if event == "start_map" or event == "start_array":
            opened: Any = {} if event == "start_map" else []
            if root is None:
                root = opened
            elif split and key == split and current is root and event == "start_array":
                pieces = opened if type(root) is dict else None
            stack.append((current, key))
            if len(stack) > MAX_JSON_DEPTH:
                raise InputError("nested too deep", f"at most {MAX_JSON_DEPTH} levels")
            containers += 1
            if containers > _MAX_CONTAINERS:
                raise InputError(
                    f"the next entry holds more than {_MAX_CONTAINERS:,} objects and lists",
                    "entries of a reasonable size",
                )
            current = opened
            continue
        if event == "end_map" or event == "end_array":
            value = current
            current, key = stack.pop()
            if value is root:
                continue
        if current is root:
            containers = 0
            if type(root) is dict:
                root[key] = None
                if value is not pieces or pieces is None:
                    yield JsonEntry(key, None, value)
            elif root is None:
                raise InputError("one bare value", "an object or an array")
            else:
                yield JsonEntry("", index, value)
                index += 1
        elif current is pieces:
            containers = 0
            yield JsonEntry(split, index, value)
            index += 1
        elif type(current) is dict:
            current[key] = value
        else:
            current.append(value)


def _place(entry: JsonEntry) -> str:
    number = "" if entry.index is None else f"entry {entry.index + 1}"
    return " ".join(filter(None, (repr(entry.key) if entry.key else "", number)))


def _reason(problem: BaseException) -> str:
    """The first line of what ijson says, without the drawing below it."""
    said = problem.args[0] if problem.args else ""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    line = text.strip().partition("\n")[0]
    return line[:200] or type(problem).__name__
