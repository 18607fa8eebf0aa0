"""Lines of a text file, each of bounded length."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.counted_file import open_counted

__all__ = ["MAX_TEXT_LINE_BYTES", "read_text_lines"]

MAX_TEXT_LINE_BYTES = 65_536
"""More than any chat program sends in one line."""

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_text_lines(path: Path, label: str) -> Iterator[tuple[int, str]]:
    """Each line's number (from 1) and text without its end; blank lines are passed over.

    Raises:
        InputError: a line is too long or not UTF-8; it names the file and the line.
    """
    with open_counted(path, label) as file:
        number = 0
        while line := file.readline(MAX_TEXT_LINE_BYTES + 2):
            number += 1
            if number == 1:
                if line.startswith(_UTF16):
                    raise InputError(f"{label}: the file is UTF-16", "UTF-8 text")
                line = line.removeprefix(b"\xef\xbb\xbf")
            bare = line.rstrip(b"\r\n")
            if len(bare) > MAX_TEXT_LINE_BYTES:
                raise InputError(f"{label}, line {number}: longer than 64 KB", "shorter lines")
            try:
                text = bare.decode("utf-8")
            except UnicodeDecodeError as problem:
                raise InputError(
                    f"{label}, line {number}: byte {problem.start + 1} is not UTF-8", "UTF-8 text"
                ) from None
            if text.strip():
                yield number, text
