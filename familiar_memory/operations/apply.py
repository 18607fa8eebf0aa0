"""Apply proposals to the tree: the only way in which a writer changes a note.

One edit a note, made by compare-and-set: when somebody saves the note meanwhile, the
proposals are merged anew into what they saved. Applying the same again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from familiar_memory.errors import StoreError
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_editor import NoteEditor
from familiar_memory.operations.note_room import NoteRoom
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, FileFailure, Outcome, Verdict
from familiar_memory.operations.policy import Policy, Proposer
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.together import (
    Together,
    left_unwritten,
    preview_together,
    write_together,
)
from familiar_memory.store.base import Cause, NoteStore

__all__ = ["apply"]

_WRITER = Cause("memory_writer")
_RULES = NoteRules()


def apply(
    store: NoteStore,
    operations: Iterable[Proposal],
    policy: Policy,
    register: TreeRegister,
    *,
    cause: Cause = _WRITER,
    rules: NoteRules = _RULES,
    dry_run: bool = False,
    together: Together | None = None,
) -> ApplyReport:
    """Let through what the policy allows, and write each note that changes.

    `policy` judges for whoever proposes: what it holds or refuses is in the report, and
    written nowhere; a line that its `viewer` may not see does not exist for what names a record.
    The `cause` stands in the journal: its batch joins the changes, so that they can be undone
    together, and its refs stand beside those of the proposals. A note that cannot be written is
    reported in `failures`, and the others are written all the same. With `dry_run` nothing is
    written and the report says what would be.

    With `together` all proposals come to be or none, across a crash too (`NoteStore.edit_all`), and
    so do the changes that it has beside them. Where the policy or a text holds or refuses one, its
    outcome says so, and those that would have been applied have failed, "not written: …" and why;
    so have all where a note cannot be written. What is so already is skipped as ever.

    Proposals name notes of people and topics by their keys; the `register` of the store says
    where each stands, and what a new one is called. The report names files by their paths.
    """
    ruled: list[Outcome] = []
    by_key: dict[str, list[Proposal]] = {}
    for operation in operations:
        if (ruling := policy.judge(operation)) is not None:
            ruled.append(Outcome(operation, ruling.verdict, ruling.reason, miss=ruling.miss))
        else:
            by_key.setdefault(operation.path, []).append(operation)
    if together is not None and ruled:
        # Of a batch that is not written nobody needs to read the notes.
        others = [Outcome(one, Verdict.APPLIED) for group in by_key.values() for one in group]
        return ApplyReport((*ruled, *left_unwritten(others, ruled[0])))
    proposer = Proposer.of(policy)
    viewer = proposer.viewer
    if viewer.place is not None and rules.reach is None:
        # What they may not see takes no room of theirs, nor is it told by how much is left.
        rules = replace(rules, reach=reach_of(viewer.place, rules.readers))
    editors = _editors(by_key, register, rules, proposer, store.limits.max_file_bytes)
    if together is not None:
        if dry_run:
            return preview_together(store, editors)
        return write_together(store, editors, register, cause, together)
    return _one_by_one(store, ruled, editors, cause, dry_run=dry_run)


def _one_by_one(
    store: NoteStore,
    ruled: Sequence[Outcome],
    editors: Iterable[NoteEditor],
    cause: Cause,
    *,
    dry_run: bool,
) -> ApplyReport:
    outcomes = list(ruled)
    changed: list[str] = []
    failures: list[FileFailure] = []
    for editor in editors:
        try:
            wrote = editor.preview(store) if dry_run else editor.write(store, cause)
        except StoreError as error:
            failures.append(FileFailure.of(editor.path, error))
            outcomes += [
                Outcome(one, Verdict.FAILED, error.problem, editor.path)
                for one in editor.operations
            ]
            continue
        outcomes += [replace(one, path=editor.path) for one in editor.outcomes]
        if wrote:
            changed.append(editor.path)
    return ApplyReport(tuple(outcomes), tuple(changed), tuple(failures))


def _editors(
    by_key: Mapping[str, Sequence[Proposal]],
    register: TreeRegister,
    rules: NoteRules,
    proposer: Proposer,
    cap: int,
) -> list[NoteEditor]:
    """One for each note."""
    absent = _absent(register, by_key)
    if absent:
        # A new note is called as no other is, wherever in the tree that stands.
        _look(register)
        absent = _absent(register, absent)
    readers, default = rules.readers, rules.default_audience
    return [
        NoteEditor(
            key,
            group,
            rules,
            None if rules.reach is None else NoteRoom(key, rules.reach, readers, default, cap),
            register,
            is_absent=key in absent,
            proposer=proposer,
        )
        for key, group in by_key.items()
    ]


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
