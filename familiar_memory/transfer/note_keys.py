"""By what the notes of a tree are known that is handed to an exporter, and where links lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from familiar_memory.notes.register.claims import Claims, is_claimant
from familiar_memory.notes.register.head import read_head
from familiar_memory.notes.register.stems import Stems

__all__ = ["NoteKeys"]


class NoteKeys:
    """The keys of the notes of people and topics, as their ids say; of others, their paths."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], bytes]) -> None:
        """Read the heads of those of these files that may say whose they are."""
        paths = list(paths)
        self._claims = Claims()
        self._stems = Stems(paths)
        for path in filter(is_claimant, paths):
            self._claims.put(path, read_head(read(path)).id)

    def key_of(self, path: str) -> str:
        """By what the note at a path is known."""
        return self._claims.key_of(path)

    def resolve(self, target: str) -> str:
        """The key of the note that a link means, by its place or by its name; else the target."""
        path = self._claims.path_of(target)
        if path is None:
            path = target if self._stems.has(target) else self._stems.find(target) or target
        return self.key_of(path)
