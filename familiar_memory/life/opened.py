"""What there is of a familiar only while it is open."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.assembly.parts import Parts
from familiar_memory.life.asking import Asking
from familiar_memory.life.background import Background
from familiar_memory.life.explaining import Explaining
from familiar_memory.life.index_upkeep import IndexUpkeep
from familiar_memory.life.people import People
from familiar_memory.life.recording import Recording
from familiar_memory.life.writing import Writing
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["OpenFamiliar"]


@dataclass(frozen=True, slots=True)
class OpenFamiliar:
    """Its parts, and what is done with them."""

    parts: Parts
    background: Background
    recording: Recording
    asking: Asking
    explaining: Explaining
    index: IndexUpkeep
    people: People
    writing: Writing
    threads: OffLoop

    @classmethod
    def of(cls, parts: Parts, threads: OffLoop) -> OpenFamiliar:
        """Nothing goes on in the background yet."""
        needed = (parts.setup, parts.resources, parts.files, parts.indexing)
        background = Background(*needed)
        return cls(
            parts,
            background,
            Recording(parts.files, parts.indexing, parts.setup.clock, threads),
            Asking(parts, background, threads),
            Explaining(parts.answering.explainer, parts.searching.profiles, background),
            IndexUpkeep(*needed, background, threads),
            People(parts, threads),
            Writing(parts, threads),
            threads,
        )

    async def close(self) -> None:
        """Let go of every file, whatever fails of that; the background has been stopped."""
        try:
            await self.parts.models.close()
        finally:
            await self.threads.run(self.parts.close)
