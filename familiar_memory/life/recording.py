"""From what is said to the history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_type
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.life.admission.turns import Admission, stored_turn

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.history.turns.amendment import RecordOutcome
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Recording"]


class Recording:
    """Keeps turns, those that may be kept; see `Familiar.record_many`."""

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._files = parts.files
        self._indexing = parts.indexing
        self._clock = parts.setup.clock
        self._admission = Admission(parts)
        self._threads = threads
        self.on_recorded: Callable[[Sequence[Turn], Sequence[RecordOutcome]], None] | None = None
        """Told, in the event loop, what became of the turns that were given."""

    async def record(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns, all or none, in order, and have them indexed soon."""
        given = tuple(turns)
        for turn in given:
            check_type(turn, Turn, "a turn", "a Turn, such as Turn.from_json(...) makes")
        outcomes = await self._threads.run(self._record, given)
        if self.on_recorded is not None:
            self.on_recorded(given, outcomes)
        return outcomes

    async def delete(self, place: Place, ref: str | int) -> RecordOutcome:
        """See `Familiar.delete`."""
        check_place(place, "the place of a turn to delete")
        return await self._threads.run(self._delete, place, as_id(ref, "the ref to delete"))

    def _delete(self, place: Place, ref: str) -> RecordOutcome:
        from familiar_memory.history.turns.amendment import RecordOutcome

        stored = stored_turn(self._files.history, place, ref)
        if stored is None:
            self._files.check_standing()
            return RecordOutcome.UNKNOWN
        # Who said it is known here, and an amendment must come from them.
        gone = replace(stored.turn, timestamp=self._clock.now(), edited=False, deleted=True)
        return self._record((gone,))[0]

    def _record(self, turns: tuple[Turn, ...]) -> Sequence[RecordOutcome]:
        return self._admission.admit(turns, self._keep)

    def _keep(self, turns: Sequence[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns of people who may be kept."""
        history, indexing = self._files.history, self._indexing
        # A turn that comes as private may leave an open room, whose talk is then divided anew.
        private = tuple(turn for turn in turns if turn.place.open_twin is not None)
        left = set(history.sessions_of(private)) if private else set()
        recorded = history.record_in_sessions(turns)
        # Afterwards: what went while it was written is not kept either.
        self._files.check_standing()
        sessions = list(dict.fromkeys(one.session for one in recorded if one.session))
        indexing.worker.submit(indexing.conversation.name, sessions)
        if not left <= set(sessions):
            indexing.worker.submit_all()
        return [one.outcome for one in recorded]
