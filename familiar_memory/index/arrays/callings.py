"""Who is called by which name in which row, as far as the rows around it tell.

A name is said to somebody: to the nearest other author of the same talk, the last one before
the message, else the first one after it. This is told anew whenever rows are read, so that a
talk that has grown is a talk that was read whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from familiar_memory.index.array_types import I8, I32, I64
from familiar_memory.index.arrays.blocks import StatedCalling
from familiar_memory.knowledge.callings import CallingKind
from familiar_memory.knowledge.names import folded_name

__all__ = ["Callings", "callings_of"]

_REACH = 6
"""Messages: who has said nothing for longer is not who is spoken to."""


@dataclass(frozen=True, slots=True)
class Callings:
    """One item a name in a message: `row` is the message, `target` a row of who is called."""

    row: I32
    target: I32
    name: I32
    kind: I8
    names: tuple[str, ...]
    """As they are written, by `name`."""
    folded: tuple[str, ...]
    """The same in the form in which names are compared."""


def callings_of(
    stated: Sequence[StatedCalling], passage: I64, group: I32, position: I32, author: I32
) -> Callings:
    """Find who is called; the columns are those of the segment, in its order.

    What is said to nobody is left out.

    Raises:
        ValueError: a name stands in no passage.
    """
    names: dict[str, int] = {}
    found: list[tuple[int, int, int, int]] = []
    if stated:
        order = np.argsort(passage, kind="stable")
        ids = np.array([one.passage for one in stated], np.int64)
        at = np.minimum(np.searchsorted(passage[order], ids), max(len(order) - 1, 0))
        rows = order[at] if len(order) else at
        if not len(order) or (passage[rows] != ids).any():
            raise ValueError("a name that somebody is called by stands in no passage")
        for one, row in zip(stated, rows.tolist(), strict=True):
            is_own = one.kind == CallingKind.OF_ONESELF
            target = row if is_own else _nearest_other(row, group, position, author)
            if target is not None:
                found.append((row, target, names.setdefault(one.name, len(names)), one.kind))
    found.sort()
    columns = np.array(found, np.int32).reshape(-1, 4)
    return Callings(
        row=columns[:, 0].copy(),
        target=columns[:, 1].copy(),
        name=columns[:, 2].copy(),
        kind=columns[:, 3].astype(np.int8),
        names=tuple(names),
        folded=tuple(map(folded_name, names)),
    )


def _nearest_other(row: int, group: I32, position: I32, author: I32) -> int | None:
    """A row of the nearest other author; the last before it, else the first behind it."""
    for step, end in ((-1, -1), (1, len(group))):
        for other in range(row + step, end, step):
            if group[other] != group[row] or abs(position[other] - position[row]) > _REACH:
                break
            if author[other] != author[row]:
                return other
    return None
