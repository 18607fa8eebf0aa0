"""From what is said to the history."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
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

_A_WHILE_S = 5.0
"""Longer than a disk that answers at all; a familiar must close all the same."""


class Recording:
    """Keeps turns, those that may be kept; see `Familiar.record_many`."""

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._files = parts.files
        self._indexing = parts.indexing
        self._clock = parts.setup.clock
        self._admission = Admission(parts)
        self._threads = threads
        self.on_recorded: Callable[[Sequence[Turn], Sequence[RecordOutcome]], None] | None = None
        """Told, in the event loop, what became of the turns that were given, waited for or not."""
        self._under_way: set[asyncio.Future[Sequence[RecordOutcome]]] = set()

    async def record(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns, all or none, in order, and have them indexed soon."""
        given = tuple(turns)
        for turn in given:
            check_type(turn, Turn, "a turn", "a Turn, such as Turn.from_json(...) makes")
        keeping = asyncio.ensure_future(self._threads.run(self._record, given))
        self._under_way.add(keeping)
        keeping.add_done_callback(partial(self._tell, given))
        # Who no longer waits for it has not taken it back.
        return await asyncio.shield(keeping)

    def take_over(self, earlier: Recording) -> None:
        """Look after what another has begun to keep, and tell whom it has told."""
        self._under_way = earlier._under_way
        self.on_recorded = earlier.on_recorded

    async def finish(self) -> None:
        """Wait a while for what is being kept though nobody waits for it any more."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=_A_WHILE_S)

    def _tell(self, given: tuple[Turn, ...], kept: asyncio.Future[Sequence[RecordOutcome]]) -> None:
        self._under_way.discard(kept)
        if kept.cancelled() or kept.exception() is not None:
            return
        if self.on_recorded is not None:
            self.on_recorded(given, kept.result())

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
