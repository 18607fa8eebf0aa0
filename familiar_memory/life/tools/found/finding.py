"""memory_search and memory_recall: what there is, for whoever calls."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.life.records.seen import SeenRecords
from familiar_memory.life.tools.found.newest import newest_records
from familiar_memory.life.tools.found.scoring import composite, relevance
from familiar_memory.life.tools.results import (
    Result,
    is_live,
    is_memory,
    not_found,
    row_of,
    type_of,
    whole_row_of,
)
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.operations.conduct.rules import RULES_NOTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.memory.record_name import RecordName
    from familiar_memory.domain.question.search import SearchHit
    from familiar_memory.index.values import StoredPassage
    from familiar_memory.life.asking import Asking
    from familiar_memory.life.background import Background
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.tools.asked.arguments import RecallMemory, SearchMemory
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.recall.ranking.weights import RankingWeights
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["PROFILE", "MemoryFinding"]

PROFILE = "memory_search"
"""The weights of a search: how well it matches, how new and how important it is."""
_NEWEST = 20
_SPARE, _AT_LEAST = 2, 20
"""So many hits are read for each that is wanted, and so many more: prose is left out, and each
memory is weighed anew."""
_ANY = {"threshold": 0.05, "recency": 0.0, "importance": 0.0}
"""Candidates: neither old nor unimportant memories are passed over."""


class MemoryFinding:
    """Looks for memories; results name nothing that the caller may not see."""

    def __init__(
        self, parts: Parts, asking: Asking, background: Background, threads: OffLoop
    ) -> None:
        self._parts = parts
        self._asking = asking
        self._background = background
        self._threads = threads

    async def search(self, request: SearchMemory, caller: Caller) -> Result:
        """Memories that answer a question, best first; `results` is empty where none does."""
        given = {} if request.weights is None else request.weights.given
        weights = self._parts.searching.profiles.weights(PROFILE, given)
        wanted, most = _filters(request), request.topK * _SPARE + _AT_LEAST
        hits = await self.hits(request.query, caller, wanted, most)
        return await self._threads.run(self._answer, request, caller, hits, weights)

    async def hits(
        self,
        text: str,
        caller: Caller,
        wanted: RecallFilters,
        limit: int,
    ) -> tuple[SearchHit, ...]:
        """Passages of notes that the caller may see and that may be meant; `read` reads them."""
        asked = RecallRequest(
            text,
            caller.author,
            caller.place,
            filters=wanted,
            profile=PROFILE,
            weights=_ANY,
            log=False,
        )
        return (await self._asking.search(asked, limit, (MEMORY,))).hits

    def read(
        self, hits: Iterable[SearchHit], caller: Caller, seen: SeenRecords
    ) -> list[NotedRecord]:
        """The live memories among hits, each once, as their lines are now; prose is none."""
        register = self._parts.files.register
        found: dict[RecordName, NotedRecord] = {}
        for hit in hits:
            if hit.line is None:
                continue
            key = register.key_of(hit.path) if caller.is_owner else hit.path
            one = seen.at(key, hit.line)
            if one is not None and is_live(one) and is_memory(one):
                found[one.name] = one
        return list(found.values())

    def nearness(self, texts: Iterable[str]) -> Nearnesses:
        """Compares texts by the vectors with which the index is asked."""
        files = self._parts.files
        embedder = files.embedders.of(files.index.snapshot().embedder)
        return Nearnesses(tuple(texts), embedder)

    async def recall(self, request: RecallMemory, caller: Caller) -> Result:
        """One memory by its id, also a merged one; else the newest."""
        await self._background.catch_up(is_owner=caller.is_owner)
        return await self._threads.run(self._recall, request, caller)

    def seen_by(self, caller: Caller) -> SeenRecords:
        """What the caller may see, for one call."""
        return SeenRecords(self._parts, caller)

    def _answer(
        self,
        request: SearchMemory,
        caller: Caller,
        hits: Iterable[SearchHit],
        weights: RankingWeights,
    ) -> Result:
        # A vector of the index is of a whole stretch of a note: a memory is weighed by its own.
        seen = self.seen_by(caller)
        said = {one: _said_of(one, seen) for one in self.read(hits, caller, seen)}
        near = self.nearness((request.query, *said.values()))
        asked, now = content_terms(request.query), self._parts.setup.clock.now()
        scored = []
        for one, text in said.items():
            cosine = near.of(request.query, text).cosine
            relevant = relevance(asked, text, cosine, weights.floor)
            fields = one.record.fields
            if relevant >= weights.threshold:
                score = composite(relevant, fields.learned, fields.importance, now, weights)
                scored.append((score, one))
        scored.sort(key=lambda pair: (-pair[0], pair[1].name))
        return {
            "results": [
                row_of(one, seen.shown_id(one), seen.subject(one), score)
                for score, one in scored[: request.topK]
            ]
        }

    def _recall(self, request: RecallMemory, caller: Caller) -> Result:
        seen = self.seen_by(caller)
        if request.id is not None:
            one = seen.named(request.id)
            if one is None or not _matches(one, request):
                return not_found(request.id, results=[])
            rows = [one]
        else:
            rows = list(islice(_rules_last(self._newest(request, seen)), _NEWEST))
        return {"results": [_whole_row(one, seen) for one in rows]}

    def _newest(self, request: RecallMemory, seen: SeenRecords) -> Iterator[NotedRecord]:
        passages = newest_records(
            self._parts.files.index,
            seen.viewer,
            self._parts.setup.clock.now(),
            _filters(request),
            with_retired=request.includeConsolidated,
        )
        for passage in passages:
            one = _standing(passage, seen)
            if one is None or not is_memory(one):
                continue
            is_merged = one.record.fields.into is not None
            if is_live(one) or (is_merged and request.includeConsolidated):
                yield one


def _rules_last(newest: Iterable[NotedRecord]) -> Iterator[NotedRecord]:
    """Memories before rules of conduct, which stand in every prompt anyway."""
    rules: list[NotedRecord] = []
    for one in newest:
        if one.name.note == RULES_NOTE:
            rules.append(one)
        else:
            yield one
    yield from rules


def _filters(request: SearchMemory | RecallMemory) -> RecallFilters:
    return RecallFilters(type=request.type, tags=tuple(request.tags))


def _whole_row(one: NotedRecord, seen: SeenRecords) -> Result:
    return whole_row_of(one, seen.shown_id(one), seen.subject(one), seen.shown_into(one))


def _said_of(one: NotedRecord, seen: SeenRecords) -> str:
    """What a memory is found by: whom or what it is about, its words, its tags."""
    return "\n".join((seen.subject(one), one.text, *one.tags))


def _matches(one: NotedRecord, request: RecallMemory) -> bool:
    of_type = request.type is None or type_of(one) == request.type
    tags = {tag.removeprefix("#").casefold() for tag in request.tags}
    return of_type and tags <= one.filed


def _standing(passage: StoredPassage, seen: SeenRecords) -> NotedRecord | None:
    """The line of an indexed record as it is now; None where it says something else by now."""
    one = seen.at(passage.key, passage.line)
    return one if one is not None and one.text == passage.text else None
