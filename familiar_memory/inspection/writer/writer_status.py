"""How the writer stands: what waits, what failed or was put aside, and whether it writes now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.assembly.parts import Parts
from familiar_memory.assembly.wiring.writing import is_writing
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.ledger.ledger import TRIED_AGAIN, BatchStatus, LedgerEntry
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.writers.retries.returned import ReturnedTalk, standing_turns
from familiar_memory.writers.waiting import WaitingTalk

__all__ = [
    "BatchState",
    "WaitingPlace",
    "WriterStatus",
    "batches_put_aside",
    "turns_waiting",
    "writer_status",
]

_MANY = 1_000
"""Batches of one status; more would fill no report better."""


@dataclass(frozen=True, slots=True)
class WaitingPlace:
    """How many turns of a place are not written up yet."""

    place: Place
    turns: int


@dataclass(frozen=True, slots=True)
class BatchState:
    """A batch that was not written up, and why.

    `turns` are those that still stand, said in `places` from `since` to `until`. It was tried last
    `at`, and failed `attempts` times by itself; `again_at` is when the writer tries it next by
    itself. `reply` is what a model said of it last, cut short; "" where it said nothing, or that
    is not kept any more.
    """

    id: int
    status: BatchStatus
    turns: int
    places: tuple[Place, ...]
    since: datetime | None
    until: datetime | None
    attempts: int
    reason: str
    at: datetime
    again_at: datetime | None = None
    reply: str = ""


@dataclass(frozen=True, slots=True)
class WriterStatus:
    """What waits, in how many `batches`; what `failed` and is tried again; what was put aside.

    `last_at` is when a batch was tried last, None before the first; `is_writing` says whether some
    process writes just now.
    """

    waiting: tuple[WaitingPlace, ...] = ()
    batches: int = 0
    failed: tuple[BatchState, ...] = ()
    put_aside: tuple[BatchState, ...] = ()
    last_at: datetime | None = None
    is_writing: bool = False

    @property
    def turns(self) -> int:
        """How many turns wait."""
        return sum(one.turns for one in self.waiting)


def writer_status(parts: Parts) -> WriterStatus:
    """How things stand, for the owner.

    Raises:
        HistoryError: the history cannot be read.
    """
    history = parts.files.history
    batches, counts = 0, Counter[str]()
    for turns in _batches_waiting(parts):
        batches += 1
        counts.update(stored.turn.place.slug for stored in turns)
    places = history.places_named(counts)
    waiting = (WaitingPlace(places[slug], count) for slug, count in counts.most_common())
    failed = history.ledger.after(history.watermark(), TRIED_AGAIN)
    returned = history.ledger.after(0, (BatchStatus.RETURNED,))
    return WriterStatus(
        tuple(waiting),
        batches,
        tuple(_state(parts, entry) for entry in (*returned, *failed)),
        tuple(_state(parts, entry) for entry in batches_put_aside(parts)),
        history.ledger.last_at(),
        is_writing(parts.setup.paths),
    )


def turns_waiting(parts: Parts) -> int:
    """How many turns are not written up yet, without those that were put aside."""
    return sum(map(len, _batches_waiting(parts)))


def _batches_waiting(parts: Parts) -> Iterator[Sequence[StoredTurn]]:
    """What a person has put back, and what was never tried, or failed and is tried again."""
    history, settings = parts.files.history, parts.setup.settings
    policy = settings.audience.policy

    def whose(place: str) -> str:
        return reach_of(place, policy)

    for cut in ReturnedTalk(history, whose, None).batches():
        yield cut.turns
    for _, turns in WaitingTalk(history, whose, settings.memory_writer.batch_turns).batches():
        yield turns


def batches_put_aside(parts: Parts) -> list[LedgerEntry]:
    """The batches that are tried no more until a person wants it, the oldest first."""
    return parts.files.history.ledger.entries(BatchStatus.QUARANTINED, _MANY)[::-1]


def _state(parts: Parts, entry: LedgerEntry) -> BatchState:
    history = parts.files.history
    turns = [*standing_turns(history, entry)]
    slugs = dict.fromkeys(stored.turn.place.slug for stored in turns)
    places = history.places_named(slugs)
    said = [stored.turn.timestamp for stored in turns]
    return BatchState(
        entry.id,
        entry.status,
        len(turns),
        tuple(places[slug] for slug in slugs),
        min(said, default=None),
        max(said, default=None),
        entry.attempts,
        entry.detail,
        entry.at,
        entry.again_at,
        entry.reply,
    )
