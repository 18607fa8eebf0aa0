"""Who writes and takes notes of talk without being asked to, as the journal names them."""

from __future__ import annotations

from typing import Final

from familiar_memory.store.erasing import ERASING

__all__ = ["RETENTION", "is_a_program"]

RETENTION: Final = "sleep:retain"
"""Who takes what is old, in the journal."""
_PROGRAMS: Final = frozenset({"memory_writer", "sleep_cycle", "sleep", "curation", ERASING})
"""Before any `:`. Imports, commands and whoever takes a change back do what somebody wants, so they
are not among them."""


def is_a_program(source: str) -> bool:
    """Whether nobody has made a change that bears this name, retention's among them."""
    return source.partition(":")[0] in _PROGRAMS
