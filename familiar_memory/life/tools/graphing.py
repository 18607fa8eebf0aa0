"""memory_graph: what an entity is related to, as far as the caller may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.inspection.knowledge.graph.answer import EntityNode
    from familiar_memory.life.known.knowledge import Knowledge
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.tools.asked.arguments import GraphMemory
    from familiar_memory.life.tools.results import Result

__all__ = ["Graphing"]


class Graphing:
    """Follows relations, in both directions."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    async def graph(self, request: GraphMemory, caller: Caller) -> Result:
        """`found`, and the nodes with their outgoing relations; else a message."""
        known = await self._knowledge.graph(
            request.entity, depth=request.depth, place=caller.place, author=caller.author
        )
        if not known.found:
            message = f"nothing is known of {request.entity}"
            return {"entity": request.entity, "found": False, "message": message}
        result: Result = {
            "entity": known.entity,
            "found": True,
            "nodes": [_node(one) for one in known.nodes],
        }
        return result | ({"truncated": True} if known.truncated else {})


def _node(one: EntityNode) -> Result:
    return {
        "name": one.entity.name,
        "type": one.entity.kind.value,
        "mentionCount": one.entity.mentions,
        "relations": [
            {"relation": edge.relation, "target": edge.target, "strength": edge.strength}
            for edge in one.relations
        ],
    }
