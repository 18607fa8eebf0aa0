"""Writing the notes of a batch as one: all of its proposals come to be, or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from familiar_memory.errors import StoreError
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_editor import NoteEditor, where_they_stand, with_refs
from familiar_memory.operations.outcome import ApplyReport, FileFailure, Outcome, Verdict
from familiar_memory.store.base import Cause, NoteReader, NoteStore

__all__ = ["Together", "preview_together", "left_unwritten", "write_together"]


@dataclass(frozen=True, slots=True)
class Together:
    """The proposals of a call come to be as one, and with them what is changed `beside` them.

    These are pure functions of the texts of other files, by path. What one raises passes through,
    and nothing is written. `must_stand`: neither is anything where a proposal is skipped for
    another reason than that it stands there.
    """

    beside: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    must_stand: bool = False

    def refuses(self, outcome: Outcome) -> bool:
        """Whether what became of one proposal keeps all of them from being written."""
        is_left_out = self.must_stand and not outcome.stands
        return outcome.verdict in _REFUSED or is_left_out


_REFUSED = frozenset({Verdict.REJECTED, Verdict.HELD})


class _RefusedError(Exception):
    """The text of a note does not allow one of the proposals."""

    def __init__(self, outcome: Outcome) -> None:
        """Take what became of that one."""
        self.outcome = outcome
        super().__init__(outcome.reason)


def write_together(
    store: NoteStore,
    editors: Sequence[NoteEditor],
    register: TreeRegister,
    cause: Cause,
    together: Together,
) -> ApplyReport:
    """Change all these notes, or none: where one refuses a proposal, or cannot be written."""

    def edit() -> tuple[str, ...]:
        by_path: dict[str, list[NoteEditor]] = {}
        for editor in editors:
            by_path.setdefault(editor.path, []).append(editor)
        results = store.edit_all(
            {
                **{path: partial(_changed, group, together) for path, group in by_path.items()},
                **together.beside,
            },
            cause=with_refs(cause, editors),
            is_capped=all(editor.is_capped for editor in editors),
        )
        written = tuple(one.path for one in results if one.changed and one.path in by_path)
        for path in written:
            register.met(path)
        return written

    try:
        changed = where_they_stand(editors, register, edit) if editors else ()
    except _RefusedError as refusal:
        return _as_refused(store, editors, refusal.outcome)
    except StoreError as error:
        return _as_failed(editors, error)
    return ApplyReport(_outcomes(editors), changed)


def preview_together(store: NoteReader, editors: Sequence[NoteEditor]) -> ApplyReport:
    """What `write_together` would do, as things stand."""
    try:
        changed = tuple(dict.fromkeys(one.path for one in editors if one.preview(store)))
    except StoreError as error:
        return _as_failed(editors, error)
    outcomes = _outcomes(editors)
    culprit = next((one for one in outcomes if one.verdict in _REFUSED), None)
    if culprit is not None:
        return ApplyReport(left_unwritten(outcomes, culprit))
    return ApplyReport(outcomes, changed)


def left_unwritten(outcomes: Sequence[Outcome], culprit: Outcome) -> tuple[Outcome, ...]:
    """What becomes of a batch where one proposal was refused: what would have been written is not.

    What is so already stays so.
    """
    reason = f"not written: {culprit.note}: {culprit.reason}"
    return tuple(
        replace(one, verdict=Verdict.FAILED, reason=reason)
        if one.verdict is Verdict.APPLIED
        else one
        for one in outcomes
    )


def _changed(editors: Sequence[NoteEditor], together: Together, text: str) -> str:
    for editor in editors:
        text = editor.change(text)
        for outcome in editor.outcomes:
            if together.refuses(outcome):
                raise _RefusedError(replace(outcome, path=editor.path))
    return text


def _as_refused(store: NoteReader, editors: Sequence[NoteEditor], culprit: Outcome) -> ApplyReport:
    for editor in editors:
        # The store stopped at the first refusal: the others tell here what becomes of them.
        with suppress(StoreError):
            editor.preview(store)
    return ApplyReport(left_unwritten(_outcomes(editors), culprit))


def _as_failed(editors: Sequence[NoteEditor], error: StoreError) -> ApplyReport:
    outcomes = tuple(
        Outcome(one, Verdict.FAILED, error.problem, editor.path)
        for editor in editors
        for one in editor.operations
    )
    paths = dict.fromkeys(editor.path for editor in editors)
    return ApplyReport(outcomes, (), tuple(FileFailure.of(path, error) for path in paths))


def _outcomes(editors: Sequence[NoteEditor]) -> tuple[Outcome, ...]:
    """What became of each proposal; of a note that was not looked at, they count as merged."""
    return tuple(
        replace(one, path=editor.path)
        for editor in editors
        for one in (
            editor.outcomes or [Outcome(every, Verdict.APPLIED) for every in editor.operations]
        )
    )
