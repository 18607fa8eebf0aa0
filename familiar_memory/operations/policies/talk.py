"""The policy of a writer that names lines: those of the talk that it writes up, and of no other."""

from __future__ import annotations

from collections.abc import Container

from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy, Viewer, reach_of
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.named.proposals import NamedProposal, Reassert, RetireById
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import AutomaticPolicy, Ruling, closed_to_writers
from familiar_memory.operations.proposal import Proposal

__all__ = ["OWN_SOURCES", "TalkPolicy", "viewer_of_talk"]

OWN_SOURCES = frozenset({"auto-extraction", "observed"})
"""What lines say of their source that a writer words itself: summaries, and what the familiar
makes of somebody."""


class TalkPolicy:
    """As `AutomaticPolicy`, and single lines of one reach may end, or be counted once more.

    These are lines that a writer made of that very talk: what a person wrote or had kept, and what
    was said elsewhere, does not exist for it or stays as it is. No line is given other words, or
    taken out: an end is struck through, and whoever looks after the notes sees what stood there.
    """

    def __init__(self, known_people: Container[str], viewer: Viewer) -> None:
        """Take the slugs of those who may have a note, and what is seen of the notes."""
        self.viewer = viewer
        self._known_people = known_people
        self._automatic = AutomaticPolicy(known_people)

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what is closed to automatic writers, and what changes a line in other ways."""
        if not isinstance(operation, NamedProposal):
            return self._automatic.judge(operation)
        if (closed := closed_to_writers(operation.path, self._known_people)) is not None:
            return Ruling(Verdict.REJECTED, closed)
        if not isinstance(operation, RetireById | Reassert):
            return Ruling(Verdict.REJECTED, "writers give no line other words")
        return None

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """Refuse to touch what people wrote, had kept, or opened to others than it was said to."""
        fields = line.record.fields
        is_ours = bool(fields.refs) and fields.source in OWN_SOURCES
        if not (is_ours or is_machine_record(line.record)):
            return Ruling(Verdict.REJECTED, "a person wrote this line, or asked for it to be kept")
        if line.audience == EVERYONE or fields.place != line.audience:
            return Ruling(Verdict.REJECTED, "a person has said for whom this line is")
        return None


def viewer_of_talk(place: str, policy: AudiencePolicy) -> Viewer:
    """What the talk of the reach of a place knows: its own lines, and those for everyone."""
    is_alone = reach_of(place, policy) == place
    return Viewer(place, AudiencePolicy.STRICT if is_alone else AudiencePolicy.GUILD)
