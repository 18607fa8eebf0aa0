"""What a turn means that comes under a name which is already taken: a pure rule.

A deleted turn stays deleted, whatever comes. One that says `deleted` takes the text
away, for good. One that says what is stored does nothing; nor does one that is older
than the amendment stored, as when an old export is read again. Any other replaces
what is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.history.moments import to_us

__all__ = ["RecordOutcome", "Recorded", "outcome_of"]


class RecordOutcome(StrEnum):
    """What recording a turn did.

    `UNKNOWN` is said of a deletion of what was never recorded, `REFUSED` of a turn of somebody who
    was forgotten for good, and `INCOGNITO` of one that is not to be remembered: nothing of either
    is kept.
    """

    ADDED = "added"
    UNCHANGED = "unchanged"
    AMENDED = "amended"
    DELETED = "deleted"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    INCOGNITO = "incognito"


class Recorded(NamedTuple):
    """What recording a turn did, and the key of the session that holds it, if one does."""

    outcome: RecordOutcome
    session: str | None


@dataclass(frozen=True, slots=True)
class _Content:
    author: str
    text: str
    role: str
    kind: str
    reply_to: str | None
    silent: bool
    actions: tuple[str, ...]


def outcome_of(stored: StoredTurn, amended_us: int | None, incoming: Turn) -> RecordOutcome:
    """Decide what becomes of a turn whose (place, ref) is known.

    `amended_us` is the time of the amendment that is stored, None when there was none.
    """
    if stored.turn.deleted:
        return RecordOutcome.UNCHANGED
    if incoming.deleted:
        return RecordOutcome.DELETED
    if _content(stored.turn) == _content(incoming) and stored.turn.edited >= incoming.edited:
        return RecordOutcome.UNCHANGED
    if amended_us is not None and _is_stale(stored.turn, amended_us, incoming):
        return RecordOutcome.UNCHANGED
    return RecordOutcome.AMENDED


def _is_stale(stored: Turn, amended_us: int, incoming: Turn) -> bool:
    incoming_us = to_us(incoming.timestamp)
    if stored.edited and not incoming.edited:
        return incoming_us <= amended_us
    return incoming_us < amended_us


def _content(turn: Turn) -> _Content:
    return _Content(
        turn.author.canonical_key,
        turn.text,
        turn.role,
        turn.kind,
        turn.reply_to,
        turn.silent,
        turn.actions,
    )
