"""From what is said to the history."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import StorageError
from familiar_memory.history.turns.amendment import RecordOutcome

__all__ = ["record_and_sync", "refuse_read_only"]

_log = logging.getLogger(__name__)


def record_and_sync(parts: Parts, turns: tuple[Turn, ...]) -> Sequence[RecordOutcome]:
    """Keep turns, all or none, in order, and have them indexed soon."""
    # A turn that comes as private may leave an open room, whose talk is then divided anew.
    private = tuple(turn for turn in turns if turn.place.open_twin is not None)
    left = set(parts.history.sessions_of(private)) if private else set()
    recorded = parts.history.record_in_sessions(turns)
    sessions = list(dict.fromkeys(one.session for one in recorded if one.session))
    parts.worker.submit(parts.conversation.name, sessions)
    if not left <= set(sessions):
        parts.worker.submit_all()
    return [one.outcome for one in recorded]


def refuse_read_only(parts: Parts) -> None:
    """Refuse a change before it is begun; `StorageError` says why nothing can be written."""
    if (damage := parts.unreadable) is not None:
        raise StorageError(
            f"nothing can be written: {damage}",
            "nothing else holds what was said: restore it from a backup",
        )
    if (reason := parts.read_only) is not None:
        raise StorageError(
            f"nothing can be written: {reason}", "a familiar that this user may write to"
        )
