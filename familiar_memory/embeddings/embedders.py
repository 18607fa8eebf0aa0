"""The embedders that one familiar holds: its own, and the one that answers until that is ready."""

from __future__ import annotations

from familiar_memory.embeddings.base import Embedder

__all__ = ["Embedders"]


class Embedders:
    """Finds the embedder that makes the vectors of a space; safe to share between threads.

    What is held no more is closed.
    """

    def __init__(self, own: Embedder) -> None:
        self._held: tuple[Embedder, ...] = (own,)

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

    def choose(self, own: Embedder, meanwhile: str) -> None:
        """Hold another as the own; beside it, the one of the space that is asked `meanwhile`."""
        former = self.of(meanwhile)
        self._hold((own,) if former is None else (own, former))

    def forget_former(self) -> None:
        """Hold the own one alone."""
        self._hold((self.own,))

    def close(self) -> None:
        """Let go of the models; a later call loads them again."""
        for one in self._held:
            one.close()

    def _hold(self, held: tuple[Embedder, ...]) -> None:
        before, self._held = self._held, held
        for one in before:
            if not any(one is other for other in held):
                one.close()
