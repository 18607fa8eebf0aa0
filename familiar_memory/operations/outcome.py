"""What became of each proposal, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from familiar_memory.errors import ConflictError, StorageError, StoreError
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.touched import TouchedLine

__all__ = ["ApplyReport", "FileFailure", "Miss", "Outcome", "Verdict"]


_THERE = frozenset({"it is already there", "it was said more exactly"})
"""The reasons to skip something by which it stands: others are a person's hand, or time's."""


class Verdict(StrEnum):
    """What became of a proposal.

    Applied; skipped because it was so already; held by policy until a person decides;
    rejected by policy or by the text; failed where its note could not be written, or was not,
    since another proposal of the same batch was held or rejected.
    """

    APPLIED = "applied"
    SKIPPED = "skipped"
    HELD = "held"
    REJECTED = "rejected"
    FAILED = "failed"


class Miss(StrEnum):
    """Why the line that a proposal names is not touched.

    What whoever proposes may not see is told in the same words as what is not there. The words of
    a line are closed to those who have not stated it, or who stand where it is not for.
    """

    NOT_FOUND = "there is no such record"
    CHANGED = "the line has changed since it was read"
    AMBIGUOUS = "several lines of the note have that id"
    OTHERS_WORDS = "the words are those of others, or for others"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One proposal, what was done with it, and why when it was not applied.

    `path` is the file that it was for, which need not be called after the key of its note;
    empty where none was looked for. `lines` are those that it touched, the one it is about first.
    `miss` says what the `reason` words, where it is the named line that was missed.
    """

    operation: Proposal
    verdict: Verdict
    reason: str = ""
    path: str = ""
    lines: tuple[TouchedLine, ...] = ()
    miss: Miss | None = None

    @property
    def stands(self) -> bool:
        """Whether what was proposed is in the note now: it was written, or was there before."""
        is_there = self.verdict is Verdict.SKIPPED and self.reason in _THERE
        return self.verdict is Verdict.APPLIED or is_there

    @property
    def note(self) -> str:
        """The file of the note, else its key."""
        return self.path or self.operation.path


@dataclass(frozen=True, slots=True)
class FileFailure:
    """A note that could not be written; none of its changes were made.

    `may_pass` = the disk or another writer was in the way, so a later attempt may succeed.
    """

    path: str
    reason: str
    may_pass: bool

    @classmethod
    def of(cls, path: str, error: StoreError) -> FileFailure:
        """The failure that this error of the store is; its reason does not name the note again."""
        reason = error.problem.removeprefix(f"{path}: ")
        return cls(path, reason, isinstance(error, ConflictError | StorageError))


@dataclass(frozen=True, slots=True)
class ApplyReport:
    """Every proposal with its outcome, the notes that changed, the notes that failed."""

    outcomes: tuple[Outcome, ...] = ()
    changed: tuple[str, ...] = ()
    failures: tuple[FileFailure, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """How many proposals ended so."""
        return sum(one.verdict is verdict for one in self.outcomes)

    @property
    def applied(self) -> tuple[Outcome, ...]:
        """The proposals that changed a note."""
        return tuple(o for o in self.outcomes if o.verdict is Verdict.APPLIED)

    @property
    def skipped(self) -> tuple[Outcome, ...]:
        """The proposals that were so already."""
        return tuple(o for o in self.outcomes if o.verdict is Verdict.SKIPPED)

    @property
    def held(self) -> tuple[Outcome, ...]:
        """The proposals that wait for a person; nothing of them is written."""
        return tuple(o for o in self.outcomes if o.verdict is Verdict.HELD)

    @property
    def rejected(self) -> tuple[Outcome, ...]:
        """The proposals that policy or the text did not let through."""
        return tuple(o for o in self.outcomes if o.verdict is Verdict.REJECTED)
