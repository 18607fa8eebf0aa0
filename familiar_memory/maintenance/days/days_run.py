"""One night of days: each reach in turn, piece by piece, each piece marked when it is written."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from datetime import date, datetime, timedelta
from pathlib import PurePosixPath
from typing import TypeAlias

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import ModelError, StoreError
from familiar_memory.history.base import History
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.days.day_writing import DayRules, DayWriting
from familiar_memory.maintenance.days.gathering.gathered import gather
from familiar_memory.maintenance.days.gathering.stretches import (
    MOST_PIECES,
    WaitingDays,
    cut_by_days,
    day_said,
)
from familiar_memory.maintenance.days.model.asking import day_page, day_request
from familiar_memory.maintenance.days.model.reply import read_day_reply
from familiar_memory.maintenance.days.model.wording import DayWording
from familiar_memory.maintenance.days.talk_reading import DayTalk, TalkReading
from familiar_memory.maintenance.days.tally import Tally
from familiar_memory.maintenance.of_talk.day_notes import DayBullet
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.operations.outcome import FileFailure
from familiar_memory.writers.arcs.substance import is_substantive
from familiar_memory.writers.retries.failure import failure_of
from familiar_memory.writers.text.slots import local_time

__all__ = ["DaysRun"]

_TRIES = 3
"""So often a model is asked about talk that is edited while it answers."""
_PATIENCE = timedelta(days=3)
"""So long talk waits for a model that nobody can reach; then its best lines are taken. And so long
a day waits for a note that cannot be read; then its talk stands in its sessions alone."""

_Piece: TypeAlias = tuple[StoredTurn, ...]
_Bullets: TypeAlias = Generator[ChatRequest, Completion, tuple[DayBullet, ...]]


class DaysRun:
    """Does what waits, and adds up what came of it."""

    def __init__(
        self,
        history: History,
        writing: DayWriting,
        reading: TalkReading,
        rules: DayRules,
        night: Night,
    ) -> None:
        """All of them are of this night."""
        self._history = history
        self._writing = writing
        self._reading = reading
        self._rules = rules
        self._night = night
        self._tally = Tally()
        self._asked: datetime | None = None

    def all(self) -> StepRun:
        """Every reach; what one of them leaves over holds up no other."""
        rules, night = self._rules, self._night
        waiting = WaitingDays.of(self._history, rules.notes.readers, night, rules.lookback_hours)
        self._asked = waiting.back.asked
        if not night.is_dry_run:
            waiting.begin(self._history)
        if waiting.older is not None:
            count, oldest = waiting.older
            self._tally.say(_older(count, local_time(oldest, night.zone).date(), rules))
        left: list[int] = []
        for reach, turns in waiting.by_reach.items():
            first = yield from self._reach(waiting, reach, turns)
            if first is not None:
                left.append(first)
        if not night.is_dry_run:
            waiting.end(self._history, left)
        if not waiting.by_reach:
            return StepReport(StepStatus.NOTHING, lines=tuple(self._tally.lines))
        return self._tally.report(self._writing.previews)

    def _reach(
        self, waiting: WaitingDays, reach: str, turns: _Piece
    ) -> Generator[ChatRequest, Completion, int | None]:
        """The talk of a reach; the number of the first turn that still waits, or None."""
        first: int | None = None
        late: set[date] = set()
        for count, piece in enumerate(cut_by_days(turns, self._night.zone)):
            if count == MOST_PIECES:
                return self._leave(reach, first or piece[0].id)
            try:
                late |= yield from self._piece(piece)
            except ModelError as error:
                self._tally.failed(reach, error)
                return first or piece[0].id
            left = [stored.id for stored in piece if self._day(stored) in late]
            first = first or min(left, default=None)
            done = tuple(stored for stored in piece if self._day(stored) not in late)
            self._tally.read(done)
            if not self._night.is_dry_run and first is None:
                waiting.mark_done(self._history, reach, piece[-1].id)
            elif not self._night.is_dry_run:
                self._mark_days(waiting, reach, done)
        if reach in waiting.left:
            return self._leave(reach, first or waiting.left[reach])
        return first

    def _leave(self, reach: str, first: int) -> int:
        self._tally.say(f"There is more of {reach} than one night does; the next goes on.")
        return first

    def _mark_days(self, waiting: WaitingDays, reach: str, done: _Piece) -> None:
        """Note what is done behind a day that waits: what people delete of it stays away."""
        for day, last in {self._day(stored): stored.id for stored in done}.items():
            waiting.mark_day_done(self._history, reach, day, last)

    def _piece(self, piece: _Piece) -> Generator[ChatRequest, Completion, set[date]]:
        """Write up a piece; the days that have to wait, since their notes cannot be written.

        Raises:
            ModelError: all of it has to wait for the model.
        """
        try:
            bullets = yield from self._bullets(piece)
        except StoreError as problem:
            return (yield from self._unreadable(piece, problem))
        except ModelError as error:
            if failure_of(piece, error).is_delay and not self._is_old(piece):
                raise
            self._tally.say("A model gave no usable reply: the best lines of sessions were taken.")
            bullets = self._chosen(piece, self._reading.of(piece))
        written = self._writing.write(piece, bullets, self._night)
        self._tally.written(written)
        return set(self._late(piece, written.applied.failures))

    def _unreadable(
        self, piece: _Piece, problem: StoreError
    ) -> Generator[ChatRequest, Completion, set[date]]:
        """Of several days that alone waits whose session cannot be read; in the end it is given up.

        Raises:
            ModelError: as `_piece`.
        """
        days = {self._day(stored) for stored in piece}
        if len(days) > 1:
            late: set[date] = set()
            for day in sorted(days):
                late |= yield from self._piece(tuple(one for one in piece if self._day(one) == day))
            return late
        (day,) = days
        self._tally.failed(f"the sessions of {day}", problem)
        if not self._is_old(piece):
            return days
        self._tally.say(f"The sessions of {day} are waited for no longer.")
        return set()

    def _late(self, piece: _Piece, failures: Iterable[FileFailure]) -> Iterator[date]:
        """The days of notes that somebody may mend; one that nobody mends is given up."""
        for failure in failures:
            day = date.fromisoformat(PurePosixPath(failure.path).stem)
            said = tuple(stored for stored in piece if self._day(stored) == day)
            if failure.may_pass or not self._is_old(said or piece):
                yield day
            else:
                self._tally.give_up(failure)

    def _day(self, stored: StoredTurn) -> date:
        return day_said(stored, self._night.zone)

    def _bullets(self, piece: _Piece) -> _Bullets:
        talk = self._reading.of(piece)
        for _ in range(_TRIES if self._night.has_model else 0):
            if not self._has_substance(talk):
                return ()
            gathered = gather(talk.turns, self._rules.limits.prompt_chars)
            known = self._reading.known(talk, self._before(piece), self._writing.viewer(piece))
            page = day_page(gathered, known, self._night.zone)
            reply = yield day_request(page, self._rules.limits)
            if self._reading.stands(talk):
                names = self._writing.past.names(self._writing.reach_of(_place(piece)))
                wording = DayWording(page, talk.said, names, known, talk.joked)
                worded = wording.read(read_day_reply(reply))
                self._tally.gathered(gathered)
                self._tally.refused(len(worded.refused))
                return tuple(worded.bullets)
            talk = self._reading.of(piece)
        return self._chosen(piece, talk)

    def _has_substance(self, talk: DayTalk) -> bool:
        """Whether anybody said anything that a model need be asked about."""
        return any(is_substantive(one.words, self._rules.markers) for one in talk.said.values())

    def _chosen(self, piece: _Piece, talk: DayTalk) -> tuple[DayBullet, ...]:
        return self._reading.chosen(talk, self._before(piece))

    def _before(self, piece: _Piece) -> _Piece:
        return self._writing.past.before(self._writing.reach_of(_place(piece)), piece[0].id)

    def _is_old(self, piece: _Piece) -> bool:
        first = min(stored.turn.timestamp for stored in piece)
        # What a person goes back to waits from the moment on that they asked for it.
        waits_since = first if self._asked is None else max(first, self._asked)
        return self._night.at - waits_since > _PATIENCE


def _older(count: int, first: date, rules: DayRules) -> str:
    messages, are = ("1 message", "is") if count == 1 else (f"{count} messages", "are")
    return (
        f"{messages} older than {rules.lookback_hours} hours {are} not in any day note yet:"
        f" `familiar sleep --since {first}` goes back."
    )


def _place(piece: _Piece) -> str:
    return piece[0].turn.place.slug
