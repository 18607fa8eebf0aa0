"""Write up what was said since the last time: batch by batch, none twice, none skipped.

A batch holds the talk of one reach (`knowledge.audience.reach_of`) and is judged by that
talk alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from datetime import datetime
from functools import partial

from familiar_memory.history.base import History
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.batch import Extractor
from familiar_memory.writers.ending.ending import SessionEnding
from familiar_memory.writers.ending.held_outcome import HeldOutcome
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.retries.attempts import Attempts
from familiar_memory.writers.retries.own_delays import OwnDelays
from familiar_memory.writers.retries.returned import ReturnedTalk
from familiar_memory.writers.retries.staged_batches import StagedBatches
from familiar_memory.writers.retries.talk import TalkToWrite
from familiar_memory.writers.run import WriterRun
from familiar_memory.writers.waiting import WaitingTalk
from familiar_memory.writers.writing import BatchWriting, WritingRules

__all__ = ["MemoryWriter"]


class MemoryWriter:
    """Reads turns after the watermark and turns them into notes.

    `clock` gives an aware time for the ledger; days and slots come from the turns. Two runs
    at once would do the same work (and write the same notes): the `lock` keeps them apart.
    """

    def __init__(
        self,
        history: History,
        store: NoteStore,
        extractor: Extractor,
        clock: Callable[[], datetime],
        rules: WritingRules,
        *,
        batch_turns: int = 200,
        lock: Callable[[], AbstractContextManager[object]] = nullcontext,
        register: TreeRegister | None = None,
    ) -> None:
        """Take what it reads from, writes to, and judges by; counts are in turns.

        The `register` says where notes stand; without one the store is asked. `lock` makes what a
        run holds from its start to its end.
        """
        self._history = history
        self._clock = clock
        self._batch_turns = max(1, batch_turns)
        self._lock = lock
        self._rules = rules
        self._own_delays = OwnDelays()
        register = TreeRegister(store) if register is None else register
        self._writing = BatchWriting(history, store, extractor, rules, register)
        self._ending = SessionEnding(history, store, register, rules, self._writing.gate)

    def start(
        self,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
        reach: str | None = None,
        returned_only: bool = False,
    ) -> WriterRun:
        """Begin a run, when the one before has ended; `progress` hears of each batch.

        With a `reach`, the turns of that one alone are written up, and all others wait. With
        `returned_only`, only what was put aside and is to be tried again.

        A batch that fails ends the run and is tried again by the next one; after three
        attempts it is put aside (quarantined, its turns stay in the history) and the
        writer goes on. An attempt that nobody could make, since no model was to be reached, is
        none, unless others are answered meanwhile. A note that can never be written (too
        big, not text) does not hold up its batch. With `dry_run` nothing is written or
        marked, so later batches do not see what earlier ones would have written.

        Raises:
            HistoryError: the history cannot be read.
        """
        held = ExitStack()
        held.enter_context(self._lock())
        try:
            self._writing.refresh()
            reach_of = self._writing.reach_of
            attempts = Attempts(
                self._history,
                self._clock,
                self._rules.retries,
                self._own_delays,
                dry_run=dry_run,
            )
            returned = ReturnedTalk(self._history, reach_of, reach)
            attempts.tidy_up(returned.emptied())
            waiting = partial(WaitingTalk, self._history, reach_of, self._batch_turns, reach)
            return WriterRun(
                self._history,
                self._writing,
                attempts,
                StagedBatches(self._history.ledger, self._clock, dry_run=dry_run),
                TalkToWrite(waiting, returned, returned_only=returned_only),
                held,
                dry_run=dry_run,
                progress=progress,
            )
        except BaseException:
            held.close()
            raise

    def run(
        self, dry_run: bool = False, progress: Callable[[BatchReport], None] | None = None
    ) -> WriteReport:
        """Write up all turns that wait, with an extractor that asks no model.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        with self.start(dry_run=dry_run, progress=progress) as run:
            while (pending := run.next()) is not None:
                run.finish(pending)
        return run.report

    def settle_held(self, place: str | None = None, upto: int | None = None) -> HeldOutcome:
        """Keep what was held of the talk of a place (a slug), or of all, as it is borne out.

        To be called when a session ends, after it was written up. Again it changes nothing. With
        `upto`, the number of its last turn, what was said after it is left alone.

        Raises:
            StoreError: `review.md` cannot be read.
            HistoryError: the history cannot be read.
        """
        with self._lock():
            return self._ending.end(place, new_entry_id(), upto)
