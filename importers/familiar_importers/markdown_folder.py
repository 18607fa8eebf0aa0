"""A folder of Markdown (or one file), copied into the tree as it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, NoteFile, SkippedFile

__all__ = ["MarkdownFolderImporter"]

_ENDING = ".md"


class MarkdownFolderImporter:
    """Every `.md` below a folder, byte for byte, under the same relative path."""

    name = "markdown"
    describe = "a .md file, or a folder of them"

    def detect(self, path: Path) -> bool:
        """A folder, or a file that ends in .md."""
        try:
            return path.is_dir() or _is_markdown(path.name)
        except (OSError, ValueError):  # a name that no disk can hold
            return False

    def read(self, path: Path) -> Iterator[Item]:
        """Notes by path; what is hidden, a link, or no Markdown is named as skipped.

        Raises:
            InputError: a note is not UTF-8 or cannot be read, or a folder cannot be listed.
        """
        if path.is_dir():
            yield from _folder(path, path)
        else:
            yield NoteFile(path.name, _text(path))


def _folder(folder: Path, root: Path) -> Iterator[Item]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as problem:
        raise InputError(f"{folder} cannot be listed: {problem.strerror}", "a folder") from problem
    for entry in entries:
        path = folder / entry.name
        relative = path.relative_to(root).as_posix()
        if reason := _reason_to_skip(entry):
            yield SkippedFile(relative, reason)
        elif entry.is_dir(follow_symlinks=False):
            yield from _folder(path, root)
        else:
            yield NoteFile(relative, _text(path))


def _reason_to_skip(entry: os.DirEntry[str]) -> str | None:
    if entry.name.startswith("."):
        return "hidden"
    if entry.is_symlink():
        return "a link"
    if entry.is_dir(follow_symlinks=False):
        return None
    if not _is_markdown(entry.name):
        return "not Markdown"
    return None if entry.is_file(follow_symlinks=False) else "not a file"


def _is_markdown(name: str) -> bool:
    return name.lower().endswith(_ENDING)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise InputError(
            f"{path} is not UTF-8: byte {problem.start} cannot be read", "Markdown in UTF-8"
        ) from None
    except OSError as problem:
        raise InputError(
            f"{path} cannot be read: {problem.strerror or problem}", "a readable file"
        ) from problem
