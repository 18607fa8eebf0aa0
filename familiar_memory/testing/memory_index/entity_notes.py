"""What a document in memory says of entities."""

from __future__ import annotations

from collections import defaultdict

from familiar_memory.domain.memory.source import Origin
from familiar_memory.domain.tree import is_entity_note
from familiar_memory.index.entity_values import EntityLine, EntityNote, StatedEdge, entity_lines
from familiar_memory.testing.memory_index.rows import MemoryDocument

__all__ = ["entity_note"]


def entity_note(document: MemoryDocument) -> EntityNote | None:
    """It as a note of somebody or something; None where it names nobody."""
    parsed = document.parsed
    edges: defaultdict[int, list[StatedEdge]] = defaultdict(list)
    for fact in parsed.facts:
        stated = (fact.subject, fact.predicate, fact.object, fact.object_target)
        edges[fact.passage].append(StatedEdge(*stated, fact.seen or 1, True))
    for one in parsed.relations:
        stated = (one.subject, one.label, one.object, one.target)
        edges[one.passage].append(StatedEdge(*stated, one.seen or 1, False))
    targets: defaultdict[int, set[str]] = defaultdict(set)
    for link in parsed.links:
        targets[link.passage].add(link.target)
    is_own = is_entity_note(document.key)
    lines = []
    for ordinal, row in enumerate(document.rows):
        told = row.told
        if told.heading.lower() == "aliases":
            continue
        if is_own or ordinal in edges or ordinal in targets:
            lines.append(
                EntityLine(
                    parsed.passages[ordinal].line,
                    told.record_id or "",
                    told.audience,
                    told.retired,
                    told.learned,
                    told.valid_since,
                    told.valid_until,
                    told.expires,
                    tuple(sorted(edges[ordinal], key=repr)),
                    tuple(sorted(targets[ordinal])),
                    merged_at=told.merged_at,
                )
            )
    if not lines and not is_own:
        return None
    return EntityNote(
        document.key,
        parsed.title,
        parsed.entity_kind,
        parsed.entity_names,
        entity_lines(lines),
        Origin(document.source, document.key, document.known),
    )
