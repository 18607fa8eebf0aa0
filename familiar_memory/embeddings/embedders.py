"""The embedders that one familiar holds: its own, and the one that answers until that is ready."""

from __future__ import annotations

from familiar_memory.embeddings.base import Embedder

__all__ = ["Embedders"]


class Embedders:
    """Finds the embedder that makes the vectors of a space; safe to share between threads.

    What is `lent` (one that several familiars share, or that a program brought) stays its
    owner's, and is never closed here.
    """

    def __init__(self, own: Embedder, *, lent: bool = False) -> None:
        self._held: tuple[Embedder, ...] = (own,)
        self._lent: tuple[Embedder, ...] = (own,) if lent else ()

    @property
    def own(self) -> Embedder:
        """The one that was chosen."""
        return self._held[0]

    def of(self, space: str) -> Embedder | None:
        """The one whose vectors lie in the space of this key; None when none is held."""
        return next((one for one in self._held if one.id.key == space), None)

    def keep(self, former: Embedder) -> None:
        """Hold one beside the own, to ask with meanwhile."""
        self._hold((self.own, former))

    def choose(self, own: Embedder, meanwhile: str, *, lent: bool = False) -> None:
        """Hold another as the own; beside it, the one of the space that is asked `meanwhile`."""
        if lent:
            self._lent = (*self._lent, own)
        former = self.of(meanwhile)
        self._hold((own,) if former is None else (own, former))

    def forget_former(self) -> None:
        """Hold the own one alone."""
        self._hold((self.own,))

    def close(self) -> None:
        """Let go of the models of those that are not lent; a later call loads them again."""
        for one in self._held:
            self._close(one)

    def _hold(self, held: tuple[Embedder, ...]) -> None:
        before, self._held = self._held, held
        for one in before:
            if not any(one is other for other in held):
                self._close(one)

    def _close(self, one: Embedder) -> None:
        if not any(one is other for other in self._lent):
            one.close()
