"""What is met while the whole tree is being listed: the list may be older."""

from __future__ import annotations

__all__ = ["Sweeps"]


class Sweeps:
    """The sweeps over a tree that are under way, each with what was met meanwhile."""

    def __init__(self) -> None:
        self._running: list[set[str]] = []

    def begin(self) -> set[str]:
        """A sweep begins; the paths that are met until it ends will be in this set."""
        met: set[str] = set()
        self._running.append(met)
        return met

    def end(self, met: set[str]) -> None:
        """That sweep is over."""
        self._running = [one for one in self._running if one is not met]

    def meet(self, path: str) -> None:
        """Something was met at a path: it came, went or changed."""
        for met in self._running:
            met.add(path)
