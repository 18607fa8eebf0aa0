"""Clearing away the temporary files of one note, so that no byte is lost with them.

What was to be put in place (`new`) never counted. What was taken out of it (`old`) may
be the only copy: of the file, when a delete or a move was cut off; or of what an editor
had saved a moment before it was replaced.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.store.disk.atomic import OvertakenError, claim
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.reading import read_regular
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.entry import JournalEntry, Operation
from familiar_memory.store.leftover import NEW, Leftover, parse_leftover
from familiar_memory.store.revision import revision_of
from familiar_memory.store.tree.files import Tree

__all__ = ["Cleared", "clear_leftovers", "leftovers_in"]


@dataclass(frozen=True, slots=True)
class Cleared:
    """How many temporary files were removed, and whether one was put back as the file.

    `was_staged`: bytes that were to be put in its place lay there.
    """

    swept: int = 0
    was_put_back: bool = False
    was_staged: bool = False


def leftovers_in(fs: FileSystem, folder: str) -> Iterator[Leftover]:
    """The temporary files of a folder, by name; none if there is no such folder."""
    try:
        names = sorted(entry.name for entry in fs.scandir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    for name in names:
        found = parse_leftover(name)
        if found is not None:
            yield found


def clear_leftovers(
    tree: Tree,
    journal: Journal | None,
    rel_path: str,
    now: Callable[[], datetime],
    entry: JournalEntry | None = None,
) -> Cleared:
    """Clear away the temporary files of one note, whose lock the caller holds.

    `entry` is the change of it that was cut off. Before an old version is removed, the
    journal keeps it. Failures are `StoreError`.
    """
    folder, _, name = rel_path.rpartition("/")
    mine = [
        leftover
        for leftover in leftovers_in(tree.fs, tree.confinement.absolute(folder))
        if leftover.target == name
    ]
    swept, was_put_back = 0, False
    if mine:
        with tree.reached(rel_path) as spot:
            for leftover in mine:
                aside = spot.beside(leftover.name)
                if leftover.kind != NEW and _returns(
                    tree, journal, rel_path, spot, aside, now, entry
                ):
                    was_put_back = True
                swept += _remove(tree.fs, aside)
            tree.fs.sync_directory(spot)
    return Cleared(swept, was_put_back, any(one.kind == NEW for one in mine))


def _returns(
    tree: Tree,
    journal: Journal | None,
    rel_path: str,
    spot: Spot,
    aside: Spot,
    now: Callable[[], datetime],
    entry: JournalEntry | None,
) -> bool:
    """Put an old version back if it is what should stand there; whether it was."""
    old = read_regular(tree.fs, aside, aside.name, follow=False)
    present = _read_or_none(tree.fs, spot)
    if journal is not None:
        journal.keep(old, now())
    if present is None:
        if _was_meant_to_go(tree, journal, rel_path, revision_of(old), entry):
            return False
        with contextlib.suppress(OvertakenError):
            claim(tree.fs, aside, spot)
            return True
        return False
    if entry is None or revision_of(old) == entry.before:
        return False
    if revision_of(present) != entry.after:
        # Somebody has saved over our bytes by now: that is the newest there is.
        return False
    tree.fs.replace(aside, spot)
    return True


def _was_meant_to_go(
    tree: Tree, journal: Journal | None, rel_path: str, revision: str, entry: JournalEntry | None
) -> bool:
    if entry is None:
        head = None if journal is None else journal.heads([rel_path]).get(rel_path)
        return head is not None and head.revision is None
    if revision != entry.before:
        return False
    if entry.moved_to is not None:
        moved = tree.standing(entry.moved_to)
        return moved is not None and revision_of(moved) == entry.after
    return entry.operation is Operation.DELETE


def _read_or_none(fs: FileSystem, spot: Spot) -> bytes | None:
    try:
        return read_regular(fs, spot, spot.name, follow=False)
    except FileNotFoundError:
        return None


def _remove(fs: FileSystem, spot: Spot) -> int:
    try:
        fs.unlink(spot)
    except FileNotFoundError:
        return 0
    return 1
