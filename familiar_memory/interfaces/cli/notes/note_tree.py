"""A listing of notes drawn as a tree of folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.text import Text
from rich.tree import Tree

from familiar_memory.inspection.sizes import size_text
from familiar_memory.interfaces.cli.frame.output import visible

if TYPE_CHECKING:
    from familiar_memory.inspection.notes.listing import ListedNote

__all__ = ["draw_tree"]

_TITLE_WIDTH = 56
"""Columns of a title, so that a line of the tree seldom breaks."""


def draw_tree(
    root: str, notes: Sequence[ListedNote], most: Mapping[str, int] = MappingProxyType({})
) -> Tree:
    """A rich tree: a branch a folder, a leaf a note.

    `most` says for a top folder how many leaves to draw; it is cut in the middle.
    """
    tree = Tree(Text(visible(root), "bold"), guide_style="dim")
    _fill(tree, list(notes), 0, most)
    return tree


def _fill(branch: Tree, notes: list[ListedNote], depth: int, most: Mapping[str, int]) -> None:
    here = [note for note in notes if note.path.count("/") == depth]
    below = [note for note in notes if note.path.count("/") > depth]
    for name, group in groupby(below, key=lambda note: note.path.split("/")[depth]):
        inside = list(group)
        label = Text.assemble((f"{visible(name)}/", "bold blue"), (f"  {_summary(inside)}", "dim"))
        _fill(branch.add(label), inside, depth + 1, most)
    shown = most.get(here[0].path.split("/")[0], len(here)) if here else 0
    cut = len(here) > shown
    for note in here[: shown - 1] if cut else here:
        branch.add(_leaf(note, depth))
    if cut:
        branch.add(Text(f"… {len(here) - shown} more …", "dim"))
        branch.add(_leaf(here[-1], depth))


def _summary(notes: list[ListedNote]) -> str:
    plural = "" if len(notes) == 1 else "s"
    passages = sum(note.passages for note in notes)
    size = size_text(sum(note.size for note in notes))
    return f"{len(notes)} note{plural}, {passages} memories, {size}"


def _leaf(note: ListedNote, depth: int) -> Text:
    name = note.path.split("/")[depth]
    leaf = Text.assemble(visible(name), (f"  {size_text(note.size)}", "dim"))
    if note.problem:
        leaf.append(f"  {visible(note.reason)}", "red")
    elif note.title:
        title = visible(note.title)
        shown = title if len(title) <= _TITLE_WIDTH else f"{title[: _TITLE_WIDTH - 1]}…"
        leaf.append(f"  {shown}", "italic cyan")
    return leaf
