"""The names that a viewer may know of, made ready for looking them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.names.mentions import NameBook

__all__ = ["Aliases", "NameBooks"]

Aliases = Callable[[Callable[[str], bool]], Mapping[str, tuple[str, ...]]]
"""Names with the slugs of those who bear them, by a rule over audiences."""


class NameBooks:
    """A `NameBook` for each viewer; the last one is kept while the names are the same."""

    def __init__(self, aliases: Aliases) -> None:
        """`aliases` gives the same object as before while nothing has changed."""
        self._aliases = aliases
        self._last: tuple[Mapping[str, tuple[str, ...]], NameBook] = ({}, NameBook({}, {}))

    def for_viewer(self, viewer: Viewer) -> NameBook:
        """Only names that the viewer may know of: a hidden one must not even be in the way."""
        aliases = self._aliases(lambda audience: permits(viewer, audience))
        known, book = self._last
        if known is not aliases:
            book = NameBook.of(aliases)
            self._last = (aliases, book)
        return book
