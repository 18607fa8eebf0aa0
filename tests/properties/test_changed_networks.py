"""A network that was changed by the notes that changed is the one that would be made anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from few_and_many import few_and_many
from hypothesis import event
from hypothesis import strategies as st

from familiar_memory.domain.memory.source import Origin
from familiar_memory.index.entity_values import EntityLine, EntityNote, StatedEdge
from familiar_memory.inspection.knowledge.graph.changing import changed_network
from familiar_memory.inspection.knowledge.graph.names import EntityNames
from familiar_memory.inspection.knowledge.graph.network import (
    Network,
    network_of,
    visible_notes,
)

_KEYS = ("people/ann.md", "people/bo.md", "topics/acme.md", "topics/tea.md", "sessions/one.md")
_NAMES = ("Ann", "bo", "Acme", "ACME", "Oolong", "green tea", "Green  Tea", "")
_DATES = st.sampled_from((None, "2026-01-01", "2026-01-02"))
_AUDIENCES = ("everyone", "owner", "discord-dm-42")

_edges = st.builds(
    StatedEdge,
    st.sampled_from(("ann", "bo", "acme", "Oolong", "nobody")),
    st.sampled_from(("works_at", "likes", "part_of", "type", "same_as")),
    st.sampled_from((*_NAMES, "person", "organization")),
    st.sampled_from((None, *_KEYS)),
    st.integers(1, 3),
    st.booleans(),
)
_lines = st.builds(
    EntityLine,
    st.integers(1, 9),
    st.sampled_from(("", "k1")),
    st.sampled_from(_AUDIENCES),
    st.booleans(),
    _DATES,
    st.just(None),
    _DATES,
    _DATES,
    st.lists(_edges, max_size=2).map(tuple),
    st.lists(st.sampled_from(_KEYS), max_size=2).map(tuple),
)
_Said = st.tuples(st.sampled_from(("Ann", "Acme", "")), st.lists(_lines, max_size=4).map(tuple))


def _notes(said: Mapping[str, tuple[str, tuple[EntityLine, ...]]]) -> dict[str, EntityNote]:
    return {
        key: EntityNote(key, title, None, (), lines, Origin("memory", key, None))
        for key, (title, lines) in sorted(said.items())
    }


def _names(notes: Mapping[str, EntityNote], permitted: frozenset[str], is_owner: bool) -> Any:
    visible = visible_notes(notes, permitted, is_owner=is_owner)
    return EntityNames.of(visible, (), {}, lambda target: (target, True))


def _told(network: Network) -> dict[str, Any]:
    """All that it says; edges of a node have no order."""
    return {
        "notes": list(network.names.notes.items()),
        "edges": {
            edge: [(one.by.note, one.by.line, one.seen) for one in stated]
            for edge, stated in network.edges.items()
        },
        "outgoing": {node: sorted(edges) for node, edges in network.outgoing.items()},
        "incoming": {node: sorted(edges) for node, edges in network.incoming.items()},
        "mentions": {
            node: [(one.note, one.line) for one in named]
            for node, named in network.mentions.items()
        },
        "spellings": network.spellings,
        "kinds": {
            node: [(one.note, one.line, kind) for one, kind in said]
            for node, said in network.kinds.items()
        },
    }


@few_and_many(
    25,
    100,
    st.dictionaries(st.sampled_from(_KEYS), _Said, min_size=2),
    st.dictionaries(st.sampled_from(_KEYS), st.one_of(st.none(), _Said), max_size=3),
    st.sets(st.sampled_from(_AUDIENCES), min_size=1).map(frozenset),
    st.booleans(),
)
def test_changed_piecewise_it_is_as_made_whole(
    said: dict[str, tuple[str, tuple[EntityLine, ...]]],
    changes: dict[str, tuple[str, tuple[EntityLine, ...]] | None],
    permitted: frozenset[str],
    is_owner: bool,
) -> None:
    """Whatever lines come, go and change; and it is made anew where a name has changed."""
    before = _notes(said)
    rest = {key: one for key, one in said.items() if key not in changes}
    came = _notes({key: one for key, one in changes.items() if one is not None})
    after = dict(sorted({**{key: before[key] for key in rest}, **came}.items()))
    names = _names(after, permitted, is_owner)
    old = network_of(before.values(), _names(before, permitted, is_owner), permitted)
    as_it_was = _told(old)
    new = changed_network(old, before, after, permitted, is_owner=is_owner)
    called = {key: note.title for key, note in names.notes.items()}
    is_named_alike = called == {key: note.title for key, note in old.names.notes.items()}
    event(f"piecewise: {new is not None}")
    assert (new is not None) is is_named_alike
    if new is not None:
        assert _told(new) == _told(network_of(after.values(), names, permitted))
    assert _told(old) == as_it_was
