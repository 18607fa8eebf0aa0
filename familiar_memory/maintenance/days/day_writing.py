"""Bullets on their way into the notes of days: through the gate, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import StoreError
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import Viewer, reach_of
from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers
from familiar_memory.maintenance.of_talk.day_notes import (
    DayBullet,
    day_path,
    day_proposals,
    day_record,
)
from familiar_memory.maintenance.of_talk.night_policy import NightPolicy
from familiar_memory.maintenance.of_talk.talk_notes import TalkNotes
from familiar_memory.maintenance.sleep.step import Night, Preview
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.merging.sections import Sections
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.store.base import NoteStore
from familiar_memory.writers.model.extractor import ReplyLimits
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.text.note_links import NoteLinks

__all__ = ["DayRules", "DayWriting", "WrittenDays"]

_BACKGROUND = 2_000


@dataclass(frozen=True, slots=True)
class DayRules:
    """How notes are read and lines judged; what a model may be shown and say.

    `lookback_hours` is how far the first night looks back.
    """

    notes: NoteRules = field(default_factory=NoteRules)
    markers: Markers = field(default_factory=shipped_markers)
    limits: ReplyLimits = field(default_factory=ReplyLimits)
    lookback_hours: int = 24


@dataclass(frozen=True, slots=True)
class WrittenDays:
    """What came of some bullets: the report, how many sections are new, how many were refused."""

    applied: ApplyReport = field(default_factory=ApplyReport)
    new_headings: int = 0
    refused: int = 0

    @property
    def appended(self) -> int:
        """How many lines were written."""
        return sum(isinstance(one.operation, AddRecord) for one in self.applied.applied)


class DayWriting:
    """Writes the bullets of a night, and keeps what a dry run would have written."""

    def __init__(
        self, history: History, store: NoteStore, register: TreeRegister, rules: DayRules
    ) -> None:
        """Look at what others have said and written."""
        self._rules = rules
        self.past = PastTalk(history, self.reach_of, _BACKGROUND)
        self._notes = TalkNotes(history, store, register, rules.notes, rules.markers, self.past)

    def reach_of(self, place: str) -> str:
        """Which talk a place belongs to."""
        return reach_of(place, self._rules.notes.readers)

    def viewer(self, talk: Sequence[StoredTurn]) -> Viewer:
        """Who may know what is made of this talk."""
        return self._notes.gate.viewer(talk)

    @property
    def previews(self) -> tuple[Preview, ...]:
        """What a dry run would have changed so far."""
        return self._notes.previews

    def write(
        self, talk: Sequence[StoredTurn], bullets: Iterable[DayBullet], night: Night
    ) -> WrittenDays:
        """Write the bullets that are made of this talk, which is of one reach."""
        policy = self._notes.policy(self._notes.gate_around(talk))
        given = list(bullets)
        # Judged before the note is proposed: of what is refused there is none.
        kept = [one for one in given if self._is_let_through(one, policy)]
        proposals = tuple(day_proposals(kept, self._links(talk)))
        headings = self._headings(proposals)
        reach = self.reach_of(talk[0].turn.place.slug)
        report = self._notes.apply(proposals, policy, night, reach)
        new = len(self._placed(report) - headings)
        return WrittenDays(report, new, len(given) - len(kept))

    @staticmethod
    def _is_let_through(bullet: DayBullet, policy: NightPolicy) -> bool:
        return (
            policy.judge(AddRecord(day_path(bullet.day, bullet.place), "", "", day_record(bullet)))
            is None
        )

    def _links(self, talk: Iterable[StoredTurn]) -> NoteLinks:
        places = {stored.turn.place.slug for stored in talk}
        labels = ((place, self._notes.labels.label(place)) for place in places)
        return NoteLinks({}, {place: label for place, label in labels if label is not None})

    def _headings(self, proposals: Iterable[Proposal]) -> frozenset[tuple[str, str]]:
        """The sections that stand already, of those in which something is to be written."""
        wanted = {(one.path, one.section) for one in proposals if isinstance(one, AddRecord)}
        sections = {path: self._sections(path) for path in {path for path, _ in wanted}}
        return frozenset(
            (path, section)
            for path, section in wanted
            if sections[path].heading_for(path, section) in sections[path].places
        )

    def _sections(self, path: str) -> Sections:
        return Sections.of(parse_note(self._standing(path), self._rules.notes.vocabulary, path))

    @staticmethod
    def _placed(report: ApplyReport) -> frozenset[tuple[str, str]]:
        added = (one.operation for one in report.applied if isinstance(one.operation, AddRecord))
        return frozenset((one.path, one.section) for one in added)

    def _standing(self, path: str) -> str:
        try:
            return self._notes.text(path)
        except StoreError:
            return ""
