"""A network when some notes have changed: only what their lines say is made anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from familiar_memory.index.entity_values import EntityNote
from familiar_memory.inspection.knowledge.graph.network import (
    Edge,
    Network,
    NodeId,
    network_of,
    visible_notes,
)

__all__ = ["changed_network"]

_MANY = 200
"""Notes; where more have changed, all is as quickly made anew."""

_Key = TypeVar("_Key")
_Said = TypeVar("_Said")
_Notes = Mapping[str, EntityNote]


def changed_network(
    network: Network, before: _Notes, after: _Notes, permitted: frozenset[str], *, is_owner: bool
) -> Network | None:
    """What `network_of` makes of the notes `after`, of what it made of those `before`.

    None where any line may have come to mean another: a name has changed, or who may be known.
    """
    keys = sorted(
        key for key in before.keys() | after.keys() if before.get(key) is not after.get(key)
    )
    if len(keys) > _MANY:
        return None
    old = {key: before[key] for key in keys if key in before}
    new = {key: after[key] for key in keys if key in after}
    names = network.names.with_notes(
        visible_notes(old, permitted, is_owner=is_owner),
        visible_notes(new, permitted, is_owner=is_owner),
    )
    if names is None:
        return None
    gone = network_of(old.values(), network.names, permitted)
    come = network_of(new.values(), names, permitted)
    changed = frozenset(keys)
    edges = _said(network.edges, gone.edges, come.edges, changed, lambda one: one.by.note)
    lost = frozenset(edge for edge in gone.edges if edge not in edges)
    fresh = [edge for edge in come.edges if edge not in network.edges]
    return Network(
        names,
        edges,
        _tied(network.outgoing, lost, fresh, lambda edge: edge.subject),
        _tied(network.incoming, lost, fresh, lambda edge: edge.object),
        _said(network.mentions, gone.mentions, come.mentions, changed, lambda one: one.note),
        {
            node: sorted(told)
            for node, told in _said(
                network.spellings, gone.spellings, come.spellings, changed, lambda one: one.note
            ).items()
        },
        _said(network.kinds, gone.kinds, come.kinds, changed, lambda one: one[0].note),
    )


def _said(
    of: Mapping[_Key, list[_Said]],
    gone: Collection[_Key],
    come: Mapping[_Key, list[_Said]],
    changed: frozenset[str],
    note_of: Callable[[_Said], str],
) -> dict[_Key, list[_Said]]:
    """What lines say, by what they say it of, in the order of their notes."""
    result = dict(of)
    for key in (*gone, *come):
        said = [one for one in of.get(key, ()) if note_of(one) not in changed]
        said += come.get(key, ())
        said.sort(key=note_of)
        if said:
            result[key] = said
        else:
            result.pop(key, None)
    return result


def _tied(
    of: Mapping[NodeId, list[Edge]],
    lost: frozenset[Edge],
    fresh: Iterable[Edge],
    end: Callable[[Edge], NodeId],
) -> dict[NodeId, list[Edge]]:
    """The edges of each node, without those that are lost, and with the fresh ones."""
    result = dict(of)
    for node in {end(edge) for edge in lost}:
        result[node] = [edge for edge in of[node] if edge not in lost]
        if not result[node]:
            del result[node]
    for edge in fresh:
        result[end(edge)] = [*result.get(end(edge), ()), edge]
    return result
