"""What passages state, as pairs of entities: each with all rows of the passage that states it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from familiar_memory.domain.tree import entity_of, is_entity_note
from familiar_memory.index.array_types import I64
from familiar_memory.index.arrays.blocks import Stated
from familiar_memory.index.arrays.segment import Edges, Interner

__all__ = ["edges_of"]


def edges_of(stated: Sequence[Stated], passages: I64, entities: Interner[str]) -> Edges:
    """What is stated, with all rows of the passages that state it.

    Raises:
        ValueError: one of them stands in no passage.
    """
    rows_of: dict[int, list[int]] = {one.passage: [] for one in stated}
    for row, passage in enumerate(passages.tolist()) if stated else ():
        if passage in rows_of:
            rows_of[passage].append(row)
    if not all(rows_of.values()):
        raise ValueError("a fact or a link stands in no passage")
    # By row, since a passage keeps its number wherever in its note it moves.
    edges = sorted(
        (row, subject, target or "", is_fact, target is None)
        for passage, subject, target, is_fact in stated
        for row in rows_of[passage]
    )
    return Edges(
        row=np.array([row for row, *_ in edges], np.int32),
        subject=np.array([entities.number(_subject(s, f)) for _, s, _, f, _ in edges], np.int32),
        object=np.array(
            [-1 if is_none else entities.number(entity_of(o)) for _, _, o, _, is_none in edges],
            np.int32,
        ),
        joins=np.array([is_fact or is_entity_note(s) for _, s, _, is_fact, _ in edges], bool),
    )


def _subject(named: str, is_fact: bool) -> str:
    """A fact names its subject by slug, or by path where a person linked it; a link has a key."""
    return named if is_fact and not named.endswith(".md") else entity_of(named)
