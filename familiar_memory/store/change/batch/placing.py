"""Putting bytes in the place of those that a file has, in one step or in two."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from familiar_memory.errors import StoreError
from familiar_memory.store.disk.atomic import (
    create_file,
    place_new,
    place_over,
    remove_file,
    replace_file,
    stage_file,
)
from familiar_memory.store.disk.staging import discard
from familiar_memory.store.revision import revision_of
from familiar_memory.store.tree.files import Tree

__all__ = ["FileChange", "place", "place_staged", "stage_change", "unstage"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that has the bytes `old` and is to have `new`; None: there is no file."""

    path: str
    old: bytes | None
    new: bytes | None

    @property
    def is_real(self) -> bool:
        """Whether there is anything to do."""
        return self.old != self.new


def place(tree: Tree, change: FileChange) -> None:
    """Make one change; `OvertakenError` when the file no longer has the old bytes."""
    with tree.reached(change.path, make_folders=change.old is None) as spot:
        if change.old is None:
            create_file(tree.fs, spot, change.new or b"")
        elif change.new is None:
            remove_file(tree.fs, spot, revision_of(change.old))
        else:
            replace_file(tree.fs, spot, change.new, revision_of(change.old))


def stage_change(tree: Tree, change: FileChange) -> str:
    """Write the new bytes beside the file; the name under which they lie there.

    Empty for a file that is to go: nothing is written for that.
    """
    if change.new is None:
        return ""
    is_new = change.old is None
    with tree.reached(change.path, make_folders=is_new) as spot:
        return stage_file(tree.fs, spot, change.new, is_new=is_new).name


def place_staged(tree: Tree, change: FileChange, name: str) -> None:
    """Put what was staged in its place; `OvertakenError` as in `place`.

    When it fails, the old bytes stand, and what was staged is gone.
    """
    with tree.reached(change.path) as spot:
        if change.new is None:
            remove_file(tree.fs, spot, revision_of(change.old or b""))
        elif change.old is None:
            place_new(tree.fs, spot.beside(name), spot)
        else:
            ours, expected = revision_of(change.new), revision_of(change.old)
            place_over(tree.fs, spot.beside(name), spot, expected, ours)


def unstage(tree: Tree, change: FileChange, name: str) -> None:
    """Remove what was staged and is not to be placed, if that can be done."""
    if name:
        with contextlib.suppress(StoreError), tree.reached(change.path) as spot:
            discard(tree.fs, spot.beside(name))
