"""One night of the rooms: each by itself, page by page, with its mark set after its notes."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import (
    ConflictError,
    FamiliarError,
    HistoryError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
)
from familiar_memory.history.base import History
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.channels.room_reading import ReadRoom, RoomReading
from familiar_memory.maintenance.channels.room_writing import RoomWriting
from familiar_memory.maintenance.channels.talk.marks import RoomMarks
from familiar_memory.maintenance.channels.talk.rooms import (
    ActiveRoom,
    ActiveRooms,
    as_it_stands,
    pages_of,
    while_open,
)
from familiar_memory.maintenance.channels.tally import RoomTally
from familiar_memory.maintenance.sleep.going_back import GoingBack
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.writers.as_said import AsSaid
from familiar_memory.writers.text.slots import local_time

__all__ = ["MOST_PAGES", "NightWork"]

_TRIES = 3
"""So often a model may refuse a page, or say nothing of use of it; then plain words do."""
_SILENT = 3
"""Rooms one after another for which no model answered: then none is asked any more."""
_READINGS = 3
"""So often a page is read whose messages are changed while a model is asked."""
_PATIENCE = timedelta(days=3)
"""So long talk waits for a model that nobody can reach; then plain words do."""
MOST_PAGES = 12
"""Of one room in a night: what is said beyond that waits for the next."""

_Work = Generator[ChatRequest, Completion, None]


@dataclass(slots=True)
class _Progress:
    """How far a night has come: `waits` has the first turn that is left waiting in a room.

    By the room as it was while it was open: what waits there may be moved into the private one.
    """

    silent: int = 0
    waits: dict[str, int] = field(default_factory=dict)
    rooms: list[ActiveRoom] = field(default_factory=list)
    gone_through: int = 0

    def leave(self, place: Place, first: int) -> None:
        """What begins with that turn of a place waits."""
        self.waits[while_open(place)] = min(first, self.waits.get(while_open(place), first))

    def is_read_to(self, place: Place, last: int) -> int:
        """How far a place was gone through where that turn was: never past one that waits."""
        return min(last, self.waits.get(while_open(place), last + 1) - 1)

    def moved(self, elsewhere: Iterable[ActiveRoom]) -> None:
        """Talk was moved to other rooms meanwhile: it takes its place in theirs.

        A room that becomes private comes behind itself while it was open, so it is still to come.
        """
        for more in elsewhere:
            coming = range(self.gone_through, len(self.rooms))
            at = next((at for at in coming if self.rooms[at].place == more.place), None)
            if at is None:
                self.rooms.append(more)
            else:
                self.rooms[at] = self.rooms[at].joined_by(more.turns)


class NightWork:
    """Goes through the rooms; whatever befalls one of them, the others are gone through."""

    def __init__(
        self,
        history: History,
        marks: RoomMarks,
        back: GoingBack,
        reading: RoomReading,
        writing: RoomWriting,
        night: Night,
        as_said: AsSaid,
    ) -> None:
        """Take what reads a page, and what writes it; `as_said` is from before the first turn."""
        self._history = history
        self._marks = marks
        self._back = back
        self._reading = reading
        self._writing = writing
        self._night = night
        self._as_said = as_said
        self._tally = RoomTally()
        self._so_far = _Progress()

    def all(self, active: ActiveRooms) -> Generator[ChatRequest, Completion, StepReport]:
        """Every room; what came of it.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        rooms = self._so_far.rooms
        rooms += active.rooms
        if active.older is not None:
            count, oldest = active.older
            since = local_time(oldest, self._night.zone).date()
            self._tally.leave_older(count, since, self._reading.lookback_hours)
        for room in rooms:
            self._so_far.gone_through += 1
            try:
                yield from self._room(room)
            except HistoryError:
                raise
            except FamiliarError as problem:
                self._tally.wait(room.place, problem)
        if not self._night.is_dry_run:
            self._settle(active.upto)
        return self._tally.report(len(rooms), self._writing.previews)

    def _settle(self, upto: int) -> None:
        left = min(self._so_far.waits.values(), default=None)
        is_all = left is None
        if is_all:
            self._back.end()
        elif self._back.since is not None:
            # What was said before that moment has no mark any more, and waits for nothing.
            for place in self._history.places():
                if while_open(place) not in self._so_far.waits:
                    self._marks.read(place.slug, upto)
        self._marks.all_read(upto if left is None else left - 1, self._night.at, is_all=is_all)

    def _room(self, room: ActiveRoom) -> _Work:
        if room.left is not None:
            # Before any page is marked: what was moved here meanwhile may come after it.
            self._so_far.leave(room.place, room.left)
        pages = list(pages_of(room.turns, self._reading.page_chars))
        for number, page in enumerate(pages):
            try:
                if number == MOST_PAGES:
                    self._so_far.leave(room.place, page[0].id)
                    return
                yield from self._page(ActiveRoom(room.place, page))
            except FamiliarError:
                self._so_far.leave(room.place, page[0].id)
                raise
            if not self._night.is_dry_run:
                upto = self._so_far.is_read_to(room.place, page[-1].id)
                self._marks.read(room.place.slug, upto)
        if not pages:
            self._tally.read(room.place)

    def _page(self, room: ActiveRoom) -> _Work:
        """Read and write one page, as its messages are when it is written.

        Raises:
            FamiliarError: it was not written.
        """
        for _ in range(_READINGS):
            if not self._as_said.hold(room.turns):
                room = self._as_it_stands(room)
            read = yield from self._read(room)
            if self._as_said.hold(room.turns):
                self._write(room, read)
                return
        raise ConflictError("its messages were changed over and over", "a calmer night")

    def _as_it_stands(self, room: ActiveRoom) -> ActiveRoom:
        standing, elsewhere = as_it_stands(self._history, room)
        self._so_far.moved(elsewhere)
        return standing

    def _read(self, room: ActiveRoom) -> Generator[ChatRequest, Completion, ReadRoom]:
        read = self._reading.of(room, with_model=self._night.has_model)
        if read.request is None:
            return read
        if self._so_far.silent >= _SILENT:
            return self._unanswered(room, read, ModelUnavailableError("no model answers"))
        try:
            reply = yield read.request
        except ModelUnavailableError as problem:
            self._so_far.silent += 1
            return self._unanswered(room, read, problem)
        except (ModelRefusedError, ModelReplyError) as problem:
            return self._given_up(room, read, problem)
        self._so_far.silent = 0
        try:
            return read.with_reply(reply)
        except ModelReplyError as problem:
            return self._given_up(room, read, problem)

    def _unanswered(self, room: ActiveRoom, read: ReadRoom, problem: FamiliarError) -> ReadRoom:
        """What plain words say, once talk has waited long enough for a model; else the problem.

        Raises:
            FamiliarError: it is to be asked again another night.
        """
        first = min(one.turn.timestamp for one in room.turns)
        # What a person goes back to waits from the moment on that they asked for it.
        waits_since = first if self._back.asked is None else max(first, self._back.asked)
        if self._night.at - waits_since <= _PATIENCE:
            raise problem
        self._tally.without_model(room.place, _PATIENCE.days)
        return read

    def _given_up(self, room: ActiveRoom, read: ReadRoom, problem: FamiliarError) -> ReadRoom:
        """What plain words say, once a model was asked often enough; else the problem.

        Raises:
            FamiliarError: it is to be asked again another night.
        """
        self._so_far.silent = 0
        first = room.turns[0].id
        if self._night.is_dry_run or self._marks.refused(room.place.slug, first) < _TRIES:
            raise problem
        return read

    def _write(self, room: ActiveRoom, read: ReadRoom) -> None:
        report = self._writing.write(room.turns, read.proposals(), self._night)
        self._tally.add(report)
        passing = next((one for one in report.failures if one.may_pass), None)
        if passing is not None:
            raise ConflictError(f"{passing.path} could not be written", "another night")
        self._tally.read(room.place)
