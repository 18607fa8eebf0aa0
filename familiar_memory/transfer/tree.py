"""The tree as importers and exporters may look at it."""

from __future__ import annotations

from typing import Protocol

__all__ = ["TreeReader"]


class TreeReader(Protocol):
    """The files of one memory, to be read only."""

    def paths(self, folder: str = "") -> list[str]:
        """Every visible file at or below a folder, sorted; originals are not among them."""

    def folders(self, folder: str = "") -> list[str]:
        """The visible folders directly in a folder, sorted, as paths; also empty ones."""

    def has(self, path: str) -> bool:
        """Whether a file stands there; the hidden originals may be asked for too."""

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file.

        Raises:
            NotFoundError: there is none.
        """
