"""memory_update and memory_delete: one memory by its id, as far as the caller may change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.errors import StoreError
from familiar_memory.life.records.desk import Desk
from familiar_memory.life.records.record_change import ChangeKind
from familiar_memory.life.tools.results import TOOL, not_found
from familiar_memory.notes.went_into import notes_with_originals, went_into
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import DeleteRecord, UpdateRecord
from familiar_memory.operations.outcome import Miss

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.records.record_change import RecordChange
    from familiar_memory.life.records.seen import SeenRecords
    from familiar_memory.life.tools.asked.arguments import DeleteMemory, UpdateMemory
    from familiar_memory.life.tools.results import Result
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.operations.outcome import ApplyReport
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Changing"]

_STORE_INSTEAD = "memory_delete it, and memory_store what is right"


class Changing:
    """Changes and deletes memories; what the caller may not see is not found."""

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._parts = parts
        self._threads = threads

    async def update(self, request: UpdateMemory, caller: Caller) -> Result:
        """`updated` and the id; not where nothing was to change, and then its date stays, too.

        Raises:
            StorageError: nothing can be written here.
        """
        return await self._threads.run(self._update, request, caller)

    async def delete(self, request: DeleteMemory, caller: Caller) -> Result:
        """`deleted` and the id. Of a merged memory it must be said what becomes of the originals.

        Raises:
            StorageError: nothing can be written here.
        """
        return await self._threads.run(self._delete, request, caller)

    def _update(self, request: UpdateMemory, caller: Caller) -> Result:
        desk = Desk(self._parts, caller, TOOL)
        seen = desk.seen
        one = seen.named(request.id)
        if one is None:
            return not_found(request.id, updated=False)
        changes = _changes(request, one, seen)
        patch = RecordPatch(request.content if request.content != one.text else None, changes)
        if patch.is_empty:
            return {"updated": False, "id": request.id, "message": "it says so already"}
        if patch.has_words:
            patch = RecordPatch(patch.text, changes | {"learned": desk.today})
        proposal = UpdateRecord(one.name.note, one.name.id, patch, one.record.text)
        report = desk.apply((proposal,))
        change = desk.told(report)
        if not change.is_done:
            return {"updated": False} | _failure(change, request.id) | _instead(report)
        # Without a block id the id follows from what the line says.
        return {"updated": True, "id": str(change.name)}

    def _delete(self, request: DeleteMemory, caller: Caller) -> Result:
        desk = Desk(self._parts, caller, TOOL)
        seen = desk.seen
        one = seen.named(request.id)
        if one is None:
            return not_found(request.id, deleted=False)
        originals = list(self._originals(one, seen))
        if originals and request.originals is None:
            return {
                "deleted": False,
                "id": request.id,
                "error": f"{len(originals)} memories were merged into it",
                "accepted": "originals: restore has them back, delete takes them away, too",
            }
        restores = request.originals != "delete"
        gone = DeleteRecord(one.name.note, one.name.id, one.record.text, restores)
        with_it = [] if restores else [DeleteRecord(o.name.note, o.name.id) for o in originals]
        report = desk.delete(gone) if restores else desk.apply((gone, *with_it))
        change = desk.told(report)
        if not change.is_done:
            return {"deleted": False} | _failure(change, request.id)
        result: Result = {"deleted": True, "id": request.id}
        if originals:
            kind = "restored" if restores else "deletedOriginals"
            result[kind] = [seen.shown_id(original) for original in originals]
        return result

    def _originals(self, merged: NotedRecord, seen: SeenRecords) -> Iterator[NotedRecord]:
        """The memories that say they went into another; those that the caller may see."""
        name = merged.name
        if name.is_derived:
            return
        register = self._parts.files.register
        try:
            keys = notes_with_originals(self._parts.store, register, name)
        except StoreError:
            keys = [name.note]
        for key in keys:
            lines = seen.of(key)
            yield from (one for one in lines if went_into(register, key, one.record.fields) == name)


def _changes(request: UpdateMemory, one: NotedRecord, seen: SeenRecords) -> dict[str, Any]:
    """The fields that are to be other than they are."""
    fields = one.record.fields
    changes: dict[str, Any] = {}
    if request.subject is not None and request.subject != seen.subject(one):
        changes["subject"] = request.subject
    if request.tags is not None and tuple(request.tags) != fields.tags:
        changes["tags"] = tuple(request.tags)
    if request.importance is not None and request.importance != fields.importance:
        changes["importance"] = request.importance
    return changes


def _failure(change: RecordChange, given: str) -> Result:
    if change.kind is ChangeKind.NOT_FOUND:
        return not_found(given)
    return {"id": given, "error": change.reason}


def _instead(report: ApplyReport) -> Result:
    """What is accepted where the words are not the caller's to change."""
    is_worded = any(one.miss is Miss.OTHERS_WORDS for one in report.outcomes)
    return {"accepted": _STORE_INSTEAD} if is_worded else {}
