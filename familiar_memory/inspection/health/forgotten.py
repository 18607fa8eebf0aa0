"""Whether what was to be forgotten is gone, and whether the list of the refused can be read."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.assembly.erasing.pending import PENDING_FILE, PendingErasure
from familiar_memory.assembly.parts import Parts
from familiar_memory.errors import StorageError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.sync.report import SyncReport

__all__ = ["check_forgotten"]


def check_forgotten(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find a forgetting that was cut off, or left something behind."""
    root = parts.setup.paths.root
    try:
        pending = PendingErasure(root).read()
    except StorageError as problem:
        yield Finding(
            f"{PENDING_FILE} cannot be read, so what was to be forgotten is not known: {problem}",
            "run `familiar forget` again for the same person, topic, record, place or time",
        )
    else:
        if pending is not None:
            yield Finding(
                "something that was to be forgotten is not wholly gone",
                "run `familiar forget --again`",
            )
    try:
        parts.tombstones.every()
    except StorageError as problem:
        yield Finding(
            f"who is not to be kept any more is not known, so no turn can be recorded: {problem}",
            "restore forgotten.key and forgotten.json from a backup, or delete both",
        )
