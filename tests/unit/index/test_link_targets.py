"""Where links lead while the tree changes under those who look."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from familiar_memory.index.arrays.targets import LinkedSnapshots

NAMES = ["Rowan", "discord-1", "discord-2"]


@dataclass(frozen=True)
class _Edges:
    subject: np.ndarray = field(default_factory=lambda: np.array([1]))
    object: np.ndarray = field(default_factory=lambda: np.array([0]))


@dataclass(frozen=True)
class _Segment:
    edges: _Edges = field(default_factory=_Edges)


@dataclass(frozen=True)
class _Snapshot:
    registers: SimpleNamespace
    segments: tuple[_Segment, ...] = (_Segment(),)


def _snapshot():
    def known(name):
        return NAMES.index(name) if name in NAMES else None

    return _Snapshot(SimpleNamespace(entities=SimpleNamespace(values=NAMES, known=known)))


class _Tree:
    """A tree in which another thread meets a change while the first name is looked up."""

    def __init__(self):
        self.version = 1
        self.rowan = "people/discord-1.md"
        self.meanwhile = None

    def resolve(self, target):
        found = self.rowan if target.endswith("/Rowan.md") else target
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            meanwhile()
        return found


def test_what_was_looked_up_before_a_change_is_not_kept_for_after_it():
    """A link leads to the note that bears the name now, whoever was slow to look."""
    tree = _Tree()
    linked = LinkedSnapshots(tree)

    def changed():
        tree.version, tree.rowan = 2, "people/discord-2.md"
        linked.of(_snapshot())

    tree.meanwhile = changed
    linked.of(_snapshot())
    (segment,) = linked.of(_snapshot()).segments
    assert NAMES[segment.edges.object[0]] == "discord-2"
