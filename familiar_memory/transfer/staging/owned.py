"""The folders of the tree that an import is the whole of, as one thing to ask."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.importer import OwnedFolder

__all__ = ["OwnedFolders"]


@dataclass(frozen=True, slots=True)
class OwnedFolders:
    """The folders, and what the importer knows of them."""

    folders: tuple[OwnedFolder, ...]

    @property
    def left(self) -> dict[str, str]:
        """The revision in which the importer itself says that it left a file."""
        return {
            path: revision_of(text.encode("utf-8"))
            for folder in self.folders
            for path, text in folder.left.items()
        }

    def holds(self, path: str) -> bool:
        """Whether it is in one of them."""
        return any(_is_in(path, one) for one in self.folders)

    def is_replaced(self, path: str) -> bool:
        """Whether what a person touched there goes too."""
        return any(_is_in(path, one) for one in self.folders if one.is_replaced)

    def was_left(self, path: str) -> bool:
        """Whether the importer, where it keeps a list, has left a note there until now.

        The journal may remember one that was renamed, and then taken away by the name that
        it had by then.
        """
        listed = [one for one in self.folders if one.gone is not None and _is_in(path, one)]
        return not listed or any(path in one.left or path in (one.gone or ()) for one in listed)


def _is_in(path: str, folder: OwnedFolder) -> bool:
    return path.startswith(f"{folder.path}/")
