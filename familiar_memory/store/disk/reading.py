"""Reading one file whole: regular files only, and text only as strict UTF-8."""

from __future__ import annotations

import stat

from familiar_memory.errors import NotAFileError, NotTextError
from familiar_memory.store.disk.filesystem import FileSystem, PathOrSpot

__all__ = ["decode_note", "encode_note", "read_regular"]


def read_regular(fs: FileSystem, path: PathOrSpot, rel_path: str, *, follow: bool = True) -> bytes:
    """Every byte of a regular file.

    The kind is asked of the open file, so it cannot change in between, and opening
    a pipe never waits. Raises `NotAFileError` for all that is not a regular file;
    other failures are `OSError`.
    """
    fd = fs.open_read(path, follow=follow)
    try:
        state = fs.fstat(fd)
        if not stat.S_ISREG(state.st_mode):
            kind = "a folder" if stat.S_ISDIR(state.st_mode) else "not a regular file"
            raise NotAFileError(f"{rel_path}: this is {kind}", "Name a regular file.")
        return _read_to_end(fs, fd, state.st_size)
    finally:
        fs.close(fd)


def _read_to_end(fs: FileSystem, fd: int, size: int) -> bytes:
    wanted = size + 1
    data = fs.read(fd, wanted)
    if len(data) <= size:
        return data
    pieces = [data]
    while piece := fs.read(fd, 1 << 16):
        pieces.append(piece)
    return b"".join(pieces)


def decode_note(data: bytes, rel_path: str) -> str:
    """Turn bytes into text, every newline and a byte-order mark (U+FEFF) as they stand."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotTextError(
            f"{rel_path}: not UTF-8 text at byte {error.start}", "Save the file as UTF-8."
        ) from error


def encode_note(text: str, rel_path: str) -> bytes:
    """Turn text into bytes; a lone surrogate has none."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotTextError(
            f"{rel_path}: the text has a lone surrogate at character {error.start}",
            "Give text that can be written as UTF-8.",
        ) from error
