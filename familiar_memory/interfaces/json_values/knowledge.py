"""What is known: facts, with all that is told of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.inspection.knowledge.fact import Fact, FactAnswer
    from familiar_memory.inspection.knowledge.graph.answer import (
        Entities,
        Entity,
        EntityNode,
        EntityRelation,
        KnownGraph,
    )

__all__ = ["entities_json", "fact_json", "facts_json", "graph_json"]


def facts_json(answer: FactAnswer) -> dict[str, Any]:
    """The facts of an answer, whom it is about, and how many there are without a limit."""
    return {
        **picked(answer, "entity as_of total"),
        "facts": [fact_json(fact) for fact in answer.facts],
        "degraded": answer.degraded,
    }


def fact_json(fact: Fact) -> dict[str, Any]:
    """One fact; records are named as `RecordName.parse` reads them."""
    names = {name: getattr(fact, name) for name in ("record", "replaces", "replaced_by")}
    value: dict[str, Any] = as_json(fact)
    return value | {name: None if one is None else str(one) for name, one in names.items()}


def graph_json(graph: KnownGraph) -> dict[str, Any]:
    """Whom a graph is about, whether it is known, and the nodes, the nearest first."""
    return {
        **picked(graph, "entity found truncated as_of"),
        "nodes": [_node_json(node) for node in graph.nodes],
        "degraded": graph.degraded,
    }


def entities_json(answer: Entities) -> dict[str, Any]:
    """Entities, and how many there are without a limit."""
    return {
        **picked(answer, "total as_of"),
        "entities": [_entity_json(one) for one in answer.entities],
        "degraded": answer.degraded,
    }


def _node_json(node: EntityNode) -> dict[str, Any]:
    return {
        **_entity_json(node.entity),
        **picked(node, "distance is_cut"),
        "relations": [_relation_json(one) for one in node.relations],
    }


def _entity_json(entity: Entity) -> dict[str, Any]:
    seen = picked(entity, "note aliases mentions first_seen last_seen is_stale")
    return {"name": entity.name, "type": entity.kind.value, **seen}


def _relation_json(relation: EntityRelation) -> dict[str, Any]:
    told = picked(relation, "relation target target_note strength sentence")
    return told | {"records": [str(record) for record in relation.records]}
