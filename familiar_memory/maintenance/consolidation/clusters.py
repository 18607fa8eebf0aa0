"""Which memories belong together: each is like every other, not only like the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["clusters"]

_T = TypeVar("_T")


def clusters(items: Sequence[_T], alike: Callable[[_T, _T], bool], most: int) -> list[list[_T]]:
    """The items in groups of two to `most` that are all alike (complete linkage), in order.

    The first item of a group is the first of `items`; one that is like no group stays out. So a
    chain, in which each is like the next, is no cluster: what its ends say are two things.
    """
    found: list[list[_T]] = []
    for item in items:
        for group in found:
            if len(group) < most and all(alike(one, item) for one in group):
                group.append(item)
                break
        else:
            found.append([item])
    return [group for group in found if len(group) > 1]
