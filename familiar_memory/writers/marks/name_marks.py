"""Which names have stood in whose notes: one that a person deleted there is not put back.

A line that was deleted leaves no trace in the note, and a name is heard again with each turn. A
note that is made anew, by whichever talk, begins with what is heard from then on.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.operations.merging.note_parts import FULL_OF_NAMES
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.proposal import AddAlias, EnsureNote, Proposal

__all__ = ["NameMarks"]

_PREFIX = "name "
_DIGEST_BYTES = 8
_NOTE_CHARS = len(_PREFIX) + 2 * _DIGEST_BYTES
"""The mark of a note, with which those of its names begin."""
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
        self._highest: dict[str, int] = {}

    def refresh(self) -> None:
        """Read what was marked, as at the beginning of a run."""
        self._marks, self._highest = {}, {}
        for name, at in self._history.watermarks_like(_PREFIX).items():
            self._take(name, at)

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
        new: dict[str, int] = {}
        for outcome in report.outcomes:
            operation = outcome.operation
            if isinstance(operation, EnsureNote) and self._is_new(outcome):
                note = _note(operation.path)
                new[note] = self._highest.get(note, 0) + 1
        for outcome in report.outcomes:
            operation = outcome.operation
            if isinstance(operation, AddAlias) and _stands(outcome):
                note = _note(operation.path)
                new[_name(operation)] = new.get(note, self._at(note)) + 1
        self._set(new)

    def _is_new(self, outcome: Outcome) -> bool:
        """Whether a person's note was made, now or by a run that died before it could mark that."""
        path = outcome.operation.path
        if not is_below(path, PEOPLE):
            # Other notes have no names, and are not proposed again by a batch that is done again.
            return False
        is_unknown = _note(path) not in self._highest
        return outcome.verdict is Verdict.APPLIED or (
            outcome.verdict is Verdict.SKIPPED and is_unknown
        )

    def _at(self, name: str) -> int:
        return self._marks.get(name, 0)

    def _set(self, marks: Mapping[str, int]) -> None:
        """Move those forward that are behind: of a height all at once, for each write is slow."""
        by_height: dict[int, list[str]] = defaultdict(list)
        for name, at in marks.items():
            if self._at(name) < at:
                by_height[at].append(name)
        for at, names in by_height.items():
            self._history.set_watermarks(at, names)
            for name in names:
                self._take(name, at)

    def _take(self, name: str, at: int) -> None:
        self._marks[name] = at
        note = name[:_NOTE_CHARS]
        self._highest[note] = max(self._highest.get(note, 0), at)


def _stands(outcome: Outcome) -> bool:
    """Whether the name stands in the note, or has stood there."""
    return outcome.verdict in _SETTLED and outcome.reason != FULL_OF_NAMES


def _note(path: str) -> str:
    return f"{_PREFIX}{_digest(path)}"


def _name(alias: AddAlias) -> str:
    heard = f"{alias.path}\n{alias.place}\n{normalised(' '.join(alias.name.split()))}"
    return f"{_note(alias.path)} {_digest(heard)}"


def _digest(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()
