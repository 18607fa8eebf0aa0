"""What is known of the talks that end: what each speaker said there, and what was said before.

People who have something that waits were often in one session: it is read once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.knowledge.write_policy.promotion import EndedTalk
from familiar_memory.writers.ending.meant_turns import MeantTurns
from familiar_memory.writers.ending.summaries import Summaries
from familiar_memory.writers.ending.waiting_items import WaitingItem
from familiar_memory.writers.text.material import is_material, own_words

__all__ = ["SpokenTalk"]


class SpokenTalk:
    """The talk of one end, up to its last turn where that is known."""

    def __init__(self, meant: MeantTurns, summaries: Summaries, upto: int | None) -> None:
        """Take what was `meant`, and what talks were about."""
        self._meant = meant
        self._summaries = summaries
        self._upto = upto

    def of(self, members: Sequence[WaitingItem]) -> EndedTalk:
        """What one speaker said in the sessions of these messages, and what those were about."""
        said = [stored for one in members for stored in one.turns]
        around = list(self._around(said))
        speaker, place = members[0].speaker, said[0].turn.place
        own = {
            stored.id: own_words(stored.turn)
            for stored in (*said, *around)
            if is_material(stored.turn)
            and stored.turn.author.slug == speaker
            and (self._upto is None or stored.id <= self._upto)
        }
        cited = frozenset(stored.turn.ref for stored in said)
        arc, earlier = self._summaries.of(place, (*said, *around), speaker, cited)
        return EndedTalk(own, arc, earlier)

    def _around(self, said: Sequence[StoredTurn]) -> Iterator[StoredTurn]:
        for key in dict.fromkeys(stored.session for stored in said):
            yield from self._meant.session(key)
