"""From what is said to the history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_type
from familiar_memory.domain.talk.turn import Turn

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.indexing import Indexing
    from familiar_memory.history.turns.amendment import RecordOutcome
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Recording"]


class Recording:
    """Keeps turns; see `Familiar.record_many`."""

    def __init__(self, files: OpenFiles, indexing: Indexing, threads: OffLoop) -> None:
        self._files = files
        self._indexing = indexing
        self._threads = threads

    async def record(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns, all or none, in order, and have them indexed soon."""
        given = tuple(turns)
        for turn in given:
            check_type(turn, Turn, "a turn", "a Turn, such as Turn.from_json(...) makes")
        return await self._threads.run(self._record, given)

    def _record(self, turns: tuple[Turn, ...]) -> Sequence[RecordOutcome]:
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
