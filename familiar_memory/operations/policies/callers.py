"""The policy of whoever calls a tool from a place: they change what they may see, and no more."""

from __future__ import annotations

from collections.abc import Container
from datetime import date

from familiar_memory.domain.tree import (
    CHANNELS,
    PEOPLE,
    SELF,
    TOPICS,
    is_below,
    note_of_place,
)
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.records.machine_lines import is_stated_record
from familiar_memory.knowledge.tree_rules import is_sectioned_by_place
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    PutRecord,
    Reassert,
    RestoreRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.outcome import Miss, Verdict
from familiar_memory.operations.policies.owner import closed_to_commands
from familiar_memory.operations.policy import (
    Ruling,
    is_claim_of_another,
    is_topic_path,
    nobodys_note,
)
from familiar_memory.operations.proposal import EnsureNote, Proposal

__all__ = ["CallerPolicy"]

_FIXED = frozenset({"place", "by", "refs", "source", "replaces", "into", "seen", "learned"})
"""Fields that say who said something, where and when: no caller puts words into others' mouths."""


class CallerPolicy:
    """For a tool that somebody (`author`, their slug) uses where the `viewer` stands.

    What they have kept is by them, for their place. They change only lines that they may see
    (`viewer`), and that nobody wrote by hand; its words are changed by whoever stated it, where it
    is for. That is looked at in the note, and what they may not see is not found.
    """

    def __init__(
        self, author: str, viewer: Viewer, known_people: Container[str], today: date
    ) -> None:
        """Take the slugs of those who may have a note, too, and the day of what is said anew."""
        self.viewer = viewer
        self._author = author
        self._known_people = known_people
        self._today = today

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what is closed to tools, and what would widen or forge something."""
        reason = self._reason(operation)
        return None if reason is None else Ruling(Verdict.REJECTED, reason)

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """Refuse to touch what was said or written by hand, and to word what is not theirs."""
        if is_sectioned_by_place(operation.path):
            return Ruling(Verdict.REJECTED, "it is what was said, and stays as it was said")
        if not is_stated_record(line.record):
            reason = "a person wrote this line by hand: only the owner changes it"
            return Ruling(Verdict.REJECTED, reason)
        if isinstance(operation, UpdateRecord) and operation.patch.has_words:
            return self._unworded(line)
        return None

    def _unworded(self, line: StandingLine) -> Ruling | None:
        """Why the words of a line are not theirs to change.

        New ones would be known where the line is, by whoever is named there.
        """
        reason = None
        if line.audience != self.viewer.place:
            reason = "this memory is for others than those who are here"
        elif line.record.fields.by not in (None, self._author):
            reason = "somebody else has stated this memory"
        return None if reason is None else Ruling(Verdict.REJECTED, reason, Miss.OTHERS_WORDS)

    def _reason(self, operation: Proposal) -> str | None:
        if is_below(operation.path.casefold(), SELF):
            return f"{operation.path} is closed to tools"
        if (closed := closed_to_commands(operation.path)) is not None:
            return closed
        if isinstance(operation, StateRecord | PutRecord | EnsureNote):
            return self._closed_to_new(operation.path) or self._forged(operation)
        if isinstance(operation, UpdateRecord):
            return self._forging(operation)
        if isinstance(operation, RetireById | RestoreRecord | DeleteRecord | Reassert):
            return None
        return "tools do nothing of the kind"

    def _forging(self, operation: UpdateRecord) -> str | None:
        """Why a line is not changed so; new words may be dated today, since they are of today."""
        patch = operation.patch
        fixed = _FIXED & set(patch.fields)
        if patch.has_words and patch.fields.get("learned") == self._today:
            fixed -= {"learned"}
        return f"a tool does not change {min(fixed)!r} of a record" if fixed else None

    def _closed_to_new(self, path: str) -> str | None:
        """Why nothing new is kept in a note."""
        place = self.viewer.place
        if place is not None and path == note_of_place(place):
            return None
        if is_below(path, PEOPLE):
            return nobodys_note(path, self._known_people)
        if is_topic_path(path):
            return None
        folders = f"{PEOPLE}/, {TOPICS}/ or {CHANNELS}/ of this place"
        return f"{path} is closed to tools; accepted: {folders}"

    def _forged(self, operation: StateRecord | PutRecord | EnsureNote) -> str | None:
        if isinstance(operation, EnsureNote):
            return None
        fields = operation.record.fields
        if isinstance(operation, StateRecord):
            if operation.for_owner:
                return "only the owner has the last word"
            if (fields.by, fields.place) != (self._author, self.viewer.place):
                return "what a tool keeps is by its caller, for their place"
            if is_claim_of_another(operation):
                return "a claim about somebody else is not a fact of theirs: say it in a sentence"
        return None
