"""Apply proposals to the tree: the only way in which a writer changes a note.

One edit a note, made by compare-and-set: when somebody saves the note meanwhile, the
proposals are merged anew into what they saved. Applying the same again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from familiar_memory.errors import (
    ConflictError,
    NotFoundError,
    StorageError,
    StoreError,
)
from familiar_memory.operations.merge import merge
from familiar_memory.operations.note_room import NoteRoom
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, FileFailure, Outcome, Verdict
from familiar_memory.operations.place_labels import PlaceLabels
from familiar_memory.operations.policy import Policy
from familiar_memory.operations.proposal import Proposal
from familiar_memory.store.base import Cause, NoteReader, NoteStore

__all__ = ["apply"]

_WRITER = Cause("memory_writer")
_RULES = NoteRules()


def apply(
    store: NoteStore,
    operations: Iterable[Proposal],
    policy: Policy,
    *,
    cause: Cause = _WRITER,
    rules: NoteRules = _RULES,
    reach: str | None = None,
    labels: PlaceLabels | None = None,
    dry_run: bool = False,
) -> ApplyReport:
    """Let through what the policy allows, and write each note that changes.

    `policy` judges for whoever proposes: what it holds or refuses is in the report, and
    written nowhere. The `cause` stands in the journal: its batch joins the changes, so that
    they can be undone together, and its refs stand beside those of the proposals. A note
    that cannot be written is reported in `failures`, and the others are written all the
    same. With `dry_run` nothing is written and the report says what would be.

    With a `reach` (`knowledge.audience.reach_of`) all proposals are of its talk, and a note
    is full when its lines for everyone and for that reach come to the store's cap of a file:
    what others say in private takes no room. With `labels` lines name places by those, which
    the notes explain; without, by their slugs.
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
    for path, group in by_path.items():
        room = (
            None
            if reach is None
            else NoteRoom(path, reach, rules.readers, rules.default_audience, cap)
        )
        editor = _Editor(group, rules, room, labels)
        try:
            wrote = editor.preview(store, path) if dry_run else editor.write(store, path, cause)
        except StoreError as error:
            failures.append(_failure(path, error))
            outcomes += [Outcome(one, Verdict.FAILED, error.problem) for one in group]
            continue
        outcomes += editor.outcomes
        if wrote:
            changed.append(path)
    return ApplyReport(tuple(outcomes), tuple(changed), tuple(failures))


class _Editor:
    """Merges one note's proposals, as often as the store asks; the last time counts."""

    def __init__(
        self,
        operations: Sequence[Proposal],
        rules: NoteRules,
        room: NoteRoom | None,
        labels: PlaceLabels | None,
    ) -> None:
        self._operations = operations
        self._rules = rules
        self._room = room
        self._labels = labels
        self.outcomes: tuple[Outcome, ...] = ()

    def write(self, store: NoteStore, path: str, cause: Cause) -> bool:
        proposed = (ref for one in self._operations for ref in one.refs)
        cause = replace(cause, refs=tuple(dict.fromkeys((*cause.refs, *proposed))))
        return store.edit(path, self._change, cause=cause, is_capped=self._room is None).changed

    def preview(self, store: NoteReader, path: str) -> bool:
        try:
            text = store.read_file(path)
        except NotFoundError:
            text = ""
        return self._change(text) != text

    def _change(self, text: str) -> str:
        merged, self.outcomes = merge(
            text, self._operations, self._rules.vocabulary, self._rules.readers, self._labels
        )
        if self._room is not None and merged != text:
            self._room.check(text, merged)
        return merged


def _failure(path: str, error: StoreError) -> FileFailure:
    return FileFailure(path, error.problem, isinstance(error, ConflictError | StorageError))
