"""Which sections of sessions have had a summary: one that a person deleted is not put back."""

from __future__ import annotations

import hashlib

from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.markdown.text.kept_ids import SUMMARY, is_kept_up
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.proposal import RefreshRecords

__all__ = ["SummaryMarks"]

_PREFIX = "summary "
_DIGEST_BYTES = 8
_SETTLED = frozenset({Verdict.APPLIED, Verdict.SKIPPED})


class SummaryMarks:
    """Watermarks of the history, one a section, as digests: they hold no words."""

    def __init__(self, history: Watermarks) -> None:
        """Nothing is read before `refresh`."""
        self._history = history
        self._known: frozenset[str] = frozenset()

    def refresh(self) -> None:
        """Read what was marked, as at the beginning of a run."""
        self._known = frozenset(self._history.watermarks_like(_PREFIX))

    def has(self, path: str, place: str) -> bool:
        """Whether the section of a place in the note at a path has had one."""
        return _mark(path, place) in self._known

    def mark(self, report: ApplyReport) -> None:
        """Mark the sections that have one now."""
        new = {
            _mark(outcome.operation.path, line.record.fields.place or "")
            for outcome in report.outcomes
            if isinstance(outcome.operation, RefreshRecords) and outcome.verdict in _SETTLED
            for line in outcome.operation.fresh
            if is_kept_up(line.record, SUMMARY)
        } - self._known
        if new:
            self._history.set_watermarks(1, sorted(new))
            self._known |= new


def _mark(path: str, place: str) -> str:
    data = f"{path}\n{place}".encode("utf-8", "surrogatepass")
    return f"{_PREFIX}{hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()}"
