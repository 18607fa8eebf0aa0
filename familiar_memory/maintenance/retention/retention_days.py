"""How long things are kept: the settings, and the moments to which they come in one night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from familiar_memory.maintenance.retention.cut_offs import cut_off
from familiar_memory.maintenance.retention.dated_notes import TalkKind

__all__ = ["CutOffs", "RetentionDays"]


@dataclass(frozen=True, slots=True)
class RetentionDays:
    """Days, 0 for ever: `own_days` for the familiar's notes of a day and its direct messages.

    `room_days` are for what is said in rooms, whose days are those of UTC; `audit_days` for logs
    that only tell of changes. Days without a room are those of the `zone`.
    """

    own_days: int
    room_days: int
    audit_days: int
    zone: tzinfo

    def cut_offs(self, at: datetime) -> CutOffs:
        """What they come to at a moment."""
        return CutOffs(
            cut_off(at, self.own_days, self.zone),
            cut_off(at, self.room_days, UTC),
            cut_off(at, self.audit_days, self.zone),
            cut_off(at, max(self.own_days, self.room_days), self.zone),
        )


@dataclass(frozen=True, slots=True)
class CutOffs:
    """Moments before which something may go; None: it never may.

    `own` and `rooms` for dated notes and talk, `audit` for logs, `taken` for the versions of notes
    that retention has taken: by when they were taken.
    """

    own: datetime | None
    rooms: datetime | None
    audit: datetime | None
    taken: datetime | None

    def of(self, talks: frozenset[TalkKind]) -> datetime | None:
        """For what tells of all of these: the earlier, and None where one of them stays."""
        moments = [self.rooms if talk is TalkKind.ROOMS else self.own for talk in talks]
        known = [one for one in moments if one is not None]
        return min(known) if known and len(known) == len(moments) else None
