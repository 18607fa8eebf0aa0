"""From what a person has accepted to the notes that are written anew.

The texts are read here, and written by `apply` if they still are those: a note that somebody saves
meanwhile keeps that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.errors import EditError, InputError
from familiar_memory.markdown.change.relink import BareNames, relinked
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.rewriting.proposals import RewriteNote
from familiar_memory.operations.rewriting.requests import DropName, Relink, Rewriting, Unlink
from familiar_memory.operations.rewritten.names import without_name
from familiar_memory.operations.rewritten.parting import Parting
from familiar_memory.operations.rewritten.tree import NotesOfTree
from familiar_memory.operations.rewritten.unlinking import unlinked
from familiar_memory.store.base import NoteReader

__all__ = ["NotesRewritten"]

_NOTE = ".md"


@dataclass(frozen=True, slots=True)
class NotesRewritten:
    """Makes the proposals of what a person has accepted, from the notes as they stand."""

    store: NoteReader
    register: TreeRegister
    rules: NoteRules
    texts: Mapping[str, str] | None = None
    """Of a look that somebody has just had, by path; else the tree is looked at."""

    def proposals(self, request: Rewriting) -> tuple[RewriteNote, ...]:
        """One for each note that changes.

        Raises:
            InputError: as things stand there is nothing to do, or it cannot be done.
            StoreError: a note cannot be read.
        """
        tree = NotesOfTree(self.store, self.register, self.texts)
        try:
            if isinstance(request, Relink):
                return _relinked(tree, request)
            if isinstance(request, Unlink):
                return unlinked(tree, self.rules, request)
            if isinstance(request, DropName):
                return self._without_name(tree, request)
            return Parting(tree, self.rules, request).proposals()
        except EditError as error:
            raise InputError(error.problem, error.accepted or "a note as it was") from error

    def _without_name(self, tree: NotesOfTree, request: DropName) -> tuple[RewriteNote, ...]:
        path, text = tree.read(request.path)
        now = without_name(text, request.name, request.path, self.rules.vocabulary)
        if now == text:
            raise InputError(f"{path} does not list {request.name!r}", "a name that it lists")
        return (RewriteNote(request.path, text, now),)


def _relinked(tree: NotesOfTree, request: Relink) -> tuple[RewriteNote, ...]:
    target = tree.register.path_of(request.target)
    if target is None or target not in tree.paths:
        raise InputError(f"there is no {request.target} any more", "a note that is there")
    there = {spelling_key(path) for path in tree.paths}
    lost = [name for name in request.names if spelling_key(f"{name}{_NOTE}") not in there]
    changes = []
    for key in request.notes:
        path, text = tree.read(key)
        now = text
        for name in lost:
            now = _leading(now, path, f"{name}{_NOTE}", target, tree)
        if now != text:
            changes.append(RewriteNote(key, text, now))
    if not changes:
        raise InputError(f"no link to {request.names[0]!r} is lost there any more", "a lost link")
    return tuple(changes)


def _leading(text: str, path: str, old: str, target: str, tree: NotesOfTree) -> str:
    """The text of a note with lost links that lead to a note.

    It is as if that note had stood under the lost name, and were moved now.
    """
    moved = {old: target}
    names = BareNames.of([old, *(one for one in tree.paths if one != target)], moved)
    return relinked(text, path, path, moved, names, with_properties=True)
