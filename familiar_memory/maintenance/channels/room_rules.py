"""By what the channel cycle goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.writers.model.extractor import ReplyLimits

__all__ = ["RoomRules"]

_FOR_NOTE = 0.25
"""Of the room of a prompt: what the note holds already."""


@dataclass(frozen=True, slots=True)
class RoomRules:
    """How notes are read and lines judged; what a model may be shown and say.

    Days are those of the `zone`, the familiar's own, so that a message is of one day in all notes.
    `lookback_hours` is how far the first night looks back. When it is not `is_enabled`, the cycle
    runs only where somebody asks for it.
    """

    zone: tzinfo = UTC
    notes: NoteRules = field(default_factory=NoteRules)
    markers: Markers = field(default_factory=shipped_markers)
    limits: ReplyLimits = field(default_factory=ReplyLimits)
    lookback_hours: int = 24
    is_enabled: bool = True

    @property
    def page_chars(self) -> int:
        """How much talk is read at once."""
        return int(self.limits.prompt_chars * (1 - _FOR_NOTE))
