"""Which statement took the place of which, where a predicate has one object at a time.

It is the one that ended where the other begins, whichever was written first; so a statement that
comes late takes its place between two that stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.reconcile.timeline import Assertion

__all__ = ["Following", "links_to_write"]


@dataclass(frozen=True, slots=True)
class Following:
    """A line that should say which one it replaced; `before` None: none."""

    record: Record
    before: Record | None


def links_to_write(
    lines: Sequence[tuple[Record, Assertion]], ends: Callable[[Assertion, Assertion], bool]
) -> Iterator[Following]:
    """The lines whose link is not as their times are; a link to no line of these stays.

    Each line comes as it stands, and with the time that it is to have.
    """
    ids = {record.id for record, _ in lines if record.id is not None}
    for record, when in lines:
        named = record.fields.replaces
        if named is not None and named not in ids:
            continue
        rest = (one for one in lines if one[0] is not record)
        before = _before(when, rest, ends)
        if before is None and named is None:
            continue
        if before is None or before.id is None or before.id != named:
            yield Following(record, before)


def _before(
    when: Assertion,
    others: Iterable[tuple[Record, Assertion]],
    ends: Callable[[Assertion, Assertion], bool],
) -> Record | None:
    """The line that ended where another begins."""
    ended = (
        one
        for one in others
        if one[1].end is not None
        and one[1].end in _begins(when)
        and one[1].start < when.rank
        and one[1].rank <= when.rank
        and ends(one[1], when)
    )
    # Of a home and one that was to expire, the one that came last.
    last = max(ended, key=lambda one: one[1].rank, default=None)
    return None if last is None else last[0]


def _begins(when: Assertion) -> tuple[object, ...]:
    return when.start, when.learned
