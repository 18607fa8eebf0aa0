"""What a change is about to touch is looked at first: a person may have moved it a moment ago.

Whoever follows the tree meets a move as what it is, since both names are looked at. A change
that comes before that look sees one name only: a file that nobody knows, or none where one
was. The other name is looked for here, so that the story of the note does not end.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from pathlib import PurePosixPath

from familiar_memory.errors import StoreError
from familiar_memory.store.base import FileState
from familiar_memory.store.change.context import ChangeContext
from familiar_memory.store.change.observe import observe
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.journal.outside import Seen
from familiar_memory.store.tree.walk import scan_tree

__all__ = ["Meeting"]


class Meeting:
    """Notes moves by people of what is about to be changed; takes the locks that it needs."""

    def __init__(self, context: ChangeContext, recovery: Recovery) -> None:
        self._tree = context.tree
        self._journal = context.journal
        self._clock = context.clock
        self._recovery = recovery

    def meet(self, rel_paths: Collection[str]) -> None:
        """Look at these files, and where their story is cut, for its other end.

        What cannot be looked at is left to the change itself, which reports it.
        """
        if self._journal is None:
            return
        # The change needs the journal too, and tells of what fails.
        with contextlib.suppress(StoreError):
            heads = self._journal.heads(rel_paths)
            standing = {path for path, head in heads.items() if head.revision is not None}
            gone = {path for path in standing if self._is_missing(path)}
            came = [
                Seen(path, data, self._clock())
                for path in rel_paths
                if path not in standing and (data := self._tree.standing(path)) is not None
            ]
            if gone:
                sizes = {heads[path].size for path in gone}
                came += self._unknown(lambda file: file.size in sizes)
            elif came:
                gone = {path for path in self._journal.present_paths() if self._is_missing(path)}
            if came and gone:
                observe(self._journal, self._recovery, came, gone=gone)

    def meet_all(self) -> None:
        """Look for every file that went where one came: what is about to be done asks where to."""
        if self._journal is None:
            return
        with contextlib.suppress(StoreError):
            gone = {path for path in self._journal.present_paths() if self._is_missing(path)}
            endings = {_ending(path) for path in gone}
            if gone and (came := self._unknown(lambda file: _ending(file.path) in endings)):
                observe(self._journal, self._recovery, came, gone=gone)

    def _is_missing(self, path: str) -> bool:
        """Whether nothing has this name; what is noted is looked at again, under its lock."""
        try:
            self._tree.fs.lstat(self._tree.confinement.absolute(path))
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return False

    def _unknown(self, is_wanted: Callable[[FileState], bool]) -> list[Seen]:
        """Wanted files of which the journal knows nothing, or that they were gone."""
        assert self._journal is not None
        scan = scan_tree(self._tree.fs, self._tree.confinement.absolute(""), "")
        paths = [file.path for file in scan.files if is_wanted(file)]
        heads = self._journal.heads(paths)
        unknown = [path for path in paths if path not in heads or heads[path].revision is None]
        found = ((path, self._tree.standing(path)) for path in unknown)
        return [Seen(path, data, self._clock()) for path, data in found if data is not None]


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()
