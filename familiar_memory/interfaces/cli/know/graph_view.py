"""How entities look: a tree of who is near to one, and a table of the best known."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.inspection.knowledge.graph.answer import (
        Entities,
        Entity,
        EntityNode,
        EntityRelation,
        KnownGraph,
    )
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_entities", "show_graph"]

_DAY = len("2026-02-03")
_STEP = "  "
_SPARE = ("note", "first seen", "last seen", "type")
"""Columns that a narrow terminal goes without, the first first."""


def show_graph(graph: KnownGraph, out: Output) -> None:
    """An entry a node, further to the right the further it is; below it what ties it to others."""
    for node in graph.nodes:
        _show_node(node, out)
    if graph.truncated:
        out.notice("there is more: these are the nearest, and the strongest tied", "dim")


def show_entities(answer: Entities, out: Output) -> None:
    """A row an entity; how many were left out by the limit is said below."""
    columns = {
        "entity": [one.name for one in answer.entities],
        "type": [one.kind.value for one in answer.entities],
        ">mentions": [str(one.mentions) for one in answer.entities],
        "first seen": [_day(one.first_seen) for one in answer.entities],
        "last seen": [_day(one.last_seen) for one in answer.entities],
        "note": [one.note or "" for one in answer.entities],
    }
    out.table(list(columns), list(zip(*columns.values(), strict=True)), spare=_SPARE)
    if len(answer.entities) < answer.total:
        out.notice(f"{len(answer.entities)} of {answer.total}: --limit shows more", "dim")


def _show_node(node: EntityNode, out: Output) -> None:
    from rich.text import Text

    entity, start = node.entity, len(_STEP) * node.distance
    below = start + len(_STEP)
    parts = (entity.kind.value, _mentions(entity), entity.note or "")
    told = [Text(part, "dim") for part in parts if part]
    out.hang_parts((Text(entity.name, "bold"), *told), below, start)
    for relation in node.relations:
        out.hang(Text(f"→ {_relation(relation)}"), below + len(_STEP), below)
    if node.is_cut:
        out.hang(Text("→ …", "dim"), below, below)


def _relation(relation: EntityRelation) -> str:
    """A sentence, and how often it was said, where that is more than once."""
    often = f"  (said {relation.strength} times)" if relation.strength > 1 else ""
    return f"{relation.sentence}{often}"


def _mentions(entity: Entity) -> str:
    times = "1 mention" if entity.mentions == 1 else f"{entity.mentions} mentions"
    first, last = _day(entity.first_seen), _day(entity.last_seen)
    term = first if first == last else f"{first} to {last}"
    return f"{times}, {term}" if term else times


def _day(moment: datetime | None) -> str:
    return "" if moment is None else str(moment)[:_DAY]
