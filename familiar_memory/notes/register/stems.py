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
        for path in paths:
            self.put(path)

    def __contains__(self, key: object) -> bool:
        """Whether a note has this stem, given by its `spelling_key`."""
        return key in self._paths

    def __eq__(self, other: object) -> bool:
        """Whether both are of the same notes."""
        return isinstance(other, Stems) and self._paths == other._paths

    __hash__ = None  # type: ignore[assignment]

    def put(self, path: str) -> bool:
        """Note a path; whether it is a note that was not there."""
        if not is_indexed(path):
            return False
        paths = self._paths.setdefault(_stem_key(path), set())
        is_new = path not in paths
        paths.add(path)
        return is_new

    def drop(self, path: str) -> bool:
        """Forget a path; whether it was there."""
        key = _stem_key(path)
        paths = self._paths.get(key, set())
        if path not in paths:
            return False
        paths.discard(path)
        if not paths:
            del self._paths[key]
        return True

    def has(self, path: str) -> bool:
        """Whether a note stands at this very path."""
        return path in self._paths.get(_stem_key(path), ())

    def find(self, path: str) -> str | None:
        """The note that has the stem of a path: of several the highest up, then the first."""
        found = self._paths.get(_stem_key(path))
        return min(found, key=lambda one: (one.count("/"), one)) if found else None


def _stem_key(path: str) -> str:
    # On plain text: a start of a large tree asks this of every file.
    return spelling_key(path.rpartition("/")[2].removesuffix(".md"))
