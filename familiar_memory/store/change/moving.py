"""One file that gets another path, as one change; its locks are held by whoever asks."""

from __future__ import annotations

from collections.abc import Callable

from familiar_memory.errors import StorageError
from familiar_memory.store.base import Cause, WriteResult
from familiar_memory.store.change.context import ChangeContext
from familiar_memory.store.change.noting import intent_of, noted
from familiar_memory.store.change.result import check_expected, taken, unchanged
from familiar_memory.store.disk.atomic import move_file, rename_file
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.journal.entry import Operation
from familiar_memory.store.names import name_key
from familiar_memory.store.revision import revision_of

__all__ = ["FileMover"]

_Rename = Callable[[FileSystem, Spot, Spot, str], None]


class FileMover:
    """Moves files of one tree."""

    def __init__(self, context: ChangeContext) -> None:
        self._tree = context.tree
        self._limits = context.limits
        self._journal = context.journal
        self._clock = context.clock

    def move(self, rel_path: str, to: str, cause: Cause, expected: str | None) -> WriteResult:
        """Rename it, where what stands there has the `expected` revision (None: any).

        The locks of both paths are held by whoever calls.

        Raises:
            ConflictError: it has changed, or something stands at the new path.
            OvertakenError: somebody has saved it meanwhile.
            StorageError: the disk refused.
        """
        old = self._tree.read(rel_path)
        self._tree.confinement.for_writing(to)
        check_expected(rel_path, expected, old)
        if to == rel_path:
            return unchanged(rel_path, old)
        rename = rename_file if self._only_respells(rel_path, to) else move_file
        intent = intent_of(Operation.MOVE, cause, rel_path, old, old, self._clock(), moved_to=to)
        with noted(self._journal, [intent], [old]):
            self._rename(rename, rel_path, to, revision_of(old))
        return WriteResult(to, revision_of(old), revision_of(old), True, len(old))

    def _rename(self, rename: _Rename, rel_path: str, to: str, expected: str) -> None:
        try:
            with (
                self._tree.reached(to, make_folders=True) as target,
                self._tree.reached(rel_path) as spot,
            ):
                rename(self._tree.fs, spot, target, expected)
        except StorageError as error:
            if isinstance(error.__cause__, FileExistsError):
                raise taken(to) from error
            raise

    def _only_respells(self, rel_path: str, to: str) -> bool:
        """Whether the move only spells the same name anew; raises when `to` is not free."""
        if self._tree.confinement.stands(to):
            raise taken(to)
        same_folder = rel_path.rpartition("/")[0] == to.rpartition("/")[0]
        if same_folder and name_key(rel_path) == name_key(to):
            return True
        # A file that only changes its name does not make its folder fuller.
        room = self._limits.max_dir_entries + int(same_folder)
        self._tree.confinement.check_places_are_free((to,), room)
        return False
