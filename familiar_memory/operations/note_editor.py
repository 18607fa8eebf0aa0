"""The proposals for one note, merged into its text as often as the store asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TypeVar

from familiar_memory.domain.tree import PEOPLE, is_below, person_of
from familiar_memory.errors import ConflictError, NotFoundError
from familiar_memory.markdown.frontmatter.identity import with_id
from familiar_memory.notes.register.claims import is_at_home
from familiar_memory.notes.register.head import is_id_for, read_note_head
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.merging.properties import with_heard_name
from familiar_memory.operations.note_room import NoteRoom
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import Outcome
from familiar_memory.operations.policy import Proposer
from familiar_memory.operations.proposal import EnsureNote, Proposal
from familiar_memory.operations.rewriting.proposals import RewriteNote
from familiar_memory.store.base import Cause, NoteReader, NoteStore

__all__ = ["NoteEditor", "where_they_stand", "with_refs"]

_TRIES = 5
"""So often notes are looked for again that a person moved while they were written."""

T = TypeVar("T")


class _ElsewhereError(Exception):
    """What stands there is not the note that is meant, or it has gone from there."""


class NoteEditor:
    """Merges one note's proposals; of several times the last one counts.

    `path` is where the note stands, or is to be made, and `outcomes` are of that time.
    """

    def __init__(
        self,
        key: str,
        operations: Sequence[Proposal],
        rules: NoteRules,
        room: NoteRoom | None,
        register: TreeRegister,
        *,
        is_absent: bool,
        proposer: Proposer,
    ) -> None:
        """`is_absent`: the tree was looked at just now, and no note has the key.

        The `proposer` is who proposes (`operations.merging.merge`).
        """
        self.path = key
        self.outcomes: tuple[Outcome, ...] = ()
        self.operations = operations
        self.is_absent = is_absent
        self._key = key
        self._rules = rules
        self._room = room
        self._register = register
        self._is_new = False
        self._proposer = proposer

    @property
    def is_capped(self) -> bool:
        """Whether the store bounds the note; else its room does."""
        return self._room is None

    def find(self) -> None:
        """Take where the note stands, or is to be made."""
        path = None if self.is_absent else self._register.path_of(self._key)
        self._is_new = path is None
        if path is None:
            path = self._register.new_path(self._key, self._name)
        self.path = path

    def write(self, store: NoteStore, cause: Cause) -> bool:
        """Change this note alone; whether there was anything to change."""

        def edit() -> bool:
            result = store.edit(
                self.path,
                self.change,
                cause=with_refs(cause, [self]),
                is_capped=self.is_capped,
            )
            if result.changed:
                self._register.met(self.path)
            return result.changed

        return where_they_stand([self], self._register, edit)

    def preview(self, store: NoteReader) -> bool:
        """Merge without writing; whether there would be anything to change."""

        def compare() -> bool:
            try:
                text = store.read_file(self.path)
            except NotFoundError:
                text = ""
            return self.change(text) != text

        return where_they_stand([self], self._register, compare)

    def change(self, text: str) -> str:
        """The text with the proposals in it.

        Raises:
            _ElsewhereError: it is not that of the note which is meant (`where_they_stand`).
            LimitError: the note would have no room for it.
        """
        self._check(text)
        merged, self.outcomes = merge(
            text, self.operations, self._rules, self._proposer, self._whose
        )
        if self._is_new and merged != text:
            merged = self._as_ours(merged)
        if self._room is not None and merged != text:
            self._room.check(text, merged)
        return merged

    def _whose(self, path: str) -> str | None:
        return person_of(self._register.resolve(path))

    @property
    def _name(self) -> str:
        names = (one.name for one in self.operations if isinstance(one, EnsureNote | RewriteNote))
        return next(filter(None, names), "")

    def _check(self, text: str) -> None:
        """Make sure that this is the text of the note that is meant.

        Raises:
            _ElsewhereError: a person has moved it, or put another in its place, just now.
        """
        if not is_at_home(self._key):
            return
        if self._is_new:
            is_meant = not text and not self._register.is_there(self.path)
        elif text:
            is_meant = self._register.agrees(self.path, text.encode("utf-8", "surrogatepass"))
        else:
            is_meant = self._register.is_there(self.path)
        if not is_meant:
            raise _ElsewhereError

    def _as_ours(self, text: str) -> str:
        """A new note that says whose it is, so that its file may be called anything."""
        given = PurePosixPath(self._key).stem
        is_said = bool(read_note_head(self._key, text.encode("utf-8", "surrogatepass")).id)
        is_id = is_id_for(self._key.partition("/")[0], given)
        text = with_id(text, given) if is_id and not is_said else text
        is_named = is_id and is_below(self._key, PEOPLE)
        return with_heard_name(text, PurePosixPath(self.path).stem, given) if is_named else text


def with_refs(cause: Cause, editors: Sequence[NoteEditor]) -> Cause:
    """The cause, with the turns behind what is proposed beside those that it names."""
    proposed = (ref for editor in editors for one in editor.operations for ref in one.refs)
    return replace(cause, refs=tuple(dict.fromkeys((*cause.refs, *proposed))))


def where_they_stand(
    editors: Sequence[NoteEditor], register: TreeRegister, change: Callable[[], T]
) -> T:
    """Do something to notes where they stand; again, when one was moved meanwhile.

    Raises:
        ConflictError: they were moved over and over.
    """
    for _ in range(_TRIES):
        for editor in editors:
            editor.find()
        try:
            return change()
        except _ElsewhereError:
            for editor in editors:
                editor.is_absent = False
            register.look_at_all()
    raise ConflictError(
        f"{editors[0].path}: the note was moved again and again", "Try again when it stands still."
    )
