"""What every change of a tree is made with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.store.journal.base import Journal
from familiar_memory.store.limits import Limits
from familiar_memory.store.tree.files import Tree

__all__ = ["ChangeContext"]


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """The tree, its caps, the journal of its changes (None: none is kept), and the time."""

    tree: Tree
    limits: Limits
    journal: Journal | None
    clock: Callable[[], datetime]
