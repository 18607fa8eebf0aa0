"""What forgetting works with: the eraser of all stores, what is looked through, who is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from filelock import FileLock

from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.assembly.wiring.writing import writer_lock
from familiar_memory.maintenance.belongings.sources import MemorySources

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.assembly.setup import Setup

__all__ = ["ForgetParts", "sources_of", "wire_forgetting"]


@dataclass(frozen=True, slots=True)
class ForgetParts:
    """The parts of one familiar that forget."""

    sources: MemorySources
    eraser: Eraser
    lock: FileLock
    """That of the writer, which must not write up meanwhile what goes."""


def sources_of(setup: Setup, files: OpenFiles) -> MemorySources:
    """What is looked through for somebody."""
    return MemorySources(
        files.history,
        files.store,
        files.journal,
        files.register,
        setup.settings.zone,
        setup.settings.audience.policy,
    )


def wire_forgetting(parts: Parts) -> ForgetParts:
    """Put them together; the index is opened for it."""
    setup, files = parts.setup, parts.files
    folder = setup.paths.root
    stores = erasables(
        folder,
        files.store,
        files.journal,
        files.history,
        files.index,
        parts.searching.past,
        setup.clock.now,
        files.register,
    )
    return ForgetParts(
        sources_of(setup, files), Eraser(folder, stores, files.register), writer_lock(setup.paths)
    )
