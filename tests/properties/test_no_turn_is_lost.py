"""Whatever happens between two runs of the writer, every turn is in one batch in the end."""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from few_and_many import few_and_many
from hypothesis import example
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.knowledge.audience import AudiencePolicy, reach_of
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

FIRST = datetime(2026, 2, 2, 9, tzinfo=UTC)
ROOMS = (
    Place("discord", "tavern", "lantern"),
    Place("discord", "garden", "lantern"),
    Place("discord", "tavern", "lantern", private=True),
    Place("discord", "42", kind=PlaceKind.DM),
)
STRICT, GUILD = AudiencePolicy.STRICT, AudiencePolicy.GUILD


@dataclass(frozen=True)
class Said:
    """A turn in one of the rooms."""

    room: int = 0


@dataclass(frozen=True)
class MadePrivate:
    """An earlier turn comes again, as private."""

    turn: int = 0


@dataclass(frozen=True)
class Deleted:
    """An earlier turn is deleted."""

    turn: int = 0


@dataclass(frozen=True)
class Run:
    """The writer runs under a policy; the batch number `stops_at` breaks, or kills the process.

    With a `room`, for the talk of that room's reach alone.
    """

    policy: AudiencePolicy = GUILD
    stops_at: int | None = None
    is_killed: bool = False
    room: int | None = None


Event = Said | MadePrivate | Deleted | Run

runs = st.builds(
    Run,
    st.sampled_from(AudiencePolicy),
    st.none() | st.integers(0, 4),
    st.booleans(),
    st.none() | st.integers(0, 3),
)
numbers = st.integers(0, 12)
events = st.one_of(
    st.builds(Said, st.integers(0, 3)),
    st.builds(Said, st.integers(0, 3)),
    st.builds(Said, st.integers(0, 3)),
    runs,
    st.builds(MadePrivate, numbers),
    st.builds(Deleted, numbers),
)


class Killed(BaseException):
    """The process dies here."""


class Extractor:
    """Proposes nothing, and notes which turns it was given to the end."""

    def __init__(self) -> None:
        """Given nothing yet."""
        self.run = Run()
        self.asked = 0
        self.given: Counter[int] = Counter()

    def ask(self, batch):
        """Nothing."""

    def read(self, reply, batch):
        """Break down when it is time to."""
        self.asked += 1
        if self.asked - 1 == self.run.stops_at:
            raise (Killed if self.run.is_killed else RuntimeError)("now")
        self.given.update(stored.id for stored in batch.turns)
        return ()


@few_and_many(25, 150, happened=st.lists(events, max_size=25), size=st.integers(1, 3))
@example(
    # Who reads what is widened between two runs, the first of which fails at the second batch.
    happened=[Said(0), Said(1), Said(0), Run(STRICT, stops_at=1), Run(GUILD)],
    size=3,
)
@example(
    # A turn that was written up in public is moved to a private room that waits.
    happened=[Said(0), Said(2), Said(1), Run(stops_at=1), MadePrivate(0), Run()],
    size=3,
)
def test_every_turn_is_in_one_batch_that_is_done(happened: list[Event], size: int) -> None:
    """Applied, empty or put aside; and the watermark passes no turn that waits."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.sqlite"
        with HistoryStore(path) as history:
            store = MemoryStore(Path(folder) / "memory")
            live_through(happened, history, store, size)


def live_through(
    happened: list[Event], history: HistoryStore, store: MemoryStore, size: int
) -> None:
    """Event by event, then to the end."""
    said: list[Turn] = []
    extractor = Extractor()

    def write(run: Run) -> bool:
        extractor.run, extractor.asked = run, 0
        writer = MemoryWriter(
            history,
            store,
            extractor,
            lambda: FIRST,
            WritingRules(UTC, NoteRules(readers=run.policy)),
            batch_turns=size,
        )
        reach = None if run.room is None else reach_of(ROOMS[run.room].slug, run.policy)
        try:
            with writer.start(reach=reach) as started:
                while (pending := started.next()) is not None:
                    started.finish(pending)
            return not started.report.stopped
        except Killed:
            return False

    for event in happened:
        if isinstance(event, Said):
            at = FIRST + timedelta(minutes=20 * len(said))
            said.append(
                Turn(f"t{len(said)}", at, ROOMS[event.room], Author("discord", "42"), "words")
            )
            history.record(said[-1])
        elif isinstance(event, Run):
            write(event)
            check_watermark(history)
        elif said:
            number = event.turn % len(said)
            if isinstance(event, Deleted):
                history.record(replace(said[number], text="", deleted=True))
            elif not said[number].place.is_private:
                said[number] = replace(said[number], place=said[number].place.twin)
                history.record(said[number])
    assert write(Run())
    check_watermark(history)
    standing = {stored.id for stored in history.turns_after(0, 100)}
    assert history.watermark() >= max(standing, default=0)
    held = done(history)
    assert standing <= set(held)
    assert set(held.values()) <= {1}
    assert history.ledger.entries(BatchStatus.FAILED) == []
    put_aside = {
        one
        for entry in history.ledger.entries(BatchStatus.QUARANTINED)
        for one in entry.turns or ()
    }
    assert {one for one in standing if extractor.given[one] == 0} <= put_aside
    assert set(extractor.given.values()) <= {1}


def done(history: HistoryStore) -> Counter[int]:
    """Of each turn, in how many batches it is that are done."""
    settled = (BatchStatus.APPLIED, BatchStatus.EMPTY, BatchStatus.QUARANTINED)
    held: Counter[int] = Counter()
    for entry in history.ledger.entries(limit=1_000):
        if entry.status in settled:
            held.update(entry.turns or ())
    return held


def check_watermark(history: HistoryStore) -> None:
    """No turn before it waits."""
    behind = {one.id for one in history.turns_after(0, 100) if one.id <= history.watermark()}
    assert behind <= set(done(history))
