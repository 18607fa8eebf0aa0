"""Memories as JSON: exports of mem0, dumps of stores like it, and anything of that shape."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from familiar_importers.memories.dump_memory import DumpMemory, read_memory, text_key
from familiar_importers.memories.entity_graph import EntityGraph
from familiar_importers.memories.making.owned_text import audience_told, check_audience
from familiar_importers.memories.making.record_notes import IMPORTED, RecordNotes
from familiar_importers.memories.reading.dump_file import Dump, placed, read_dump
from familiar_importers.memories.reading.peek import peek
from familiar_memory.domain.memory.record import RecordFields, RecordState
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import TOPICS
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.transfer.importer import Item, Remark

__all__ = ["MemoryJsonImporter"]

_MEMORIES = "Memories"
_UNSORTED = "Imported memories"
_MARKS = frozenset({"user_id", "agent_id", "run_id", "categories", "subject", "importance", "ttl"})
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9-]+")


@dataclass(frozen=True, slots=True)
class MemoryJsonImporter:
    """One bullet a memory, in the note of the person or the subject that it is about.

    `audience` is for whom every line is, since a dump does not say where things were said.
    `platform` is that of people whose own is not told; `folder` is where subjects go.
    """

    audience: str = OWNER
    platform: str = IMPORTED
    folder: str = TOPICS
    name = "memory-json"
    describe = "memories as JSON (mem0, ScalyClaw and the like), or as JSON lines"

    def detect(self, path: Path) -> bool:
        """A list of memories, alone or under "memories" or "results"."""
        seen = peek(path)
        first = seen.first or {}
        if "type" in first and first.get("type") in ("entity", "relation"):
            return False
        one = seen.element("memories") or seen.element("results")
        return _is_memory(one) or _is_memory(first)

    def read(self, path: Path) -> Iterator[Item]:
        """The notes by path, then what could not be taken over as it was.

        Raises:
            InputError: it is too large, no JSON, or an entry is no memory; it names the place.
            UsageError: the audience is none.
        """
        check_audience(self.audience)
        gathering = _Gathering(self, path)
        gathering.take(read_dump(path))
        yield from gathering.notes.files()
        yield from gathering.remarks()


@dataclass(slots=True)
class _Gathering:
    """The notes of one dump as they grow."""

    importer: MemoryJsonImporter
    path: Path
    notes: RecordNotes = field(init=False)
    graph: EntityGraph = field(init=False)
    called: dict[tuple[str, str], str] = field(default_factory=dict)
    odd: list[Remark] = field(default_factory=list)
    unused: Counter[str] = field(default_factory=Counter)
    blank: int = 0

    def __post_init__(self) -> None:
        self.notes = RecordNotes(self.importer.audience, self.importer.folder)
        fields = RecordFields(place=self.importer.audience, source="import")
        self.graph = EntityGraph(self.notes, fields, self.importer.platform)

    def take(self, dump: Dump) -> None:
        """Take in entities first, so that a memory about a person finds them."""
        memories = [(place, _read(entry, place)) for place, entry in dump.memories]
        self._entities(dump, [one for _, memory in memories for one in memory.entities])
        for _, memory in memories:
            if memory.user_name:
                self.called.setdefault((memory.platform, memory.user_id), memory.user_name)
        merged = {memory.merged_into for _, memory in memories if memory.merged_into}
        where = self._where(memories)
        for place, memory in memories:
            self._memory(place, memory, where, merged)
        self.unused.update(dump.unused)

    def remarks(self) -> Iterator[Remark]:
        """What was left out or changed."""
        yield from self.odd
        label = self.path.name
        if self.unused:
            told = ", ".join(f"{key} ({count:,})" for key, count in sorted(self.unused.items()))
            yield Remark(label, f"not taken over, because a note has no place for it: {told}")
        if self.blank:
            yield Remark(label, f"{self.blank:,} memories without a word were left out")
        if self.notes.repeated:
            yield Remark(label, f"{self.notes.repeated:,} lines were there twice: kept once")
        if self.importer.audience == OWNER:
            yield from audience_told(label, self.importer.audience)

    def _where(self, memories: list[tuple[str, DumpMemory]]) -> dict[str, str]:
        """The note of each memory that others were merged into, by its id."""
        wanted = {memory.merged_into for _, memory in memories}
        return {m.id: self._note_of(m) for _, m in memories if m.id in wanted and m.id}

    def _memory(
        self, place: str, memory: DumpMemory, where: dict[str, str], merged: set[str]
    ) -> None:
        self.unused.update(memory.unused)
        self.odd += [Remark(place, text) for text in memory.remarks]
        if not memory.text.strip():
            self.blank += 1
            return
        path = self._note_of(memory)
        fields = replace(memory.fields, place=self.importer.audience)
        if memory.user_id and memory.subject:
            fields = replace(fields, tags=(*fields.tags, memory.subject))
        state = RecordState.LIVE
        if memory.merged_into:
            state, fields = self._merged(place, memory, fields, path, where)
        block_id = _block_id(memory.id) if memory.id in merged else None
        self.notes.add_text(path, _MEMORIES, memory.text, fields, state=state, block_id=block_id)

    def _merged(
        self,
        place: str,
        memory: DumpMemory,
        fields: RecordFields,
        path: str,
        where: dict[str, str],
    ) -> tuple[RecordState, RecordFields]:
        """A memory that was merged into another is kept, struck through."""
        target = where.get(memory.merged_into)
        if target is None:
            self.odd.append(
                Remark(
                    place, "merged into a memory that is not in the file: struck through through"
                )
            )
            return RecordState.WRONG, fields
        block_id = _block_id(memory.merged_into)
        into = block_id if target == path else f"{target}#^{block_id}"
        return RecordState.WRONG, replace(fields, into=into)

    def _note_of(self, memory: DumpMemory) -> str:
        if memory.user_id:
            platform = memory.platform or self.importer.platform
            name = self.called.get((memory.platform, memory.user_id))
            return self.notes.person(Author(platform, memory.user_id, name))
        if memory.subject and self.graph.knows(memory.subject):
            return self.graph.find(memory.subject)[0]
        return self.notes.topic(memory.subject or memory.fields.category or _UNSORTED)

    def _entities(self, dump: Dump, further: list[Any]) -> None:
        told = [*dump.entities, *((f"{self.path}: entities", one) for one in further)]
        names: dict[object, str] = {}
        for place, one in told:
            name = _entity_name(one, place)
            if (known_as := _id(one.get("id"))) is not None:
                names[known_as] = name
            self.graph.entity(name, _plain(one.get("type") or one.get("entity_type")))
        for place, one in told:
            for where, relation in placed(one.get("relations"), f"{place}: relations"):
                self._relate(where, relation, _entity_name(one, place), names)
        for place, one in dump.relations:
            self._relate(place, one, "", names)

    def _relate(self, place: str, one: object, source: str, names: dict[object, str]) -> None:
        if not isinstance(one, dict):
            raise InputError(f"{place}: a relation is not an object", "source, relation and target")
        start = source or _end(one, ("source",), names)
        words = _plain(one.get("relation") or one.get("relationship") or one.get("label"))
        end = _end(one, ("target", "destination"), names)
        if not (start and words and end):
            raise InputError(f"{place}: a relation is not whole", "source, relation and target")
        self.graph.relate(start, words, end)


def _read(entry: object, place: str) -> DumpMemory:
    try:
        return read_memory(entry)
    except InputError as problem:
        raise InputError(f"{place}: {problem.problem}", problem.accepted) from None


def _is_memory(one: Any) -> bool:  # noqa: ANN401 - JSON
    key = text_key(one)
    return key == "memory" or (key is not None and not _MARKS.isdisjoint(one))


def _entity_name(one: object, place: str) -> str:
    name = _plain(one.get("name")) if isinstance(one, dict) else ""
    if not name.strip():
        raise InputError(f"{place}: an entity without a name", 'an object with a "name"')
    return name


def _end(one: dict[str, Any], keys: tuple[str, ...], names: dict[object, str]) -> str:
    """The name at one end of a relation, given itself or by the id of an entity."""
    given = (_plain(one.get(key)) or names.get(_id(one.get(f"{key}_id")), "") for key in keys)
    return next(filter(None, given), "")


def _id(value: object) -> object:
    """What an id is looked up by; only a plain value can be one."""
    return value if isinstance(value, str | int) else None


def _plain(value: object) -> str:
    return value if isinstance(value, str) else ""


def _block_id(memory_id: str) -> str:
    return _NOT_IN_AN_ID.sub("-", memory_id).strip("-") or "merged"
