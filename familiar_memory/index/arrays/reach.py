"""How far the words of a row reach: its neighbours have a share of them, less with each character.

Counted in characters, a neighbourhood is the same thing in a chat of short messages and in
the pages of a dialogue. With turns of 130 characters, the mean of LoCoMo, three on either side
have a say; beside a message of four thousand, that message alone.
"""

from __future__ import annotations

import numpy as np

from familiar_memory.index.array_types import F32, I32

__all__ = ["STEPS", "shares_of"]

STEPS = 4
"""Rows on either side that are looked at. In a chat of single words more would be within reach;
measured, 4 to 8 are alike, and each costs a pass over the rows of a term."""
_NOTHING_AT = 12
"""Reaches away, where 6 millionths of a word are left."""


def shares_of(begin: I32, chars: I32, group: I32, reach: float) -> tuple[F32, ...]:
    """What a row and the one some steps behind it have of each other's words, from 0 to 1.

    All arrays have an item a row: where it begins and how long it is, in characters of its
    `group`; beyond the group nothing reaches. Item `k` of the result is of `k + 1` steps, and its
    item `i` of the rows `i` and `i + k + 1`: e to the minus gap / reach.
    """
    # By a table of whole characters: a share has the same bits wherever in an array it stands.
    most = max(1, round(reach * _NOTHING_AT))
    by_gap = np.exp(-np.arange(most + 1) / max(reach, 1.0)).astype(np.float32)
    by_gap[most] = 0
    end = begin + chars
    found = []
    for step in range(1, STEPS + 1):
        shares = np.zeros(len(begin), np.float32)
        if step < len(begin):
            gap = np.clip(begin[step:] - end[:-step], 0, most)
            same = group[step:] == group[:-step]
            shares[:-step] = by_gap[gap] * same
        found.append(shares)
    return tuple(found)
