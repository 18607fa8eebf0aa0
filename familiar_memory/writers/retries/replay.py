"""Putting batches back that were put aside, at a person's request."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from familiar_memory.domain.given import check_count
from familiar_memory.errors import InputError
from familiar_memory.history.base import History
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.writers.report import WriteReport

__all__ = ["Replay", "choose_batches"]

_MANY = 1_000_000
"""More batches than there are."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Which batches were put back (`ids`), which needed none (`left`), and what was `written`."""

    ids: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    written: WriteReport = field(default_factory=WriteReport)


def choose_batches(history: History, ids: Collection[int] | None) -> Replay:
    """Put the batches of these ids back, or all that were put aside; nothing is written yet.

    One that was put back before and is not done is among them: a run may have died.

    Raises:
        InputError: there is no batch of that id; nothing was changed.
    """
    aside = {one.id for one in history.ledger.entries(BatchStatus.QUARANTINED, _MANY)}
    returned = {one.id for one in history.ledger.entries(BatchStatus.RETURNED, _MANY)}
    wanted = {*aside, *returned} if ids is None else dict.fromkeys(ids)
    for number in wanted:
        check_count(number, "the id of a batch")
        _check_known(history, number, aside)
    history.ledger.put_back(aside.intersection(wanted))
    back = sorted(one for one in wanted if one in aside or one in returned)
    return Replay(tuple(back), tuple(one for one in wanted if one not in back))


def _check_known(history: History, number: int, aside: Collection[int]) -> None:
    if history.ledger.entry(number) is None:
        some = ", ".join(map(str, sorted(aside)[:10]))
        raise InputError(
            f"there is no batch {number}",
            f"one that was put aside: {some}" if some else "nothing was put aside",
        )
