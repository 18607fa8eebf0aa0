"""JSON lines, read strictly: what two readers could understand differently is refused."""

from __future__ import annotations

import codecs
import json
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.counted_file import open_counted

__all__ = ["MAX_LINE_BYTES", "located", "read_json_lines"]

MAX_LINE_BYTES = 1_000_000
"""A longer line is no message of a conversation."""

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_json_lines(
    path: Path, label: str = "", *, max_line_bytes: int = MAX_LINE_BYTES
) -> Generator[tuple[int, object], None, None]:
    """Each line's number (from 1) and value; blank lines are passed over.

    Lines end with a line feed; a byte order mark at the start is tolerated. `label`
    stands for the file in messages. No more than one line is held at a time, and no line
    is read past its limit. `watch_reading` tells how far it is.

    Raises:
        InputError: a line is no JSON, repeats a key, holds NaN, is nested too deep, too
            long or not UTF-8; it names the file and the line.
    """
    with open_counted(path, label) as file:
        yield from _values(file, label or str(path), max_line_bytes)


def located(problem: InputError, label: str, number: int) -> InputError:
    """The same error, with the file and the line in front."""
    return InputError(f"{label}, line {number}: {problem.problem}", problem.accepted)


def _values(file: BinaryIO, label: str, max_line_bytes: int) -> Iterator[tuple[int, object]]:
    number = 0
    while line := file.readline(max_line_bytes + 2):
        number += 1
        try:
            if len(line.rstrip(b"\r\n")) > max_line_bytes:
                limit = f"{max_line_bytes // 1_000_000} MB"
                raise InputError(
                    f"the line is longer than {limit}",
                    f"one JSON object a line, each up to {limit}",
                )
            text = _decoded(line, first=number == 1)
            if not text.strip():
                continue
            value = _parsed(text.rstrip("\r\n"))
        except InputError as problem:
            raise located(problem, label, number) from None
        yield number, value


def _decoded(line: bytes, *, first: bool) -> str:
    if first and line.startswith(_UTF16):
        raise InputError("the file is UTF-16", "UTF-8 text, one JSON object a line")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise InputError(f"byte {problem.start + 1} is not UTF-8", "UTF-8 text") from None
    return text.removeprefix("\ufeff") if first else text


def _parsed(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as problem:
        raise InputError(
            f"not JSON: {problem.msg.removesuffix(' at')} at column {problem.colno}",
            "one JSON object a line",
        ) from None
    except RecursionError:
        raise InputError("the JSON is nested too deep", "a flat JSON object") from None
    except ValueError as problem:
        # What is left are numbers of thousands of digits.
        raise InputError(f"not JSON that can be read: {problem}", "plain numbers") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key {twice!r} is there twice", "each key once")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"{name} is not JSON", "a number, a text, true, false or null")


# Made once: `json.loads` would make one for each line.
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)
