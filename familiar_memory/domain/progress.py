"""How far a long piece of work has come."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Progress"]

Progress = Callable[[int, int], None]
"""Called with (done, to do), from the thread that does the work."""
