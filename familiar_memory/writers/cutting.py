"""Where a batch ends: between sessions where that is possible, and never too late."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.domain.talk.turn import StoredTurn

__all__ = ["batch_length", "look_ahead"]


def look_ahead(batch_turns: int) -> int:
    """How many turns must be read to cut one batch of about that many."""
    return 2 * batch_turns + 1


def batch_length(turns: Sequence[StoredTurn], batch_turns: int) -> int:
    """How many of the turns make the next batch; at least one, at most twice `batch_turns`.

    Of the points at which no session goes on, the first at or past `batch_turns` is
    taken, else the last before it, but not before half of it: a batch of a long session
    is cut in its midst rather than be very small or without bound.
    """
    if len(turns) <= batch_turns:
        return len(turns)
    borders = _borders(turns)
    later = [at for at in borders if batch_turns <= at <= 2 * batch_turns]
    earlier = [at for at in borders if batch_turns / 2 <= at < batch_turns]
    return min(later) if later else max(earlier, default=batch_turns)


def _borders(turns: Sequence[StoredTurn]) -> list[int]:
    last = {stored.session: index for index, stored in enumerate(turns)}
    borders, reach = [], -1
    for index, stored in enumerate(turns):
        reach = max(reach, last[stored.session])
        if reach == index:
            borders.append(index + 1)
    return borders
