"""The knowledge graph of MCP's reference memory server: `memory.jsonl`, or `memory.json`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from familiar_importers.memories.entity_graph import EntityGraph
from familiar_importers.memories.making.owned_text import audience_told, check_audience
from familiar_importers.memories.making.record_notes import RecordNotes
from familiar_importers.memories.reading.dump_file import MAX_DUMP_BYTES, placed, read_bounded
from familiar_importers.memories.reading.peek import Peek, peek
from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.tree import TOPICS
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.transfer.importer import Item, Remark
from familiar_memory.transfer.reading.json_lines import read_json_lines
from familiar_memory.transfer.reading.strict_json import parse_json

__all__ = ["McpMemoryImporter"]

_KINDS = ("entity", "relation")


@dataclass(frozen=True, slots=True)
class McpMemoryImporter:
    """Entities become notes with a bullet an observation, relations become facts and links.

    `audience` is for whom every line is; `folder` is where all have their notes that are
    no people.
    """

    audience: str = OWNER
    folder: str = TOPICS
    name = "mcp-memory"
    describe = "the graph of MCP's memory server (memory.jsonl): entities and relations"

    def detect(self, path: Path) -> bool:
        """A first line that is an entity or a relation, or the answer of its `read_graph`."""
        return _is_graph(peek(path))

    def read(self, path: Path) -> Iterator[Item]:
        """The notes by path; a relation to a name that is no entity gives it a note too.

        Raises:
            InputError: a line is malformed; it names the file and the line.
            UsageError: the audience is none.
        """
        fields = RecordFields(place=check_audience(self.audience), source="import")
        notes = RecordNotes(self.audience, self.folder)
        graph = EntityGraph(notes, fields)
        told = [(place, _checked(one, place)) for place, one in _told(path)]
        for place, one in told:
            if one["type"] == "entity":
                kind = one.get("entityType")
                name = _text(one, "name", place)
                graph.entity(name, kind if isinstance(kind, str) else "", _seen(one, place))
        for place, one in told:
            if one["type"] == "relation":
                ends = (_text(one, "from", place), _text(one, "to", place))
                graph.relate(ends[0], _text(one, "relationType", place), ends[1])
        yield from notes.files()
        if notes.repeated:
            yield Remark(path.name, f"{notes.repeated:,} lines were there twice: kept once")
        yield from audience_told(path.name, self.audience)


def _is_graph(seen: Peek) -> bool:
    first = seen.first
    if seen.is_list or first is None:
        return False
    if first.get("type") in _KINDS:
        return "name" in first or "relationType" in first
    entity, relation = seen.element("entities"), seen.element("relations")
    return "entityType" in entity or "relationType" in relation


def _told(path: Path) -> Iterator[tuple[str, Any]]:
    """Each entity and relation, with the place where it stands."""
    seen = peek(path)
    if seen.first is not None and seen.first.get("type") in _KINDS:
        yield from ((f"{path}, line {number}", one) for number, one in read_json_lines(path))
        return
    value = parse_json(read_bounded(path, MAX_DUMP_BYTES), str(path), max_bytes=MAX_DUMP_BYTES)
    if not isinstance(value, dict):
        raise InputError(f"{path}: no graph", "JSON lines of entities and relations")
    for key, kind in (("entities", "entity"), ("relations", "relation")):
        for place, one in placed(value.get(key), f"{path}: {key}"):
            yield place, {**one, "type": kind} if isinstance(one, dict) else one


def _checked(one: object, place: str) -> dict[str, Any]:
    if not isinstance(one, dict) or one.get("type") not in _KINDS:
        raise InputError(
            f"{place}: neither an entity nor a relation",
            'an object with "type": "entity" or "relation"',
        )
    return one


def _text(one: dict[str, Any], key: str, place: str) -> str:
    value = one.get(key)
    if isinstance(value, str) and value.strip():
        return value
    raise InputError(f"{place}: {key!r} is missing or not text", "a text that is not empty")


def _seen(one: dict[str, Any], place: str) -> list[str]:
    observations = one.get("observations", [])
    if isinstance(observations, list) and all(isinstance(text, str) for text in observations):
        return observations
    raise InputError(f"{place}: 'observations' is not a list of texts", "a list of texts")
