"""memory_reflect: memories that say nearly the same become one, among those the caller sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.tree import is_below, is_indexed
from familiar_memory.errors import ModelError
from familiar_memory.life.records.desk import Desk
from familiar_memory.life.records.record_change import ChangeKind
from familiar_memory.life.tools.results import TOOL
from familiar_memory.maintenance.consolidation.consolidating import Consolidated, Consolidation
from familiar_memory.maintenance.consolidation.marks import MergeMarks
from familiar_memory.maintenance.consolidation.planning import Clusters
from familiar_memory.maintenance.consolidation.standing import CONSOLIDATED

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.records.seen import SeenRecords
    from familiar_memory.life.tools.asked.arguments import ReflectMemory
    from familiar_memory.life.tools.found.finding import MemoryFinding
    from familiar_memory.life.tools.results import Result
    from familiar_memory.llm.base import ChatModel, ChatRequest, Completion
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.operations.named.across import MergeRecords
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Reflecting"]

_MOST_QUESTIONS = 3
"""Of one audience: who calls waits meanwhile, and the night asks the rest."""


class Reflecting:
    """Consolidates as the night does, for one caller: what they may not see is not there."""

    def __init__(self, parts: Parts, finding: MemoryFinding, threads: OffLoop) -> None:
        self._parts = parts
        self._finding = finding
        self._threads = threads

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
        models = self._parts.models
        model = models.get("sleep") or models.get("memory_writer")
        run = await self._threads.run(self._begun, caller, model is not None)
        done = await self._threads.run(_go_on, run, None)
        while not isinstance(done, Consolidated):
            answer = await _answer(model, done)
            done = await self._threads.run(_go_on, run, answer)
        return {
            "consolidated": done.absorbed,
            "clusters": done.found,
            "newMemoryIds": list(done.made),
            "message": _told(done.absorbed, len(done.made), done.found),
        }

    def _begun(
        self, caller: Caller, has_model: bool
    ) -> Generator[ChatRequest, Completion, Consolidated]:
        self._parts.files.refuse_read_only()
        marks = MergeMarks(self._parts.files.history)
        settings = self._parts.setup.settings.consolidation
        work = Consolidation(
            Clusters(settings, self._finding.nearness, marks.are_apart),
            marks,
            lambda merge: self._merged(merge, caller),
            _MOST_QUESTIONS if has_model else 0,
        )
        return work.run(self._records(self._finding.seen_by(caller)))

    def _merged(self, merge: MergeRecords, caller: Caller) -> str | None:
        # Each by itself can be undone.
        desk = Desk(self._parts, caller, TOOL)
        change = desk.told(desk.merge(merge), ChangeKind.MERGED)
        return str(change.name) if change.kind is ChangeKind.MERGED else None

    def _records(self, seen: SeenRecords) -> Iterator[NotedRecord]:
        register = self._parts.files.register
        register.look_at_heads()
        for state in self._parts.store.scan_files().files:
            if not is_indexed(state.path):
                continue
            key = register.key_of(state.path)
            if any(is_below(key, folder) for folder in CONSOLIDATED):
                yield from seen.of(key)


def _go_on(
    run: Generator[ChatRequest, Completion, Consolidated], answer: Completion | ModelError | None
) -> ChatRequest | Consolidated:
    try:
        if isinstance(answer, ModelError):
            return run.throw(answer)
        return next(run) if answer is None else run.send(answer)
    except StopIteration as end:
        done: Consolidated = end.value
        return done


async def _answer(model: ChatModel | None, request: ChatRequest) -> Completion | ModelError:
    assert model is not None
    try:
        return await model.complete(request)
    except ModelError as error:
        return error


def _told(absorbed: int, made: int, found: int) -> str:
    if not found:
        return "no memories say nearly the same"
    told = f"{absorbed} memories became {made}"
    return told if made == found else f"{told}; {found - made} could not be merged"
