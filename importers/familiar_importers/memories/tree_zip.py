"""A tree that was exported as a zip archive, taken in again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from familiar_importers.exports.tree_zip import TREE_MARK
from familiar_importers.memories.making.note_file import whole_note
from familiar_importers.memories.reading.zip_archive import (
    archive_comment,
    checked_members,
    open_archive,
    read_member,
)
from familiar_memory.domain.tree import ALIAS_FILE
from familiar_memory.transfer.importer import BytesFile, Item, Remark, SkippedFile

__all__ = ["TreeZipImporter"]

_KEPT_HIDDEN = re.compile(r"\.original\.[a-z0-9]{1,10}|\.(?:card|book)\.json")


class TreeZipImporter:
    """Every file of the archive at its own path: notes as notes, the rest as it is."""

    name = "tree"
    describe = "a memory that `familiar export tree` packed (.zip)"

    def detect(self, path: Path) -> bool:
        """An archive that bears our mark; one packed anew by hand needs `--as tree`."""
        return path.suffix.lower() == ".zip" and archive_comment(path) == TREE_MARK

    def read(self, path: Path) -> Iterator[Item]:
        """Files by path; what is hidden or derived is named as skipped.

        Raises:
            InputError: the archive is damaged, too large, or holds what no tree does; it
                names the members.
        """
        with open_archive(path) as archive:
            for info in checked_members(archive, path):
                name = info.orig_filename
                if reason := _reason_to_skip(name):
                    yield SkippedFile(name, reason)
                    continue
                data = read_member(archive, info, str(path))
                yield from _file(name, data)


def _reason_to_skip(name: str) -> str | None:
    parts = name.split("/")
    if any(part.startswith(".") for part in parts[:-1]):
        return "hidden"
    if parts[-1].startswith(".") and not _KEPT_HIDDEN.fullmatch(parts[-1]):
        return "hidden"
    return "derived from the notes" if name.lower() == ALIAS_FILE else None


def _file(name: str, data: bytes) -> Iterator[Item]:
    if not name.lower().endswith(".md"):
        yield BytesFile(name, data)
        return
    try:
        yield from whole_note(name, data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        yield BytesFile(name, data)
        yield Remark(name, f"not UTF-8 at byte {problem.start}: kept as it is, and not read")
