"""Which names have stood in whose notes: one that a person deleted there is not put back.

A line that was deleted leaves no trace in the note, and a name is heard again with each turn. A
note that is made anew, by whichever talk, begins with what is heard from then on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from familiar_memory.history.base import Watermarks
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.proposal import AddAlias, EnsureNote, Proposal

__all__ = ["NameMarks"]

_PREFIX = "name "
_SETTLED = frozenset({Verdict.APPLIED, Verdict.SKIPPED})


class NameMarks:
    """Watermarks of the history, one a person and one a name of theirs in a place.

    They count: a name has stood in the note that is there now if its mark is higher than that of
    the note. They are digests, so that nothing of a name is left where it was erased.
    """

    def __init__(self, history: Watermarks) -> None:
        """Nothing is read before `refresh`."""
        self._history = history
        self._marks: dict[str, int] = {}

    def refresh(self) -> None:
        """Read what was marked, as at the beginning of a run."""
        self._marks = self._history.watermarks_like(_PREFIX)

    def marked(self, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
        """The proposals, in which a name says whether it has stood in its note."""
        return tuple(
            replace(one, was_noted=True)
            if isinstance(one, AddAlias) and self._at(_name(one)) > self._at(_note(one.path))
            else one
            for one in proposals
        )

    def mark(self, report: ApplyReport) -> None:
        """Mark the names that stand now, and the notes that were made."""
        for outcome in report.outcomes:
            operation = outcome.operation
            if isinstance(operation, EnsureNote) and outcome.verdict is Verdict.APPLIED:
                note = _note(operation.path)
                of_it = (at for name, at in self._marks.items() if name.startswith(note))
                self._set(note, max(of_it, default=0) + 1)
        for outcome in report.outcomes:
            operation = outcome.operation
            if isinstance(operation, AddAlias) and outcome.verdict in _SETTLED:
                self._set(_name(operation), self._at(_note(operation.path)) + 1)

    def _at(self, name: str) -> int:
        return self._marks.get(name, 0)

    def _set(self, name: str, at: int) -> None:
        if self._at(name) < at:
            self._history.set_watermark(at, name)
            self._marks[name] = at


def _note(path: str) -> str:
    return f"{_PREFIX}{_digest(path)}"


def _name(alias: AddAlias) -> str:
    heard = f"{alias.path}\n{alias.place}\n{normalised(' '.join(alias.name.split()))}"
    return f"{_note(alias.path)} {_digest(heard)}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
