"""Objects that are open until they are closed, and closed at the end of a `with` block."""

from __future__ import annotations

from types import TracebackType
from typing import Self

__all__ = ["ClosedAtEnd"]


class ClosedAtEnd:
    """A context manager that is itself, and is closed when its block ends."""

    def close(self) -> None:
        """Let go of all that is held; doing it again does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        """Nothing more than it has done already."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()
