"""What becomes of a file that an import brings: it never takes from a person what is theirs."""

from __future__ import annotations

from enum import StrEnum

from familiar_memory.store.names import is_original
from familiar_memory.transfer.staging.left_behind import LeftBehind

__all__ = ["Fate", "fate_of"]


class Fate(StrEnum):
    """What is done with a file, and why it may not be written."""

    CREATED = "created"
    UPDATED = "updated"
    SAME = "same"
    KEPT = "kept"
    """A person has changed it since, or wrote it."""
    GONE = "gone"
    """An import brought it, and a person has deleted it."""
    OLDER = "older"
    """A newer version of what it belongs to stands there."""


def fate_of(path: str, new: str, there: str | None, left: LeftBehind, *, force: bool) -> Fate:
    """Decide on one file: `new` is the revision that is brought, `there` the one in the tree."""
    if there == new:
        return Fate.SAME
    # An original and its sidecar are the importer's own: nobody edits them.
    force = force or is_original(path.rpartition("/")[2])
    if there is None:
        return Fate.GONE if left.knows(path) and not force else Fate.CREATED
    return Fate.UPDATED if force or left.is_untouched(path, there) else Fate.KEPT
