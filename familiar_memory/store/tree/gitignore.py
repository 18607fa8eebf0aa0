"""Keeping what is derived out of a person's git repository."""

from __future__ import annotations

import logging
from typing import Final

from familiar_memory.domain.tree import ALIAS_FILE
from familiar_memory.errors import StoreError
from familiar_memory.store.disk.atomic import OvertakenError, create_file, replace_file
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.locks import FileLocks
from familiar_memory.store.disk.reading import read_regular
from familiar_memory.store.revision import revision_of

__all__ = ["GITIGNORE_NAME", "ensure_gitignore", "with_ignored_lines"]

_LOG = logging.getLogger(__name__)

GITIGNORE_NAME: Final = ".gitignore"

# Each line that is needed, with the spellings that already do its work.
_NEEDED: Final = (
    (b".index/", frozenset({b".index", b".index/", b"/.index", b"/.index/", b".index/*"})),
    (
        ALIAS_FILE.encode(),
        frozenset({ALIAS_FILE.encode(), b"/" + ALIAS_FILE.encode(), b"_aliases.json"}),
    ),
)


def with_ignored_lines(existing: bytes) -> bytes:
    """The bytes of a `.gitignore` with the lines that it lacks put at its end.

    A person's own lines keep every byte; equal bytes come back when nothing lacks.
    """
    present = {line.strip() for line in existing.splitlines()}
    missing = [line for line, spellings in _NEEDED if not present & spellings]
    if not missing:
        return existing
    newline = b"\r\n" if b"\r\n" in existing else b"\n"
    gap = b"" if not existing or existing.endswith((b"\n", b"\r")) else newline
    return existing + gap + b"".join(line + newline for line in missing)


def ensure_gitignore(fs: FileSystem, locks: FileLocks, root: str) -> None:
    """Make sure that git leaves the derived files of this tree alone.

    A `.gitignore` that cannot be read or changed is left as it is, and logged: the
    notes matter more.
    """
    place = Spot(root, GITIGNORE_NAME, None)
    try:
        with locks.hold(GITIGNORE_NAME):
            _complete(fs, place)
    except (OSError, StoreError, OvertakenError) as error:
        _LOG.warning("%s was not completed: %s", place.path, error)


def _complete(fs: FileSystem, path: Spot) -> None:
    try:
        existing = read_regular(fs, path, GITIGNORE_NAME, follow=False)
    except FileNotFoundError:
        create_file(fs, path, with_ignored_lines(b""))
        return
    completed = with_ignored_lines(existing)
    if completed != existing:
        replace_file(fs, path, completed, revision_of(existing))
