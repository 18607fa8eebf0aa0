"""Who is near: breadth first from where it begins, both ways along edges, and never without end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

__all__ = ["DEFAULT_DEPTH", "MOST_DEPTH", "MOST_NODES", "MOST_RELATIONS", "Walk", "walked"]

_Node = TypeVar("_Node", bound=Hashable)

DEFAULT_DEPTH: Final = 2
MOST_DEPTH: Final = 6
"""Steps: beyond so many everybody is near to everybody."""
MOST_NODES: Final = 200
"""Of one answer: it is to be read, by a person or by a model."""
MOST_RELATIONS: Final = 50
"""Of one node that are followed, the strongest first, so that a hub does not fill the answer."""


@dataclass(frozen=True, slots=True)
class Walk(Generic[_Node]):
    """Nodes with their distance, in the order in which they were met; `is_cut` = there are more."""

    distances: dict[_Node, int]
    is_cut: bool


def walked(
    begins: Sequence[_Node],
    depth: int,
    neighbours: Callable[[_Node], Sequence[_Node]],
    most_nodes: int = MOST_NODES,
    most_neighbours: int = MOST_RELATIONS,
) -> Walk[_Node]:
    """Every node at most `depth` steps from the nearest of those where one begins, each once.

    `neighbours` gives those of a node, the nearest to it first; of more than `most_neighbours`
    the others are left out.
    """
    distances, is_cut = dict.fromkeys(begins, 0), False
    reached: list[_Node] = [*begins]
    for distance in range(1, depth + 1):
        fresh: dict[_Node, None] = {}
        for node in reached:
            near = neighbours(node)
            is_cut = is_cut or len(near) > most_neighbours
            fresh.update(dict.fromkeys(near[:most_neighbours]))
        reached = [node for node in fresh if node not in distances]
        room = most_nodes - len(distances)
        is_cut = is_cut or len(reached) > room
        reached = reached[: max(room, 0)]
        distances.update(dict.fromkeys(reached, distance))
    return Walk(distances, is_cut)
