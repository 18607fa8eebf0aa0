"""Which people somebody who asks may know of."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING

from familiar_memory.knowledge.audience import permits

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["KnownPeople"]


class KnownPeople(Container[str]):
    """The slugs of those whom a caller may know: themselves, and whom they could hear or read of.

    That somebody else has ever spoken is nothing to them.
    """

    def __init__(self, parts: Parts, viewer: Viewer, caller: str | None) -> None:
        self._files = parts.files
        self._is_seen = partial(permits, viewer)
        self._caller = caller

    def __contains__(self, slug: object) -> bool:
        """Whether they may know somebody of that slug."""
        return slug == self._caller or slug in self._read_of or slug in self._heard

    @cached_property
    def names(self) -> dict[str, tuple[str, ...]]:
        """The names that they may know, spelled, each with the slugs of its bearers."""
        return dict(self._files.index.aliases(self._is_seen))

    @cached_property
    def _read_of(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(self.names.values()))

    @cached_property
    def _heard(self) -> frozenset[str]:
        # It goes through the talk, and so comes last.
        history = self._files.history
        places = filter(self._is_seen, (place.slug for place in history.places()))
        return frozenset(author.slug for author in history.names_in(frozenset(places)))
