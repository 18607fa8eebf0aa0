"""memory_store: a new memory, filed with whom or what it is about, unless it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.knowledge.records.expiry import expiry_of
from familiar_memory.life.records.desk import Desk
from familiar_memory.life.records.filing import Filing
from familiar_memory.life.tools.found.newest import is_transcript
from familiar_memory.life.tools.results import TOOL, duplicate
from familiar_memory.life.tools.stored.putting import Putting
from familiar_memory.maintenance.consolidation.repetition import are_about_one, is_repetition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.memory.record import Moment
    from familiar_memory.domain.question.search import SearchHit
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.records.seen import SeenRecords
    from familiar_memory.life.tools.asked.arguments import StoreMemory
    from familiar_memory.life.tools.found.finding import MemoryFinding
    from familiar_memory.life.tools.results import Result
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Storing"]

_CANDIDATES = 30
"""So many memories that are like a new one are compared with it, word by word."""


class Storing:
    """Stores memories; what the caller may not see has no say in it."""

    def __init__(self, parts: Parts, finding: MemoryFinding, threads: OffLoop) -> None:
        self._parts = parts
        self._finding = finding
        self._threads = threads

    async def store(self, request: StoreMemory, caller: Caller) -> Result:
        """`stored` with the new `id`, or not, with the memory that says it already.

        Raises:
            InputError: the ttl is none, or over; a relation is none. Nothing is stored.
            StorageError: nothing can be written here.
        """
        now = self._parts.setup.clock.now()
        expires = None if request.ttl is None else expiry_of(request.ttl, now)
        wanted = RecallFilters(type=request.type)
        hits = await self._finding.hits(request.content, caller, wanted, _CANDIDATES)
        return await self._threads.run(self._store, request, caller, expires, hits)

    def _store(
        self,
        request: StoreMemory,
        caller: Caller,
        expires: Moment | None,
        hits: tuple[SearchHit, ...],
    ) -> Result:
        desk = Desk(self._parts, caller, TOOL)
        filing, seen = Filing(desk), desk.seen
        known = self._finding.read(hits, caller, seen)
        own = filing.note_of(request.subject)
        alike = [one for one in known if _is_about(one, request.subject, own, seen)]
        if (standing := self._repeated(request.content, alike)) is not None:
            return duplicate(seen.shown_id(standing), seen.subject(standing))
        putting = Putting(desk, filing, request, expires)
        for home in filing.homes(request.subject):
            if (result := putting.into(home)) is not None:
                return result
        return {
            "stored": False,
            "error": "the notes in which it would stand are closed here",
            "accepted": "another subject",
        }

    def _repeated(self, new: str, standing: Sequence[NotedRecord]) -> NotedRecord | None:
        """The memory that says what the new one says; neither age nor importance has a part."""
        near = self._finding.nearness((new, *(one.text for one in standing)))
        wording = wording_of(new)
        for one in standing:
            if is_repetition(wording_of(one.text), wording, near.of(one.text, new)):
                return one
        return None


def _is_about(one: NotedRecord, subject: str, own: str | None, seen: SeenRecords) -> bool:
    """Whether a memory is about the same: by what it says, or since it stands in the `own` note."""
    key = one.name.note
    is_same = key == own or are_about_one(seen.subject(one), subject)
    return is_same and not is_transcript(key)
