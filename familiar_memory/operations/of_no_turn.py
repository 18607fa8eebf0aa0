"""Proposals that come of no turn in particular."""

from __future__ import annotations

__all__ = ["OfNoTurn"]


class OfNoTurn:
    """What a proposal is that names no turn as its source."""

    __slots__ = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """No turn in particular."""
        return ()
