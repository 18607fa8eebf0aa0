"""The ledger of batches, and the watermarks, of a history in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeGuard

from familiar_memory.history.ledger.ledger import (
    TRIED_AGAIN,
    BatchStatus,
    FailedAttempt,
    LedgerEntry,
)
from familiar_memory.history.ledger.watermarks import WRITER
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.turns.mark_kinds import DROPPED
from familiar_memory.history.turns.quoting import quoting

__all__ = ["MemoryLedger"]


class MemoryLedger:
    """The `Ledger` and the `Watermarks` of a history in memory: they move together."""

    def __init__(self, lock: threading.RLock, check: Callable[[], None]) -> None:
        """Under the history's lock; `check` raises where nothing can be asked any more."""
        self._lock = lock
        self._check = check
        self._entries: dict[tuple[int, int], LedgerEntry] = {}
        self._marks: dict[str, int] = {}

    def note(
        self,
        first: int,
        last: int,
        status: BatchStatus,
        *,
        at: datetime,
        turns: Iterable[int] | None = None,
        detail: str = "",
        advance_to: int | None = None,
        failed: FailedAttempt | None = None,
    ) -> LedgerEntry:
        """Enter one attempt at a batch, and with `advance_to` move the watermark."""
        held, failed = None if turns is None else frozenset(turns), failed or FailedAttempt()
        with self._lock:
            self._check()
            known = self._entries.get((first, last))
            number = 1 + max((one.id for one in self._entries.values()), default=0)
            attempts, delays = 0, 0
            if known is not None:
                number = known.id
                attempts, delays = (known.attempts, known.delays) if known.turns == held else (0, 0)
            again_at = None if failed.again_at is None else from_us(to_us(failed.again_at))
            entry = LedgerEntry(
                number,
                first,
                last,
                status,
                attempts + (not failed.is_delay),
                detail,
                from_us(to_us(at)),
                held,
                failed.reply,
                again_at,
                delays + 1 if failed.is_delay else 0,
                known.staged if _keeps_staged(known, held, failed) else "",
            )
            self._entries[first, last] = entry
            if advance_to is not None:
                self.advance(advance_to, (WRITER,))
            return entry

    def stage(
        self, first: int, last: int, staged: str, *, at: datetime, turns: Iterable[int]
    ) -> None:
        """Keep what is to be written of a batch, until it is noted how that went."""
        held = frozenset(turns)
        with self._lock:
            self._check()
            known = self._entries.get((first, last))
            if known is not None and known.status is BatchStatus.RETURNED:
                entry = replace(known, staged=staged)
            else:
                number = 1 + max((one.id for one in self._entries.values()), default=0)
                fresh = LedgerEntry(
                    number, first, last, BatchStatus.STAGED, 0, "", from_us(to_us(at)), held
                )
                entry = replace(_staged_again(known, fresh), staged=staged)
            self._entries[first, last] = entry

    def put_back(self, ids: Collection[int]) -> list[LedgerEntry]:
        """Have batches that were put aside tried again; those that were."""
        back = [
            replace(one, status=BatchStatus.RETURNED, attempts=0, delays=0, again_at=None)
            for one in self._by_range()
            if one.id in ids and one.status is BatchStatus.QUARANTINED
        ]
        with self._lock:
            self._entries |= {(one.first, one.last): one for one in back}
        return back

    def drop_replies(self, before: datetime) -> int:
        """Forget what models said of batches that were tried last before then; of how many."""
        old = [one for one in self._by_range() if one.reply and one.at < before]
        with self._lock:
            self._entries |= {(one.first, one.last): replace(one, reply="") for one in old}
        return len(old)

    def entry(self, number: int) -> LedgerEntry | None:
        """The entry of an id; None where there is none."""
        return next((one for one in self._by_range() if one.id == number), None)

    def last_at(self) -> datetime | None:
        """When a batch was tried last; None before the first."""
        return max((one.at for one in self._by_range()), default=None)

    def find(self, first: int, last: int) -> LedgerEntry | None:
        """The entry of a range; None when it was never tried."""
        with self._lock:
            self._check()
            return self._entries.get((first, last))

    def after(self, turn_id: int, statuses: Collection[BatchStatus]) -> list[LedgerEntry]:
        """The entries of these statuses that reach behind a turn, by range."""
        return [one for one in self._by_range() if one.last > turn_id and one.status in statuses]

    def entries(self, status: BatchStatus | None = None, limit: int = 100) -> list[LedgerEntry]:
        """The entries, of one status or of all, the newest range first."""
        wanted = [one for one in self._by_range() if status is None or one.status is status]
        return wanted[::-1][:limit]

    def position(self, name: str) -> int:
        """The last turn id that this reader has dealt with; 0 at first."""
        with self._lock:
            self._check()
            return self._marks.get(name, 0)

    def positions(self, prefix: str) -> dict[str, int]:
        """Every watermark whose name begins so, by name."""
        with self._lock:
            self._check()
            return {name: at for name, at in sorted(self._marks.items()) if name.startswith(prefix)}

    def advance(self, turn_id: int, names: Iterable[str]) -> None:
        """Move watermarks forward; what failed and is passed by the writer is dropped."""
        given = tuple(names)
        with self._lock:
            self._check()
            for name in given:
                self._marks[name] = max(turn_id, self._marks.get(name, turn_id))
            if WRITER in given:
                self._entries = {
                    batch: one
                    for batch, one in self._entries.items()
                    if one.last > turn_id or one.status not in (*TRIED_AGAIN, BatchStatus.STAGED)
                }

    def replace(self, prefixes: tuple[str, ...], marks: Mapping[str, int]) -> None:
        """Forget every watermark whose name begins so, then move others forward."""
        with self._lock:
            self._check()
            self._marks = {
                name: at for name, at in self._marks.items() if not name.startswith(prefixes)
            }
            for name, turn_id in marks.items():
                self.advance(turn_id, (name,))

    def redact(self, holds: Callable[[str], bool]) -> int:
        """Empty details, and drop watermarks, that hold something."""
        details = {n: one for n, one in self._entries.items() if holds(one.detail)}
        self._entries |= {name: replace(one, detail="") for name, one in details.items()}
        marks = [name for name in self._marks if holds(name)]
        for name in marks:
            del self._marks[name]
        return len(details) + len(marks)

    def forget_details(self, turns: Collection[int]) -> int:
        """Empty what is kept of batches that held one of these turns."""
        gone = frozenset(turns)
        held = {
            name: one
            for name, one in self._entries.items()
            if one.detail and not gone.isdisjoint(one.turns or range(one.first, one.last + 1))
        }
        self._entries |= {name: replace(one, detail="") for name, one in held.items()}
        return len(held)

    def forget_replies(self, turn: int | None = None) -> int:
        """Forget what models said, with the reasons that quote it: to batches of a turn, or all."""
        held = {
            name: replace(one, reply="", staged="", detail="")
            for name, one in self._entries.items()
            if (one.reply or one.staged)
            and (turn is None or (one.first <= turn <= one.last and one.holds(turn)))
        }
        self._entries |= held
        if turn is not None:
            # The turn may have been the background of what comes after it.
            self._entries |= {
                name: replace(one, staged="")
                for name, one in self._entries.items()
                if one.last >= turn
            }
        return len(held)

    def forget_of(self, turns: Collection[int], said: Iterable[str]) -> int:
        """Forget what is kept of batches that held one of these turns, or that quotes them."""
        kept = {
            name: f"{one.reply}\n{one.staged}\n{one.detail}"
            for name, one in self._entries.items()
            if one.reply or one.staged or one.detail
        }
        held = {name for name in kept if any(map(self._entries[name].holds, turns))}
        found = held | quoting(kept, said)
        for name in found:
            self._entries[name] = replace(self._entries[name], reply="", staged="", detail="")
        return len(found)

    def replies(self) -> int:
        """How many are kept."""
        return sum(bool(one.reply or one.staged) for one in self._entries.values())

    def forget_digests(self) -> int:
        """Forget the watermarks that are digests; how many."""
        gone = [name for name in self._marks if name.startswith(DROPPED)]
        for name in gone:
            del self._marks[name]
        return len(gone)

    def digests(self) -> int:
        """How many are kept."""
        return sum(name.startswith(DROPPED) for name in self._marks)

    def details_holding(self, holds: Callable[[str], bool]) -> int:
        """How many details do."""
        return sum(holds(one.detail) for one in self._entries.values())

    def marks_holding(self, holds: Callable[[str], bool]) -> int:
        """How many names of watermarks do."""
        return sum(map(holds, self._marks))

    def _by_range(self) -> list[LedgerEntry]:
        with self._lock:
            self._check()
            return sorted(self._entries.values(), key=lambda one: (one.first, one.last))


def _keeps_staged(
    known: LedgerEntry | None, held: frozenset[int] | None, failed: FailedAttempt
) -> TypeGuard[LedgerEntry]:
    return known is not None and failed.keeps_staged and known.turns == held


def _staged_again(known: LedgerEntry | None, fresh: LedgerEntry) -> LedgerEntry:
    """What is known of it stays, and its attempts count on where it is the same batch."""
    if known is None:
        return fresh
    attempts, delays = (known.attempts, known.delays) if known.turns == fresh.turns else (0, 0)
    return replace(
        known,
        status=fresh.status,
        at=fresh.at,
        turns=fresh.turns,
        attempts=attempts,
        delays=delays,
    )
