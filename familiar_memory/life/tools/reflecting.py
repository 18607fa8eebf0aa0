"""memory_reflect: memories that say nearly the same become one, among those the caller sees."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import CHANNELS, PEOPLE, TOPICS, is_below
from familiar_memory.errors import FamiliarError
from familiar_memory.life.records.desk import Desk
from familiar_memory.life.records.record_change import ChangeKind
from familiar_memory.life.tools.results import TOOL
from familiar_memory.maintenance.consolidation.merging import BestWording, Merger
from familiar_memory.maintenance.consolidation.planning import plan_merges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.records.seen import SeenRecords
    from familiar_memory.life.tools.asked.arguments import ReflectMemory
    from familiar_memory.life.tools.found.finding import MemoryFinding
    from familiar_memory.life.tools.results import Result
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Reflecting"]

_log = logging.getLogger(__name__)
_FOLDERS = (PEOPLE, TOPICS, CHANNELS)


class Reflecting:
    """Consolidates; a `merger` says in which words, by default in those of the best memory."""

    def __init__(
        self, parts: Parts, finding: MemoryFinding, threads: OffLoop, merger: Merger | None = None
    ) -> None:
        self._parts = parts
        self._finding = finding
        self._threads = threads
        self._merger = merger or BestWording()

    async def reflect(self, request: ReflectMemory, caller: Caller) -> Result:
        """How many memories were `consolidated` in how many `clusters`, and the new ids.

        Raises:
            StorageError: nothing can be written here.
        """
        settings = self._parts.setup.settings.consolidation
        if not (settings.enabled or request.force):
            return {
                "error": "consolidation is switched off",
                "accepted": "force: true, or [consolidation] enabled = true",
            }
        return await self._threads.run(self._reflect, caller)

    def _reflect(self, caller: Caller) -> Result:
        self._parts.files.refuse_read_only()
        seen = self._finding.seen_by(caller)
        settings = self._parts.setup.settings.consolidation
        planned = plan_merges(self._records(seen), self._merger, settings, self._finding.nearness)
        absorbed, new = 0, []
        for one in planned:
            try:
                # Each by itself can be undone.
                desk = Desk(self._parts, caller, TOOL)
                change = desk.told(desk.merge(one.merge), ChangeKind.MERGED)
            except FamiliarError as problem:
                # One that fails stops none of the others.
                _log.warning("memories were not merged: %s", problem.problem)
                continue
            if change.kind is ChangeKind.MERGED:
                absorbed += len(one.originals)
                new.append(str(change.name))
        return {
            "consolidated": absorbed,
            "clusters": len(planned),
            "newMemoryIds": new,
            "message": _told(absorbed, len(new), len(planned)),
        }

    def _records(self, seen: SeenRecords) -> Iterator[NotedRecord]:
        register = self._parts.files.register
        register.look_at_heads()
        for path in sorted(self._parts.store.glob("**/*.md")):
            key = register.key_of(path)
            if any(is_below(key, folder) for folder in _FOLDERS):
                yield from seen.of(key)


def _told(absorbed: int, made: int, found: int) -> str:
    if not found:
        return "no memories say nearly the same"
    told = f"{absorbed} memories became {made}"
    return told if made == found else f"{told}; {found - made} could not be merged"
