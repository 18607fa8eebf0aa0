"""Apply proposals to the tree: the only way in which a writer changes a note.

One edit a note, made by compare-and-set: when somebody saves the note meanwhile, the
proposals are merged anew into what they saved. Applying the same again changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath

from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.errors import (
    ConflictError,
    NotFoundError,
    StorageError,
    StoreError,
)
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.markdown.frontmatter.identity import with_id
from familiar_memory.notes.register.claims import is_at_home
from familiar_memory.notes.register.head import is_id_for, read_note_head
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.merging.properties import with_heard_name
from familiar_memory.operations.note_room import NoteRoom
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, FileFailure, Outcome, Verdict
from familiar_memory.operations.policy import Policy, viewer_of
from familiar_memory.operations.proposal import EnsureNote, Proposal
from familiar_memory.store.base import Cause, NoteReader, NoteStore

__all__ = ["apply"]

_WRITER = Cause("memory_writer")
_RULES = NoteRules()
_TRIES = 5
"""So often a note is looked for again that a person moved while it was written."""


def apply(
    store: NoteStore,
    operations: Iterable[Proposal],
    policy: Policy,
    register: TreeRegister,
    *,
    cause: Cause = _WRITER,
    rules: NoteRules = _RULES,
    reach: str | None = None,
    dry_run: bool = False,
) -> ApplyReport:
    """Let through what the policy allows, and write each note that changes.

    `policy` judges for whoever proposes: what it holds or refuses is in the report, and
    written nowhere; a line that its `viewer` may not see does not exist for what names a record.
    The `cause` stands in the journal: its batch joins the changes, so that they can be undone
    together, and its refs stand beside those of the proposals. A note that cannot be written is
    reported in `failures`, and the others are written all the same. With `dry_run` nothing is
    written and the report says what would be.

    With a `reach` (`knowledge.audience.reach_of`) all proposals are of its talk, and a note
    is full when its lines for everyone and for that reach come to the store's cap of a file:
    what others say in private takes no room.

    Proposals name notes of people and topics by their keys; the `register` of the store says
    where each stands, and what a new one is called. The report names files by their paths.
    """
    outcomes: list[Outcome] = []
    changed: list[str] = []
    failures: list[FileFailure] = []
    by_path: dict[str, list[Proposal]] = {}
    cap = store.limits.max_file_bytes
    for operation in operations:
        if (ruling := policy.judge(operation)) is not None:
            outcomes.append(Outcome(operation, ruling.verdict, ruling.reason))
        else:
            by_path.setdefault(operation.path, []).append(operation)
    absent = _absent(register, by_path)
    if absent:
        # A new note is called as no other is, wherever in the tree that stands.
        _look(register)
        absent = _absent(register, absent)
    for key, group in by_path.items():
        room = (
            None
            if reach is None
            else NoteRoom(key, reach, rules.readers, rules.default_audience, cap)
        )
        editor = _Editor(key, group, rules, room, register, is_absent=key in absent)
        editor.viewer = viewer_of(policy)
        try:
            wrote = editor.preview(store) if dry_run else editor.write(store, cause)
        except StoreError as error:
            failures.append(_failure(editor.path, error))
            outcomes += [Outcome(one, Verdict.FAILED, error.problem, editor.path) for one in group]
            continue
        outcomes += [replace(one, path=editor.path) for one in editor.outcomes]
        if wrote:
            changed.append(editor.path)
    return ApplyReport(tuple(outcomes), tuple(changed), tuple(failures))


def _look(register: TreeRegister) -> None:
    # What cannot be listed is reported by the change of each note.
    with suppress(StoreError):
        register.look_at_all()


def _absent(register: TreeRegister, keys: Iterable[str]) -> frozenset[str]:
    """The keys that no note has.

    All are looked for before the first is made: each new note changes its folder, and to look
    into that once more for each of the others would cost the square of them.
    """
    return frozenset(key for key in keys if register.path_of(key) is None)


class _ElsewhereError(Exception):
    """What stands there is not the note that is meant, or it has gone from there."""


class _Editor:
    """Merges one note's proposals, as often as the store asks; the last time counts."""

    def __init__(
        self,
        key: str,
        operations: Sequence[Proposal],
        rules: NoteRules,
        room: NoteRoom | None,
        register: TreeRegister,
        *,
        is_absent: bool,
    ) -> None:
        """`is_absent`: the tree was looked at just now, and no note has the key."""
        self.path = key
        self.outcomes: tuple[Outcome, ...] = ()
        self._key = key
        self._operations = operations
        self._rules = rules
        self._room = room
        self._register = register
        self._is_absent = is_absent
        self._is_new = False
        self.viewer = Viewer()

    def write(self, store: NoteStore, cause: Cause) -> bool:
        proposed = (ref for one in self._operations for ref in one.refs)
        cause = replace(cause, refs=tuple(dict.fromkeys((*cause.refs, *proposed))))

        def edit() -> bool:
            is_capped = self._room is None
            result = store.edit(self.path, self._change, cause=cause, is_capped=is_capped)
            if result.changed:
                self._register.met(self.path)
            return result.changed

        return self._found(edit)

    def preview(self, store: NoteReader) -> bool:
        def compare() -> bool:
            try:
                text = store.read_file(self.path)
            except NotFoundError:
                text = ""
            return self._change(text) != text

        return self._found(compare)

    def _found(self, change: Callable[[], bool]) -> bool:
        """Do something to the note where it stands; again, when it was moved meanwhile."""
        for _ in range(_TRIES):
            self._find()
            try:
                return change()
            except _ElsewhereError:
                self._is_absent = False
                self._register.look_at_all()
        raise ConflictError(
            f"{self.path}: the note was moved again and again", "Try again when it stands still."
        )

    def _find(self) -> None:
        """Where the note stands, or is to be made."""
        path = None if self._is_absent else self._register.path_of(self._key)
        self._is_new = path is None
        if path is None:
            path = self._register.new_path(self._key, self._name)
        self.path = path

    @property
    def _name(self) -> str:
        names = (one.name for one in self._operations if isinstance(one, EnsureNote))
        return next(filter(None, names), "")

    def _change(self, text: str) -> str:
        self._check(text)
        merged, self.outcomes = merge(
            text,
            self._operations,
            self._rules,
            self.viewer,
        )
        if self._is_new and merged != text:
            merged = self._as_ours(merged)
        if self._room is not None and merged != text:
            self._room.check(text, merged)
        return merged

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


def _failure(path: str, error: StoreError) -> FileFailure:
    return FileFailure(path, error.problem, isinstance(error, ConflictError | StorageError))
