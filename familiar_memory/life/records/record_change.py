"""What became of a request to keep or to change a record: one typed value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.operations.outcome import ApplyReport, Miss, Outcome, Verdict
from familiar_memory.operations.touched import Touch

__all__ = ["ChangeKind", "RecordChange", "change_of"]


class ChangeKind(StrEnum):
    """What happened.

    `unchanged`: it was so already. `not found` also stands for what whoever asks may not see.
    `conflict`: the line has changed since it was read. `held` waits for a person to decide.
    """

    ADDED = "added"
    CHANGED = "changed"
    COUNTED = "counted again"
    RETIRED = "retired"
    DELETED = "deleted"
    MERGED = "merged"
    MOVED = "moved"
    UNCHANGED = "unchanged"
    NOT_FOUND = "not found"
    AMBIGUOUS = "ambiguous"
    CONFLICT = "conflict"
    HELD = "held"
    REFUSED = "refused"
    FAILED = "failed"

    @property
    def is_done(self) -> bool:
        """Whether something was changed as it was asked for."""
        return self in _DONE

    @property
    def is_failure(self) -> bool:
        """Whether it was asked for and is not so; what was so already is none."""
        return not self.is_done and self is not ChangeKind.UNCHANGED


_DONE = frozenset(
    {
        ChangeKind.ADDED,
        ChangeKind.CHANGED,
        ChangeKind.COUNTED,
        ChangeKind.RETIRED,
        ChangeKind.DELETED,
        ChangeKind.MERGED,
        ChangeKind.MOVED,
    }
)
_MISSES: Mapping[Miss | None, ChangeKind] = {
    Miss.NOT_FOUND: ChangeKind.NOT_FOUND,
    Miss.CHANGED: ChangeKind.CONFLICT,
    Miss.AMBIGUOUS: ChangeKind.AMBIGUOUS,
}
_KINDS = {
    Touch.ADDED: ChangeKind.ADDED,
    Touch.CHANGED: ChangeKind.CHANGED,
    Touch.COUNTED: ChangeKind.COUNTED,
    Touch.ENDED: ChangeKind.RETIRED,
    Touch.REMOVED: ChangeKind.DELETED,
    Touch.RESTORED: ChangeKind.CHANGED,
}


@dataclass(frozen=True, slots=True)
class RecordChange:
    """What happened to which record; `reason` says why, where it is not what was asked for.

    `name` is that of the record, or of the line that said so already; None where there is none.
    `text` is what it says. `ended` were ended, struck or merged; `restored` live again.
    `contradicts` are lines that people wrote by hand, which are never struck. `is_in_new_note`
    tells the owner that a note was made for it. A `batch` is for `familiar undo`; None where
    nothing was written. `said` has the words of the records besides `name`, by their names.
    """

    kind: ChangeKind
    name: RecordName | None = None
    text: str = ""
    reason: str = ""
    ended: tuple[RecordName, ...] = ()
    restored: tuple[RecordName, ...] = ()
    contradicts: tuple[RecordName, ...] = ()
    batch: str | None = None
    is_in_new_note: bool = False
    said: tuple[tuple[RecordName, str], ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether something was changed as it was asked for."""
        return self.kind.is_done


def change_of(
    report: ApplyReport,
    batch: str | None,
    named: Callable[[Outcome], str],
    done: ChangeKind | None = None,
) -> RecordChange:
    """What became of one request, by the outcomes of its proposals: the first says most.

    `named` is what a note is called for whoever asks, and `done` what happened if all was done.
    """
    bad = [one for one in report.outcomes if one.verdict not in _GOOD]
    if bad:
        # What failed with another that was refused says no more than that one.
        bad.sort(key=lambda one: one.verdict is Verdict.FAILED)
        return RecordChange(_kind_of(bad[0]), reason=bad[0].reason)
    touched = [
        (line, RecordName(named(one), line.id))
        for one in report.outcomes
        for line in one.lines
        if line.id
    ]

    def those(touch: Touch) -> tuple[RecordName, ...]:
        return tuple(name for line, name in touched[1:] if line.touch is touch)

    if not touched:
        reason = next((one.reason for one in report.outcomes if one.reason), "")
        return RecordChange(ChangeKind.UNCHANGED, reason=reason)
    (first, name), is_done = touched[0], bool(report.applied)
    kind = _KINDS.get(first.touch, ChangeKind.UNCHANGED)
    if is_done and done is not None:
        kind = done
    return RecordChange(
        kind,
        name,
        first.text,
        next((one.reason for one in report.outcomes if one.reason), ""),
        ended=those(Touch.ENDED),
        restored=those(Touch.RESTORED),
        contradicts=those(Touch.CONTRADICTS),
        batch=batch if report.changed else None,
        said=tuple((name, line.text) for line, name in touched[1:]),
    )


_GOOD = frozenset({Verdict.APPLIED, Verdict.SKIPPED})


def _kind_of(outcome: Outcome) -> ChangeKind:
    if outcome.verdict is Verdict.HELD:
        return ChangeKind.HELD
    if outcome.verdict is Verdict.FAILED:
        return ChangeKind.FAILED
    return _MISSES.get(outcome.miss, ChangeKind.REFUSED)
