"""How the facts of an index write the notes that their objects lead to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.domain.memory.changed import ChangeCursor
    from familiar_memory.index.arrays.targets import LinkTargets

__all__ = ["WrittenTargets"]


class WrittenTargets:
    """By the key of a note, every target that leads to it; thread-safe.

    Each target is looked up once as long as no link leads elsewhere: a question asks for the
    facts of a few notes, and a tree has thousands.
    """

    def __init__(
        self,
        links: LinkTargets,
        written: Callable[[], Iterable[str]],
        stands: Callable[[], ChangeCursor],
    ) -> None:
        """`written` gives every target of a fact, and `stands` where the index stands."""
        self._links = links
        self._written = written
        self._stands = stands
        self._keys: tuple[int, dict[str, str]] = (-1, {})
        self._held: tuple[object, Mapping[str, list[str]]] | None = None

    def of(self, keys: Iterable[str]) -> list[str]:
        """The targets, as they are written, that lead to these notes.

        Raises:
            IndexUnavailableError: the rows cannot be read.
        """
        # Looked at first: what changes meanwhile is read once more.
        version = self._links.version
        mark = (version, self._stands())
        held = self._held
        if held is None or held[0] != mark:
            held = self._held = (mark, self._by_key(version))
        return [one for key in keys for one in held[1].get(key, ())]

    def _by_key(self, version: int) -> Mapping[str, list[str]]:
        if self._keys[0] != version:
            self._keys = (version, {})
        known = self._keys[1]
        found: dict[str, list[str]] = defaultdict(list)
        for one in self._written():
            key = known.get(one)
            if key is None:
                key = known[one] = self._links.resolve(one)
            found[key].append(one)
        return found
