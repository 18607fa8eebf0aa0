"""The notes of a tree by the stems of their names, as plain wiki links look for them."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import is_indexed

__all__ = ["Stems"]


class Stems:
    """Paths by stem, whatever the case and the Unicode form; a container of the stems."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Take every path of a tree; what is no note is left out."""
        self._paths: dict[str, set[str]] = {}
        self.paths: set[str] = set()
        """All of them, which every look at the tree compares; whoever reads it changes nothing."""
        for path in paths:
            self.put(path)

    def __contains__(self, key: object) -> bool:
        """Whether a note has this stem, given by its `spelling_key`."""
        return key in self._paths

    def put(self, path: str) -> bool:
        """Note a path; whether it is a note that was not there."""
        if not is_indexed(path) or path in self.paths:
            return False
        self.paths.add(path)
        self._paths.setdefault(_stem_key(path), set()).add(path)
        return True

    def drop(self, path: str) -> bool:
        """Forget a path; whether it was there."""
        if path not in self.paths:
            return False
        self.paths.discard(path)
        paths = self._paths[key := _stem_key(path)]
        paths.discard(path)
        if not paths:
            del self._paths[key]
        return True

    def has(self, path: str) -> bool:
        """Whether a note stands at this very path."""
        return path in self.paths

    def find(self, path: str) -> str | None:
        """The note that has the stem of a path: of several the highest up, then the first."""
        found = self._paths.get(_stem_key(path))
        return min(found, key=_order) if found else None

    def every(self, path: str) -> list[str]:
        """All notes that have the stem of a path, in the order in which it would mean them."""
        return sorted(self._paths.get(_stem_key(path), ()), key=_order)


def _order(path: str) -> tuple[int, str]:
    return path.count("/"), path


def _stem_key(path: str) -> str:
    # On plain text: a start of a large tree asks this of every file.
    return spelling_key(path.rpartition("/")[2].removesuffix(".md"))
