"""The policy of curation: notes of people, topics and places, and lines of one reach's talk."""

from __future__ import annotations

from collections.abc import Container

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import CHANNELS, PEOPLE, TOPICS, is_below
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy, Viewer, reach_of
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
)
from familiar_memory.operations.curation.reasons import CurationReason
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policies.talk import OWN_SOURCES, viewer_of_talk
from familiar_memory.operations.policy import Ruling, closed_to_writers
from familiar_memory.operations.proposal import Proposal

__all__ = ["CurationPolicy"]


class CurationPolicy:
    """What the talk of one reach may have done to a note, with nobody watching.

    What comes names the turns that it was made of, and is for the place where they were said. What
    goes is a line that a program made of that talk: one that a person wrote, had kept, or opened to
    others waits for a person.
    """

    def __init__(self, known_people: Container[str], place: str, readers: AudiencePolicy) -> None:
        """Take the slugs of those who may have a note, and a place of the reach."""
        self.viewer: Viewer = viewer_of_talk(place, readers)
        self._known_people = known_people
        self._readers = readers
        self._reach = reach_of(place, readers)

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse other notes, and what does not say where it comes from."""
        records: tuple[Record, ...]
        match operation:
            case CurateAppend() | CurateReplace():
                records = (operation.record,)
            case CurateHeading():
                records = operation.records
            case CurateRemove():
                records = ()
            case _:
                return Ruling(Verdict.REJECTED, CurationReason.NOT_CURATED.value)
        if not self._is_open(operation.path):
            return Ruling(Verdict.REJECTED, CurationReason.NOT_CURATED.value)
        if len({one.fields.place for one in records}) > 1:
            return Ruling(Verdict.REJECTED, CurationReason.SEVERAL_PLACES.value)
        for one in records:
            place = one.fields.place
            is_sourced = one.fields.refs and one.fields.learned is not None and place is not None
            if not is_sourced or reach_of(place or "", self._readers) != self._reach:
                return Ruling(Verdict.REJECTED, CurationReason.NO_SOURCE.value)
        return None

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """Hold what would strike a line that is not this talk's own."""
        fields = line.record.fields
        is_ours = bool(fields.refs) and fields.source in OWN_SOURCES
        if not (is_ours or is_machine_record(line.record)):
            return Ruling(Verdict.HELD, CurationReason.HUMAN_LINE.value)
        if line.audience == EVERYONE or fields.place != line.audience:
            return Ruling(Verdict.HELD, CurationReason.HUMAN_LINE.value)
        return None

    def _is_open(self, path: str) -> bool:
        is_listed = any(is_below(path, folder) for folder in (PEOPLE, TOPICS, CHANNELS))
        return is_listed and closed_to_writers(path, self._known_people) is None
