"""What the familiar itself says of minutes that it keeps for a room.

Nothing is learned from its words: it would believe itself. But a decision that it calls amended,
and names, stands no longer as somebody first put it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import tzinfo

from familiar_memory.domain.talk.turn import Role, StoredTurn, TurnKind
from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.maintenance.channels.settled.numbered import numbered_in
from familiar_memory.writers.text.utterance import Utterance, utterance_of

__all__ = ["minutes_kept"]

_ASKS = frozenset("?？")
"""What asks is a proposal: it waits for what people say."""


def minutes_kept(turns: Iterable[StoredTurn], zone: tzinfo) -> tuple[Utterance, ...]:
    """The decisions with a number that it says to be changed, and nothing else of its words."""
    return tuple(_kept(turns, zone))


def _kept(turns: Iterable[StoredTurn], zone: tzinfo) -> Iterator[Utterance]:
    for stored in turns:
        turn = stored.turn
        is_told = turn.kind is TurnKind.INTERACTIVE and not (turn.silent or turn.deleted)
        if turn.role is Role.ASSISTANT and is_told and not _ASKS & set(turn.text):
            changed = (one for one in numbered_in(strip_recalled(turn.text)) if one.is_changed)
            if words := " ".join(one.words for one in changed):
                yield utterance_of(stored, zone, words)
